"""Compile the kernels of a game to an object file for WebAssembly.

Numba infers types, lowers and links the kernels for this machine as usual, but does not optimise. The resulting LLVM
code has opaque pointers, so it becomes 32-bit code if it is given another target and data layout. Then LLVM optimises
it and writes the object file. All this must run in a process with the environment variables in `ENVIRONMENT`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba import from_dtype, njit, types

from hustings.bots.search import entries
from hustings.engine.kernels import compiled
from hustings.engine.rulebook import Rulebook
from hustings.wasm.doors import doors

#: settings with which Numba neither uses this machine's own instructions nor optimises the code for it
ENVIRONMENT = {
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # every browser since 2021 has them
LEVEL = 3  # the level of optimisation
NARROW = {"i": "i32", "k": "i64", "d": "double"}
WIDE = {"i": "i64", "k": "i64", "d": "double"}
RETURNED = {"int64": "i64", "int32": "i32", "bool": "i8", "none": "ptr"}
PLACES = {"p": types.int64, "w": types.uint64, "f": types.float64, "h": types.int32, "b": types.uint8}


def object_of(book: Rulebook) -> bytes:
    """Return the object file of a game with all its doors, as bytes."""
    names = list(doors(book))
    return _emitted(_lowered(book), names)


def _lowered(book: Rulebook) -> Any:
    """Return an LLVM module with all doors and all functions that they call, not optimised."""
    assert entries.think is not None  # imported so that the compiler knows its kernels
    compiled.activate()
    record = from_dtype(book.schema.dtype)
    kinds: dict[str, Any] = {kind: types.CPointer(number) for kind, number in PLACES.items()}
    kinds |= {"r": types.CPointer(record), "i": types.int64, "k": types.int64, "d": types.float64}
    whole, outside = llvm.parse_assembly(""), []
    for name, (arguments, function) in doors(book).items():
        made = njit(**compiled.INNER)(function)
        made.compile(tuple(kinds[kind] for kind in arguments))
        [result] = made.overloads.values()
        code = result.library._get_module_for_linking().clone()
        code.get_function(result.fndesc.llvm_func_name).linkage = "weak_odr"  # kept, although nothing calls it yet
        whole.link_in(code)
        outside.append(_door(name, arguments, result))
    return llvm.parse_assembly(str(whole) + "".join(outside))


def _door(name: str, arguments: str, result: Any) -> str:
    """Return LLVM code of a function with C's calling convention that calls a function compiled by Numba.

    Numba's convention is (result*, exception**, arguments) -> status.
    """
    inner = result.fndesc.llvm_func_name
    kind = str(result.signature.return_type).partition("(")[0].replace("Literal[int]", "int64")
    returned = RETURNED[kind]
    taken = ", ".join(f"{NARROW.get(each, 'ptr')} %a{k}" for k, each in enumerate(arguments))
    wide = "\n".join(f"  %w{k} = sext i32 %a{k} to i64" for k, each in enumerate(arguments) if each == "i")
    given = ", ".join(f"{WIDE.get(each, 'ptr')} %{'w' if each == 'i' else 'a'}{k}" for k, each in enumerate(arguments))
    narrowed = {
        "i64": "trunc i64 %value to i32",
        "i32": "add i32 %value, 0",
        "i8": "zext i8 %value to i32",
        "ptr": "add i32 0, 0",
    }[returned]
    return f"""
define i32 @{name}({taken}) {{
  %result = alloca {returned}
  %trouble = alloca ptr
{wide}
  store {returned} zeroinitializer, ptr %result
  %status = call i32 @"{inner}"(ptr %result, ptr %trouble, {given})
  %failed = icmp sgt i32 %status, 0
  br i1 %failed, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  %value = load {returned}, ptr %result
  %told = {narrowed}
  ret i32 %told
}}
"""


def _emitted(module: Any, names: list[str]) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="mvp", features=FEATURES, opt=LEVEL, reloc="static", codemodel="default", jit=False
    )
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "private"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "private"
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    tuning.slp_vectorization = tuning.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    emitted: bytes = machine.emit_object(module)
    return emitted

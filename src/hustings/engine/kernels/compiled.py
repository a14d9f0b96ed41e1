"""Register kernels and verbs with Numba, and compile the generic kernels.

Importing this module imports Numba; playing at a table does not need it. Numba does not notice an edit in a module that
a cached function imports. The name of the cache folder is therefore a hash of all sources of kernels, of data files
whose numbers are compiled in, such as decks, and of the versions of Python, NumPy and Numba.
"""

from __future__ import annotations

import atexit
import hashlib
import inspect
import logging
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import from_dtype, njit, types
from numba.extending import lower_builtin, overload, type_callable

from hustings.engine import declared, folders, kernels, parts
from hustings.engine.errors import HustingsError
from hustings.engine.kernels import bits, chance, code_cache, instructions, memory, playout, verbs, wide, wide_words
from hustings.engine.kernels.lean_compiler import INNER_OPTIONS, entry_options
from hustings.engine.record import Schema
from hustings.engine.rulebook import Rulebook

if not kernels.can_compile():
    raise HustingsError("engine.not_compiled")

Results = npt.NDArray[np.int64]
#: Kernels never divide by zero (the interpreted rules would raise), so compiled code need not check for it. They never
#: allocate memory either, so they need no reference counts: counting those of `note` and `out` atomically at every
#: call took a third of a playout's time.
_JIT = {"error_model": "numpy", "_nrt": False}
#: Functions called only by compiled code need no wrapper for Python or C and no machine code of their own.
INNER = {**_JIT, **INNER_OPTIONS}
_KNOWN: set[int] = set()
_RULES: dict[Any, Any] = {}
#: the compiled functions that Python calls
_ENTRIES: list[Any] = []
#: kernels with a separate form for compiled code
INSTRUCTIONS: dict[Any, Any] = {
    bits.size_of: instructions.size_of,
    bits.lowest: instructions.lowest,
    wide.put: wide_words.put,
    wide.add: wide_words.add,
    wide.subtract: wide_words.subtract,
    wide.add_product: wide_words.add_product,
    wide.multiply: wide_words.multiply,
    wide.divide: wide_words.divide,
}
if instructions.deposits():
    INSTRUCTIONS[bits.member] = instructions.member
HOME = Path(__file__).parent
#: data files with numbers that are compiled in; they are in the same folder as the sources that read them
NUMBERS = ("decks*.json", "weights*.json")
#: a statement `from module import names` or `import modules`; parsing the sources would take as long as loading code
_IMPORT = re.compile(r"^[ \t]*(?:from ([\w.]+) import (\([^)]*\)|[^#\n]*)|import ([^#\n]*))", re.MULTILINE)
logger = logging.getLogger(__name__)


def _home_of(entry: Any) -> Path:
    return Path(entry.py_func.__code__.co_filename).parent


def cache_folder(root: Path | None = None, home: Path = HOME) -> Path:
    """Return the folder for compiled code, below `root` or the user's cache folder.

    home  the folder of the source files of the entry points whose code is cached there

    The folder's name is a hash of everything that these entry points and the rules of the games import. Other kernels
    that are loaded do not count, so that the code of the playouts is found even if a search was imported meanwhile.
    """
    base = root or folders.cache_folder()
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {platform.python_version()}".encode())
    made_of = _files(rule for rules in verbs.BY_SCHEMA.values() for rule in rules.values())
    made_of |= _files(entry.py_func for entry in _ENTRIES if _home_of(entry) == home)
    made_of |= set(HOME.glob("*.py"))
    homes = {file.parent for file in _files(kernels.KERNELS)}
    homes |= {file.parent for file in made_of} | {home}
    sources = _with_imports(made_of, homes) | {Path(inspect.getfile(each)) for each in (declared, parts)}
    sources |= {
        data for folder in {source.parent for source in sources} for kind in NUMBERS for data in folder.glob(kind)
    }
    for source in sorted(sources):
        digest.update(source.name.encode() + _content(source))
    if numba.config.BOUNDSCHECK:
        digest.update(b"boundscheck")
    return base / digest.hexdigest()[:16]


def _files(functions: Iterable[Callable[..., Any]]) -> set[Path]:
    return {Path(name) for name in {function.__code__.co_filename for function in functions}}


def _with_imports(files: set[Path], homes: set[Path]) -> set[Path]:
    """Return source files and all files in `homes` that they import, directly or not.

    An imported file counts, because its constants are compiled into the code.
    """
    found, new = set(files), list(files)
    while new:
        for file in _imports(new.pop()):
            if file.parent in homes and file not in found:
                found.add(file)
                new.append(file)
    return found


@cache
def _imports(source: Path) -> frozenset[Path]:
    """Return the files of the modules that a source imports."""
    names = set()
    for module, inside, whole in _IMPORT.findall(re.sub(r" as \w+", "", _content(source).decode())):
        parts_of = [f"{module}.{name}" for name in re.findall(r"\w+", inside)]
        names |= {name if name in sys.modules else module for name in parts_of} | set(re.findall(r"[\w.]+", whole))
    told = {getattr(sys.modules.get(name), "__file__", None) for name in names}
    return frozenset(Path(file) for file in told if file and file.endswith(".py"))


@cache
def _content(source: Path) -> bytes:
    """Return the content of a file, cached, because a running program does not import later edits."""
    return source.read_bytes()


@cache
def _usable(folder: Path) -> Path:
    """Create the folder if it is missing and return it, or a temporary folder if it cannot be written to.

    Numba would fall back to the folders of the sources and could then use outdated code.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
        folders.prune(folder.parent)
        return folder
    except OSError as error:
        logger.warning("compiled code cannot be kept in %s (%s); it is compiled anew", folder, error.strerror)
    instead = Path(tempfile.mkdtemp(prefix="hustings-"))
    atexit.register(shutil.rmtree, instead, ignore_errors=True)
    return instead


@overload(chance.mix, jit_options=INNER)
def _mix(value: Any) -> Any:
    def wrapping(value: Any) -> Any:
        word = np.uint64(value) + np.uint64(chance.GAMMA)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(chance.FIRST)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(chance.SECOND)
        return word ^ (word >> np.uint64(31))

    return wrapping


@overload(chance.draw, jit_options=INNER)
def _draw(key: Any, stream: Any, count: Any) -> Any:
    def wrapping(key: Any, stream: Any, count: Any) -> Any:
        word: Any = np.uint64(key) ^ (np.uint64(stream) * np.uint64(chance.SECOND))
        word = chance.mix(word) + np.uint64(count) * np.uint64(chance.FIRST)
        return np.int64(chance.mix(word) >> np.uint64(1))

    return wrapping


@overload(memory.fetch, jit_options=INNER)
def _fetch(rows: Any, k: Any, size: Any) -> Any:
    def fetching(rows: Any, k: Any, size: Any) -> Any:
        for at in range(0, size, memory.LINE):
            instructions.fetch_line(rows, k, at)

    return fetching


def _declare(name: str, verb: verbs.Rule) -> None:
    """Register a verb with Numba; the type of its first argument, a record, selects the function of the game."""
    names = list(inspect.signature(verb).parameters)
    # Numba's overload requires the verb's own parameter names
    head = f"def choose({', '.join(names)}):"
    scope: dict[str, Any] = {"RULES": _RULES}
    exec(f"{head}\n rules = RULES.get({names[0]})\n return rules[{name!r}] if rules else None", scope)
    overload(verb, jit_options=INNER)(scope["choose"])


def _know(kernel: Callable[..., Any]) -> None:
    """Register a kernel with Numba, with all integers among its arguments converted to int64.

    Numba's own register_jitable compiles a kernel for every mix of integer types, `tell` for example 14 times.
    """
    compiled = njit(**INNER)(INSTRUCTIONS.get(kernel, kernel))

    @type_callable(kernel)
    def _type(context: Any) -> Any:
        def typed(*arguments: Any) -> Any:
            return types.Dispatcher(compiled).get_call_type(context, tuple(map(_widened, arguments)), {})

        typed.pysig = inspect.signature(kernel)  # type: ignore[attr-defined]  # how Numba is told it
        return typed

    @lower_builtin(kernel, types.VarArg(types.Any))
    def _call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.get_function(types.Dispatcher(compiled), signature)
        context.add_linking_libs(function.libs)
        return function(builder, arguments)


def _widened(argument: Any) -> Any:
    small = isinstance(argument, types.Boolean) or (isinstance(argument, types.Integer) and argument.signed)
    return types.int64 if small else argument


def activate() -> None:
    """Register every kernel and game with Numba; later games are registered when they are loaded.

    The call returns at once if there is nothing new, so it can precede every call of compiled code.
    """
    _make_known(len(kernels.KERNELS), tuple(verbs.BY_SCHEMA))


@lru_cache(maxsize=1)
def _make_known(known_kernels: int, games: tuple[Schema, ...]) -> None:
    """Register everything new, as `activate` does."""
    for function in kernels.KERNELS:
        if id(function) not in _KNOWN:
            _KNOWN.add(id(function))
            _know(function)
    for schema, rules in verbs.BY_SCHEMA.items():
        for rule in rules.values():
            rule.__annotations__.clear()  # Numba requires those of a verb and of a game's function to be equal
        _RULES.setdefault(from_dtype(schema.dtype), rules)


for _name, _verb in verbs.VERBS.items():
    _declare(_name, _verb)
activate()
kernels.WHEN_REGISTERED.append(activate)


def entry(function: Callable[..., Any], nogil: bool = True, apart: bool = False) -> Any:
    """Compile a function that Python calls; call `activate` again if kernels were added since.

    nogil  whether other threads can run during a call.
    apart  whether the arrays that the function writes share no memory with those that it reads.
    """
    compiled = njit(nogil=nogil, **_JIT, **entry_options(apart))(function)
    _ENTRIES.append(compiled)
    # looked up at each use, because the folder's name must also depend on the sources of games registered since
    code_cache.enable(compiled, lambda: _usable(cache_folder(home=_home_of(compiled))))
    return compiled


#: the compiled kernels; their arguments are those of the plain functions of the same names
playouts = entry(playout.playouts)


def random_games(
    book: Rulebook,
    options: npt.NDArray[np.int64],
    keys: npt.NDArray[np.uint64],
    levels: npt.NDArray[np.int64],
    sizes: Mapping[str, int] | None = None,
) -> tuple[Results, int]:
    """Play one game for each key to its end in compiled code.

    options  the options, as for `Rulebook.start_row`.
    levels   for each seat playout.RANDOM or THUMB.
    sizes    the sizes if this is a smaller version of the game.

    Returns the payoffs, shaped (games, 2, seats) as `verbs.payoff` writes them, and the number of decisions.
    """
    activate()
    seats = int(options[0])
    records = np.repeat(book.start_row(options, sizes).array, len(keys))
    results = np.zeros((len(keys), 2, seats), np.int64)
    buffers = book.buffers(note_rows=1)
    decisions = playouts(records, keys, levels, buffers.note, buffers.weights, buffers.actions, buffers.counts, results)
    return results, int(decisions)

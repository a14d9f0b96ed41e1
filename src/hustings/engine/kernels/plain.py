"""Rewrite a game's verbs for the Python interpreter: the same code with faster lookups.

In compiled kernels it costs nothing to look up a field, a table or a constant, but in plain Python these lookups take
half the time. So when a table calls a kernel for the first time, its source is read and rewritten:

- a number of the record is read from its memoryview (`s.task` becomes `s._task[0]`), and an array of several axes from
  nested tuples of memoryviews;
- NumPy tables become tuples of ints, and constants of modules become literals;
- kernels call each other by name, without a lookup in a module, and call the game's own verbs;
- the results of kernels that take only numbers are cached;
- events are appended to a list as tuples.

Nothing else changes, not even line numbers. A function without available source code stays as it is, except that it
calls rewritten kernels.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from hustings.engine import kernels
from hustings.engine.kernels import NOTE_ROWS, Note, bits, verbs
from hustings.engine.record import Schema
from hustings.engine.record.field import Field

Rule = Callable[..., Any]
STATE = "State"  # the annotation of a record among a kernel's arguments
NUMBERS = ("int", "bool")
MOST_REMEMBERED = 1024  # the most cached results of one kernel
INSIDE = frozenset(" \t\r\n#)]}")  # the first characters of lines that continue a function
MOST_NOTES = NOTE_ROWS - 1  # the most events, as many as a note in an array has room for


def tell_only(note: list[Note], sees: int, code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event to a list, in place of `kernels.tell_only`."""
    if len(note) < MOST_NOTES:
        note.append((+sees, +code, +seat, +a, +b, +c, +d))  # + turns True into 1, as an array does


def tell(note: list[Note], code: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Append an event that everybody sees to a list, in place of `kernels.tell`."""
    if len(note) < MOST_NOTES:
        note.append((kernels.EVERYBODY, +code, +seat, +a, +b, +c, +d))


def unheard(note: object) -> list[Note]:
    """Return a list that nobody reads, in place of `kernels.unheard`."""
    return []


def lowest(mask: int) -> int:
    """Return the lowest member of a mask, in place of `bits.lowest`."""
    return (mask & -mask).bit_length() - 1


def member(mask: int, index: int) -> int:
    """Return the member at `index` of a mask, in place of `bits.member`."""
    first = 0
    while (count := (mask & 255).bit_count()) <= index:
        index -= count
        mask >>= 8
        first += 8
    for _ in range(index):
        mask &= mask - 1
    return first + (mask & -mask).bit_length() - 1


REPLACED: dict[Rule, Rule] = {
    kernels.unheard: unheard,
    kernels.tell_only: tell_only,
    kernels.tell: tell,
    bits.lowest: lowest,
    bits.member: member,
    bits.size_of: int.bit_count,
}


class Plain:
    """The rewritten kernels of one game; each is rewritten when it is called for the first time."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.rules = verbs.BY_SCHEMA[schema]
        self.scope: dict[str, Any] = {"__name__": __name__}

    def verb(self, name: str) -> Rule:
        """Return the rewritten form of one of the game's verbs."""
        return self.written(self.rules[name])

    def named(self, found: object) -> str:
        """Return the name by which rewritten code refers to a global object, and define the name if it is new."""
        if isinstance(found, FunctionType):
            found = self.rules[found.__name__] if verbs.VERBS.get(found.__name__) is found else found
        owner = getattr(found, "__module__", "") if isinstance(found, FunctionType) else str(id(found))
        name = f"{owner}.{getattr(found, '__qualname__', '')}"
        if name not in self.scope:
            self.scope[name] = self._stand_in(found) if self._is_kernel(found) else found
        return name

    def table(self, found: np.ndarray[Any, Any]) -> str:
        """Return the name by which rewritten code refers to a NumPy table, which becomes a tuple."""
        name = f"{self.named(found)} table"
        if name not in self.scope:
            self.scope[name] = _tuples(found.tolist())
        return name

    def _is_kernel(self, found: object) -> bool:
        return isinstance(found, FunctionType) and (
            found in kernels.KERNELS or found in REPLACED or found in self.rules.values()
        )

    def _stand_in(self, function: Any) -> Rule:
        if function in REPLACED:
            return REPLACED[function]
        return partial(self._first_call, function)

    def _first_call(self, function: Any, *arguments: Any) -> Any:
        return self.written(function)(*arguments)

    def written(self, function: Any) -> Rule:
        """Rewrite a kernel and return it; other rewritten kernels call the new form from now on."""
        name = self.named(function)
        node = None if function.__closure__ else _source(function)
        if node is None:
            known = {key: self.scope[self.named(each)] for key, each in _kernels_in(function.__globals__).items()}
            names = {**function.__globals__, **known}
            written: Rule = FunctionType(function.__code__, names, function.__name__, closure=function.__closure__)
        else:
            module = ast.Module([_Writer(self, function, node).written()], type_ignores=[])
            made: dict[str, Rule] = {}
            exec(compile(module, function.__code__.co_filename, "exec"), self.scope, made)
            written = made[function.__name__]
        written.__defaults__, written.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
        if node is not None and _takes_numbers(node):
            written = lru_cache(MOST_REMEMBERED)(written)
        self.scope[name] = written
        return written


class _Writer(ast.NodeTransformer):
    """Rewrites the syntax tree of one function."""

    def __init__(self, plain: Plain, function: Any, node: ast.FunctionDef) -> None:
        self._plain, self._globals, self._node = plain, function.__globals__, node
        arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
        stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        self._locals = {each.arg for each in arguments} | stored
        self._states = {
            each.arg
            for each in arguments
            if isinstance(each.annotation, ast.Name) and each.annotation.id == STATE and each.arg not in stored
        }

    def written(self) -> ast.FunctionDef:
        """Return the syntax tree of the new function."""
        old = self._node
        new = ast.FunctionDef(
            name=old.name,
            args=ast.arguments(
                posonlyargs=[ast.arg(each.arg) for each in old.args.posonlyargs],
                args=[ast.arg(each.arg) for each in old.args.args],
                kwonlyargs=[],
                kw_defaults=[],
                defaults=[],
            ),
            body=[self.visit(line) for line in old.body],
            decorator_list=[],
        )
        return ast.fix_missing_locations(ast.copy_location(new, old))

    def _meant(self, node: ast.expr) -> tuple[object] | None:
        """Return the global object that a name or a module's attribute refers to, in a tuple; else None."""
        if isinstance(node, ast.Name):
            known = node.id not in self._locals and node.id in self._globals
            return (self._globals[node.id],) if known else None
        if isinstance(node, ast.Attribute):
            owner = self._meant(node.value)
            if owner and isinstance(owner[0], ModuleType) and hasattr(owner[0], node.attr):
                return (getattr(owner[0], node.attr),)
        return None

    def _field(self, node: ast.expr) -> Field | None:
        """Return the field if the node is an attribute of the record, else None."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self._states:
            return self._plain.schema.by_name.get(node.attr)
        return None

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace the name of a global object by a literal or by its name in rewritten code."""
        return self._written(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Turn a number of the record into a memory access; replace a module's attribute as `visit_Name` does."""
        field = self._field(node)
        if field is not None and not field.shape:
            slot = ast.Attribute(node.value, f"_{field.name}", ast.Load())
            return ast.copy_location(ast.Subscript(slot, ast.Constant(0), node.ctx), node)
        return self._written(node)

    def _written(self, node: ast.Name | ast.Attribute) -> ast.expr:
        meant = self._meant(node)
        if meant is None:
            return node if isinstance(node, ast.Name) else _expression(self.generic_visit(node))
        found = meant[0]
        constant = found is None or type(found) in {int, bool, str}
        new = ast.Constant(found) if constant else ast.Name(self._plain.named(found), ast.Load())  # type: ignore[arg-type]
        return ast.copy_location(new, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Rewrite a lookup in a table or in an array of several axes."""
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not any(isinstance(index, ast.Slice | ast.Starred) for index in indices):
            meant, field = self._meant(node.value), self._field(node.value)
            if meant and isinstance(meant[0], np.ndarray) and _is_table(meant[0], len(indices)):
                return self._looked_up(node, ast.Name(self._plain.table(meant[0]), ast.Load()), indices)
            if field is not None and len(field.shape) == len(indices) > 1:
                assert isinstance(node.value, ast.Attribute)
                lines = ast.Attribute(node.value.value, f"_{field.name}", ast.Load())
                return self._looked_up(node, lines, indices)
        return _expression(self.generic_visit(node))

    def _looked_up(self, node: ast.Subscript, found: ast.expr, indices: Sequence[ast.expr]) -> ast.expr:
        """Return a lookup with one subscript for each index."""
        for index in indices:
            found = ast.Subscript(found, self.visit(index), ast.Load())
        found.ctx = node.ctx  # type: ignore[attr-defined]  # the last is a subscript
        return ast.copy_location(found, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Remove the call of `int` around a number from a table, because the number is an int already."""
        is_int = isinstance(node.func, ast.Name) and node.func.id == "int" and not node.keywords and len(node.args) == 1
        if is_int and isinstance(table := node.args[0], ast.Subscript):
            meant, new = self._meant(table.value), self.visit(table)
            if meant and isinstance(meant[0], np.ndarray) and isinstance(new, ast.Subscript) and new is not table:
                return new
            return ast.copy_location(ast.Call(node.func, [new], []), node)
        return _expression(self.generic_visit(node))


def _takes_numbers(node: ast.FunctionDef) -> bool:
    """Return whether a function takes only numbers."""
    kinds = [each.annotation for each in node.args.args]
    return bool(kinds) and all(isinstance(kind, ast.Name) and kind.id in NUMBERS for kind in kinds)


def _expression(node: ast.AST) -> ast.expr:
    assert isinstance(node, ast.expr)
    return node


def _is_table(found: np.ndarray[Any, Any], axes: int) -> bool:
    return found.ndim == axes and found.dtype.kind == "i"


def _tuples(values: Any) -> Any:
    return tuple(map(_tuples, values)) if isinstance(values, list) else values


def _kernels_in(names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in names.items() if isinstance(each, FunctionType) and each in kernels.KERNELS}


def _source(function: FunctionType) -> ast.FunctionDef | None:
    """Return a function's syntax tree with the file's line numbers, or None if there is no source."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)[code.co_firstlineno - 1 :]
    end = next((k for k, line in enumerate(lines) if line[0] not in INSIDE and _is_past(lines[:k])), len(lines))
    try:
        (node,) = ast.parse("".join(lines[:end])).body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(node, ast.FunctionDef) or node.name != function.__name__:
        return None
    if node.args.vararg or node.args.kwarg or node.args.kwonlyargs:
        return None
    return ast.increment_lineno(node, code.co_firstlineno - 1)


def _is_past(lines: Sequence[str]) -> bool:
    """Return whether one of the lines is the function's `def`; decorators may come before that line."""
    return any(line.startswith("def ") for line in lines)

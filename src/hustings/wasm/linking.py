"""Turn one object file into a WebAssembly module that a browser can load, without a linker.

LLVM writes an object file as if its data began at address 0, with all indices filled in. An object that imports no
function therefore needs no relocation. The imported memory and stack pointer become the module's own, and the module
exports its doors (see `doors`).
"""

from __future__ import annotations

from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORY, GLOBALS, EXPORTS = range(8)
ELEMENTS, CODE, DATA, COUNT = range(9, 13)
ORDER = (TYPES, FUNCTIONS, TABLES, MEMORY, GLOBALS, EXPORTS, ELEMENTS, COUNT, CODE, DATA)
SYMBOLS, SYMBOL_FUNCTION, UNDEFINED, EXPLICIT_NAME = 8, 0, 0x10, 0x40
FUNCTION, TABLE, MEMORIES, GLOBAL = range(4)  # kinds of imports and exports
STACK = 1 << 18  # bytes of the stack
PAGE = 1 << 16
ALIGNED = 64


class Reader:
    """Reads numbers, names and bytes from a section of a WebAssembly file, one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        """Return the next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """Return the next unsigned number."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        """Return the next name."""
        return self.take(self.number()).decode()

    @property
    def more(self) -> bool:
        """True if there are bytes left."""
        return self.at < len(self.data)


def unsigned(value: int) -> bytes:
    """Return an unsigned number in WebAssembly's encoding (LEB128)."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def signed(value: int) -> bytes:
    """Return a signed number in WebAssembly's encoding (LEB128)."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value & 127])


def linked(data: bytes, names: list[str]) -> bytes:
    """Return a WebAssembly module made from an object file.

    The module exports the named functions, its memory as `memory`, and the address where free memory begins as `heap`.

    Raises:
        ValueError: The object imports a function, or lacks one of the named functions.
    """
    sections = {number: body for number, body in _sections(data) if number != CUSTOM}
    symbols = _functions(next(body for number, body in _sections(data) if number == CUSTOM and body[1:8] == b"linking"))
    missing = [name for name in names if name not in symbols]
    if missing:
        raise ValueError(f"the object has no {', '.join(missing)}")
    table = _check_imports(sections.pop(IMPORTS))
    top = -(-_end_of_data(sections.get(DATA, b"\0")) // ALIGNED) * ALIGNED + STACK
    if table:
        sections[TABLES] = unsigned(1) + table
    sections[MEMORY] = unsigned(1) + b"\0" + unsigned(top // PAGE + 1)
    place = b"\x41" + signed(top) + b"\x0b"
    sections[GLOBALS] = unsigned(2) + b"\x7f\1" + place + b"\x7f\0" + place
    exports = [(name, FUNCTION, symbols[name]) for name in names]
    exports += [("memory", MEMORIES, 0), ("heap", GLOBAL, 1)]
    sections[EXPORTS] = unsigned(len(exports)) + b"".join(
        unsigned(len(name)) + name.encode() + bytes([kind]) + unsigned(index) for name, kind, index in exports
    )
    parts = [
        bytes([number]) + unsigned(len(sections[number])) + sections[number] for number in ORDER if number in sections
    ]
    return MAGIC + b"".join(parts)


def _sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(data)
    reader.take(len(MAGIC))
    while reader.more:
        number = reader.byte()
        yield number, reader.take(reader.number())


def _check_imports(body: bytes) -> bytes:
    """Return the type of the table that a module imports, or b"" if it imports none.

    Raises ValueError if the module imports anything but a table, a memory and the stack pointer.
    """
    reader, table = Reader(body), b""
    for _ in range(reader.number()):
        module, name, kind = reader.name(), reader.name(), reader.byte()
        if kind == GLOBAL and name == "__stack_pointer":
            reader.take(2)
        elif kind in (TABLE, MEMORIES):
            begin = reader.at + (kind == TABLE)
            if kind == TABLE:
                reader.byte()
            reader.at = begin
            flags = reader.byte()
            reader.number()
            if flags & 1:
                reader.number()
            if kind == TABLE:
                table = body[begin - 1 : reader.at]
        else:
            raise ValueError(f"the object imports {module}.{name}")
    return table


def _functions(body: bytes) -> dict[str, int]:
    """Return the indices of the defined functions by name, read from the custom section "linking"."""
    reader = Reader(body)
    reader.name()
    reader.number()
    found: dict[str, int] = {}
    while reader.more:
        kind, part = reader.byte(), Reader(reader.take(reader.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(part.number()):
            what, flags = part.byte(), part.number()
            if what == SYMBOL_FUNCTION:
                index = part.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    found[part.name()] = index
            elif what == 1:  # data
                part.name()
                if not flags & UNDEFINED:
                    part.number(), part.number(), part.number()
            elif what == 3:  # a section
                part.number()
            else:  # a global, a table
                part.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    part.name()
    return found


def _end_of_data(body: bytes) -> int:
    reader, end = Reader(body), 0
    for _ in range(reader.number()):
        reader.number()
        if reader.byte() != 0x41:
            raise ValueError("the object's data have no constant address")
        first = reader.number()
        reader.byte()
        size = reader.number()
        reader.take(size)
        end = max(end, first + size)
    return end

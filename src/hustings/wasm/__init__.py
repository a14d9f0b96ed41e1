"""Games compiled to WebAssembly, with the data that a page needs to play them without a server.

`python -m hustings.wasm FOLDER [GAME ...]` writes GAME.wasm and GAME.json for installed games. Only Numba and its LLVM
are needed: the object that LLVM makes of a game imports no function, so no linker is (`linking`).
"""

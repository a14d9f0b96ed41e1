"""Games compiled to WebAssembly, with the data that a web page needs to play them without a server.

`python -m hustings.wasm FOLDER [GAME ...]` writes GAME.wasm and GAME.json for installed games. The build needs only
Numba and its LLVM: the object file that LLVM makes of a game imports no function, so no linker is needed (`linking`).
A door is a function of the module that the page may call (`doors`).
"""

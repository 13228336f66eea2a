"""The built-in body of the C library is a file that hosts may leave out: python3 body.py LIBRARY PREFIX BODY_FILE. Moves the
installed file about, and puts it back."""
import ctypes
import os
import sys
from pathlib import Path

library, prefix = (Path(argument).resolve() for argument in sys.argv[1:3])
original = Path(sys.argv[3]).read_bytes()
loaded = ctypes.CDLL(str(library))
loaded.mannequin_last_error.restype = ctypes.c_char_p
UNSUPPORTED = 7

character = ctypes.c_void_p()
assert loaded.mannequin_character_builtin(ctypes.byref(character)) == 0


def body():
    made = ctypes.c_void_p()
    status = loaded.mannequin_meshes_builtin_body(character, ctypes.byref(made))
    loaded.mannequin_meshes_release(made)
    return status


binary = library.read_bytes()
for at in range(0, len(original) - 4096, 65536):
    assert original[at:at + 4096] not in binary, f"{library} has byte {at} of the body in it"

installed, beside = prefix / "share/mannequin/mannequin.glb", library.parent / "mannequin.glb"
assert installed.read_bytes() == original and body() == 0, loaded.mannequin_last_error()
installed.rename(beside)
assert body() == 0, loaded.mannequin_last_error()
beside.write_bytes(original[:5000])
assert body() not in (0, UNSUPPORTED), "half a file is a body"
beside.unlink()
os.chdir(Path(sys.argv[3]).parent)  # where the working folder happens to have one
assert body() == UNSUPPORTED and b"mannequin-body" in loaded.mannequin_last_error(), loaded.mannequin_last_error()
installed.write_bytes(original)
assert body() == 0, loaded.mannequin_last_error()
print(f"the body is found where it is installed and beside the library, of {len(binary)} bytes; without it: unsupported")

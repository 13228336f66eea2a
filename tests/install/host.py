"""A host in Python, through ctypes: python3 host.py LIBRARY EXPECTED."""
import ctypes
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_float, c_int32, c_size_t, c_uint32, c_void_p


class Buffers(Structure):
    _fields_ = [("struct_size", c_uint32), ("vertex_count", c_uint32),
                ("positions", POINTER(c_float)), ("position_stride", c_size_t),
                ("normals", POINTER(c_float)), ("normal_stride", c_size_t),
                ("tangents", POINTER(c_float)), ("tangent_stride", c_size_t)]


LogFunction = ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_char_p)


class Log(Structure):
    _fields_ = [("function", LogFunction), ("user", c_void_p)]


library = ctypes.CDLL(sys.argv[1])
library.mannequin_last_error.restype = c_char_p


def check(status):
    if status != 0:
        sys.exit(library.mannequin_last_error().decode())


def made(function, *arguments):
    handle = c_void_p()
    check(getattr(library, function)(*arguments, byref(handle)))
    return handle


expected = open(sys.argv[2]).read().split()
head, count = [float(x) for x in expected[:3]], int(expected[4])
vertices = [float(x) for x in expected[6:]]

character = made("mannequin_character_builtin")
body = made("mannequin_meshes_builtin_body", character)
avatar = made("mannequin_avatar_create", character)
skinner = made("mannequin_skinner_create", None)
check(library.mannequin_avatar_set_slider(avatar, 33, c_double(1.5)))
check(library.mannequin_avatar_set_slider(avatar, 637, c_double(0.8)))
check(library.mannequin_avatar_set_root(avatar, (c_double * 3)(0, 0, 1.1), (c_double * 4)(0, 0, 0, 1)))
check(library.mannequin_avatar_set_rotation_of(avatar, b"mElbowLeft", (c_double * 4)(0, 0, -0.6, 0.8)))
check(library.mannequin_avatar_evaluate(avatar))

joint, place = c_uint32(), (c_double * 3)()
check(library.mannequin_joint_find(character, b"mHead", byref(joint)))
check(library.mannequin_avatar_get_joint_position(avatar, joint, place))
assert all(abs(a - b) < 1e-8 for a, b in zip(place, head)), (list(place), head)

positions = (c_float * (3 * count))()
check(library.mannequin_skinner_skin(skinner, avatar, body, 0,
                                     byref(Buffers(ctypes.sizeof(Buffers), count, positions))))
worst = max(abs(positions[3 * v + k] - vertices[6 * v + k]) for v in range(count) for k in range(3))
assert worst < 1e-5, worst

# What is odd in a file, a callback hears.
told = []
log = Log(LogFunction(lambda user, severity, text: told.append(text.decode())), None)
shape = b'{"sex": "female", "params": {"424242": 1.0}}'
check(library.mannequin_character_set_log(character, byref(log)))
check(library.mannequin_avatar_set_shape(avatar, shape, c_size_t(len(shape)), b"odd.json"))
assert any("unknown_parameter" in line for line in told), told

# What went wrong with a handle, it keeps.
short = Buffers(ctypes.sizeof(Buffers), count - 1, positions)
assert library.mannequin_skinner_skin(skinner, avatar, body, 0, byref(short)) == 3
kept = ctypes.create_string_buffer(1000)
check(library.mannequin_copy_error(skinner, kept, c_size_t(len(kept))))
assert str(count) in kept.value.decode() and kept.value == library.mannequin_last_error()
for kind, handle in (("skinner", skinner), ("avatar", avatar), ("meshes", body), ("character", character)):
    check(getattr(library, f"mannequin_{kind}_release")(handle))
assert library.mannequin_avatar_evaluate(avatar) == 1
print(f"python: vertices within {worst:.2g} m of the reference")

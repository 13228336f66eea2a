#!/usr/bin/env python3
"""Draws the program's icon, a jointed figure: icon.py TO.ico. Sizes from 16 to 256, each drawn by itself so that small ones stay sharp."""

import math
import struct
import sys
import zlib
from pathlib import Path

# Limbs as lines of a width, on a field of 64: from, to, width.
LIMBS = [((32, 21), (32, 35), 11.0), ((32, 38), (32, 40), 10.0), ((26, 20), (17, 29), 4.6), ((16, 31), (11, 40), 4.0),
         ((38, 20), (47, 29), 4.6), ((48, 31), (53, 40), 4.0), ((29, 43), (25, 50), 5.4), ((25, 53), (24, 60), 4.6),
         ((35, 43), (39, 50), 5.4), ((39, 53), (40, 60), 4.6)]
HEAD, BACK = (32, 10, 6.2, 7.4), (0x2B, 0x3A, 0x46)
WOOD = (0xE8, 0xC0, 0x8A)


def inside(x, y):
    """0: nothing, 1: the plate, 2: the figure."""
    if ((x - HEAD[0]) / HEAD[2]) ** 2 + ((y - HEAD[1]) / HEAD[3]) ** 2 <= 1.0:
        return 2
    for (ax, ay), (bx, by), width in LIMBS:
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        if math.hypot(x - ax - t * dx, y - ay - t * dy) <= width / 2:
            return 2
    cx, cy, corner = abs(x - 32) - 20, abs(y - 32) - 20, 11.0
    return 1 if math.hypot(max(cx, 0.0), max(cy, 0.0)) <= corner else 0


def pixels(size):
    side = 4 if size < 64 else 2  # samples of a pixel, each way
    for row in range(size):
        line = bytearray(b"\0")
        for column in range(size):
            counts = [0, 0, 0]
            for sample in range(side * side):
                x = (column + (sample % side + 0.5) / side) * 64 / size
                y = (row + (sample // side + 0.5) / side) * 64 / size
                counts[inside(x, y)] += 1
            shown = counts[1] + counts[2]
            line += bytes((BACK[i] * counts[1] + WOOD[i] * counts[2]) // max(shown, 1) for i in range(3))
            line.append(255 * shown // (side * side))
        yield bytes(line)


def png(size):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(b"".join(pixels(size)), 9)) + chunk(b"IEND", b""))


def main():
    pictures = [(size, png(size)) for size in (16, 24, 32, 48, 64, 256)]
    directory, offset = struct.pack("<HHH", 0, 1, len(pictures)), 6 + 16 * len(pictures)
    for size, data in pictures:
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    Path(sys.argv[1]).write_bytes(directory + b"".join(data for _, data in pictures))


main()

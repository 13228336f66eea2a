"""The text of a .bvh file."""

POSITION = "Xposition Yposition Zposition"
ROOT = f"{POSITION} Xrotation Zrotation Yrotation"
ROTATION = "Zrotation Xrotation Yrotation"
TURNS, TURNS_AND_MOVES = (3, ROTATION), (6, f"{POSITION} {ROTATION}")


def bvh_text(joints, rows, frame_time=0.0333, root="hip"):
    """Bytes: joints, (name, number of channels, their words), all on the root; each row has the six numbers of the root and then theirs."""
    out = f"HIERARCHY\nROOT {root}\n{{\n\tOFFSET 0 0 0\n\tCHANNELS 6 {ROOT}\n"
    for name, count, channels in joints:
        out += (f"\tJOINT {name}\n\t{{\n\t\tOFFSET 0 10 0\n\t\tCHANNELS {count} {channels}\n"
                "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 10 0\n\t\t}\n\t}\n")
    out += f"}}\nMOTION\nFrames: {len(rows)}\nFrame Time: {frame_time}\n"
    return (out + "\n".join(" ".join(f"{number:g}" for number in row) for row in rows) + "\n").encode()

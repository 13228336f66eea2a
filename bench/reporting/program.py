"""What scripts that judge the program have in common."""

import sys


class Failed(Exception):
    """The program, or another one, did not do its work; says why."""


def add_inputs(parser, ruth2):
    """`ruth2`: what --ruth2 is for."""
    parser.add_argument("--mannequin", default="build/mannequin", help="the program (default build/mannequin)")
    parser.add_argument("--assets", default="assets", help="the built-in bodies and clothes (default assets)")
    parser.add_argument("--ruth2", metavar="FOLDER", help=ruth2)


def run_script(main):
    """Ends with main's exit code, or with 3 and the reason."""
    try:
        sys.exit(main())
    except Failed as failure:
        print(failure, file=sys.stderr)
        sys.exit(3)

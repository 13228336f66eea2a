#!/usr/bin/env python3
"""Turns the JSON of build/mannequin_bench into the table of goals and into plots.

Prints the table (--json: as JSON) and writes goals.md and the plots (SVG) beside RESULTS.json or into --out.
Needs Python 3.9 alone. Exit codes: 0 done, 2 wrong usage, 3 a file cannot be read, 1 a result was wrong.
"""

import argparse
import json
import os
import sys

from reporting import roofline
from reporting.goals import all_rows
from reporting.plots import all_plots
from reporting.results import UNSTEADY, join, nonsense, read_results
from reporting.rows import SHORT

MACHINE = ("cpu", "cpu_targets", "caches", "memory", "system", "compiler", "compiler_flags", "gl_device", "gl_driver",
           "gl_missing", "vulkan_device", "vulkan_driver", "vulkan_missing", "peers", "date")


def arguments():
    parser = argparse.ArgumentParser(description="The goals and what was measured, from mannequin_bench's JSON.")
    parser.add_argument("results", metavar="RESULTS.json", nargs="+",
                        help="made by mannequin_bench --benchmark_out=RESULTS.json; several of one machine are joined")
    parser.add_argument("--json", action="store_true", help="the table as JSON")
    parser.add_argument("--out", metavar="DIR", help="where plots and goals.md go; beside RESULTS.json if not given")
    parser.add_argument("--verify", metavar="FILE", help="the JSON of mannequin verify, for the goal on agreement")
    return parser.parse_args()


def read_verified(path):
    """Truncated output is a fault of verify, not a reason to print no table."""
    with open(path, encoding="utf-8") as file:
        try:
            return {"backends": json.load(file)["backends"]}
        except (ValueError, KeyError, TypeError):
            return {"backends": [{"backend": "any", "failed": f"left no whole result in {os.path.basename(path)}"}]}


def machine(context):
    return {key: context[key] for key in MACHINE if key in context}


def steadiness(results):
    """A sentence on how reliable the medians are; empty if they are."""
    unsteady = results.unsteady()
    if not unsteady:
        return ""
    some = ", ".join(unsteady[:3]) + (", ..." if len(unsteady) > 3 else "")
    return (f"Unsteady: repetitions of {len(unsteady)} of {len(results.cases)} cases spread by more than "
            f"{UNSTEADY:.0%} ({some}). Run again with the machine to yourself.")


def as_text(rows, remark):
    table = [("goal", "bar", "measured", "met")] + [(row.goal, row.bar, row.measured, row.status) for row in rows]
    widths = [max(len(line[column]) for line in table) for column in range(4)]
    lines = []
    for index, line in enumerate(table):
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
        if index and rows[index - 1].note:
            lines.append(f"    {rows[index - 1].note}")
    return "\n".join(lines + [remark] * bool(remark)) + "\n"


def as_markdown(rows, results, plots, remark):
    def cell(text):
        return text.replace("|", "\\|")
    lines = ["# Goals and what was measured", "", "| | |", "| --- | --- |"]
    lines += [f"| {key} | {cell(str(value))} |" for key, value in machine(results.context).items()]
    lines += ["", "| goal | bar | measured | met | how |", "| --- | --- | --- | --- | --- |"]
    lines += [f"| {cell(row.goal)} | {cell(row.bar)} | {row.measured} | {row.status} | {cell(row.note)} |"
              for row in rows]
    lines += ["", remark] * bool(remark) + [""] + roofline.as_table(results)
    lines += [f"![{name}]({name})" for name in plots]
    return "\n".join(lines) + "\n"


def as_json(rows, context, plots, unsteady):
    goals = [{"goal": row.goal, "bar": row.bar, "measured": row.measured, "status": row.status, "value": row.value,
              "limit": row.limit, "note": row.note} for row in rows]
    return json.dumps({"schema": 1, "machine": machine(context), "goals": goals, "plots": list(plots),
                       "unsteady": unsteady},
                      ensure_ascii=False, indent=1) + "\n"


def write(path, text):
    """Writes a temporary file and renames it, so that no partial file is ever visible."""
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".part", path)


def main():
    options = arguments()
    try:
        results = join([read_results(path) for path in options.results])
        impossible = nonsense(results)
        if impossible:
            raise ValueError(f"{options.results[0]}: cannot have been measured: " + "; ".join(impossible[:3]))
        verified = read_verified(options.verify) if options.verify else None
        out = options.out or os.path.dirname(os.path.abspath(options.results[0]))
        os.makedirs(out, exist_ok=True)
        rows = all_rows(results, verified)
        plots = all_plots(results)
        for name, text in plots.items():
            write(os.path.join(out, name), text)
        write(os.path.join(out, "goals.md"), as_markdown(rows, results, plots, steadiness(results)))
    except (OSError, ValueError) as error:
        print(f"report.py: {error}", file=sys.stderr)
        return 3
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(as_json(rows, results.context, plots, results.unsteady()) if options.json
                     else as_text(rows, steadiness(results)))
    return 1 if rows[-1].status == SHORT else 0


if __name__ == "__main__":
    sys.exit(main())

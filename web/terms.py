"""The terms of everything that is compiled into the page's engine: Debian's packages, and those whose sources tools/web.sh fetches."""

from pathlib import Path

PACKAGES = ("libpugixml-dev", "zlib1g-dev", "libglm-dev", "libfmt-dev", "libexpected-dev", "nlohmann-json3-dev", "libhwy-dev",
            "libc++-22-dev-wasm32", "libc++abi-22-dev-wasm32", "libclang-rt-22-dev-wasm32", "wasi-libc")


def text():
    """Ours, and each text once."""
    made = (Path(__file__).resolve().parents[1] / "LICENSE").read_text(encoding="utf-8")
    packages = {}
    for package in PACKAGES:
        told = Path("/usr/share/doc", package, "copyright").read_text(encoding="utf-8", errors="replace")
        packages.setdefault(told, []).append(package)
    return made + "".join(f"\n\n=== {', '.join(names)}\n\n{told}" for told, names in packages.items())

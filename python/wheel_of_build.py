"""Makes the wheel, for pip (PEP 517) and by hand: python3 wheel_of_build.py FOLDER. Nothing but Python and the build.

The wheel has the C libraries of ../build (or of MANNEQUIN_BUILD_FOLDER) and the shared libraries that they need beyond
the C and C++ ones, with their terms, so that it runs where those are not installed. It is for any Python 3 of one
platform: manylinux_2_N, where N is the newest glibc that any of its libraries asks for. Equal input gives equal bytes.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# Libraries that every Linux has; all others are bundled.
SYSTEMS_OWN = re.compile(r"^(linux-vdso|ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so")
SUMMARY = "Second Life and OpenSim avatars: sliders, worn meshes, poses, skinned vertices, upload checks, weights"


def version() -> str:
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(mannequin VERSION ([\d.]+)", text).group(1)


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def built_libraries() -> list[Path]:
    """The C library and the binding library; builds them first if they are missing."""
    folder = Path(os.environ.get("MANNEQUIN_BUILD_FOLDER", ROOT / "build"))
    suffix = ".".join(version().split(".")[:2])
    wanted = [folder / f"lib{name}.so.{suffix}" for name in ("mannequin_c", "mannequin_c_bind")]
    if not all(path.exists() for path in wanted):
        print(f"Building the C libraries in {folder}", file=sys.stderr)
        if not (folder / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
                            "-DMANNEQUIN_TOOLS=OFF"], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "mannequin_c", "mannequin_c_bind_shared"], check=True)
    return wanted


def needed(library: Path) -> list[Path]:
    """All shared libraries that it needs, except the system's own."""
    found = []
    for line in said("ldd", str(library)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+) ", line)
        if match and not SYSTEMS_OWN.match(match.group(1)):
            found.append(Path(match.group(2)).parent / match.group(1))
        elif "not found" in line:
            raise SystemExit(f"{library.name}: {line.strip()}")
    return found


def opening_order(libraries: list[Path]) -> list[Path]:
    """Each after its dependencies."""
    by_name = {path.name: path for path in libraries}
    order: list[Path] = []

    def add(path: Path) -> None:
        if path in order:
            return
        for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said("readelf", "-d", str(path))):
            if name in by_name:
                add(by_name[name])
        order.append(path)

    for path in sorted(libraries):
        add(path)
    return order


def platform_tag(libraries: list[Path]) -> str:
    machine = sysconfig.get_platform().rsplit("-", 1)[-1]
    newest = max(int(minor) for path in libraries
                 for minor in re.findall(r"GLIBC_2\.(\d+)", said("readelf", "--version-info", "--wide", str(path))))
    return f"manylinux_2_{newest}_{machine}"


def packages_of(libraries: list[Path]) -> list[str]:
    """The Debian packages of these libraries; none on other systems."""
    found = set()
    for path in libraries:
        for name in (str(path), str(path.resolve())):
            done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, check=False)
            merged = done.stdout or subprocess.run(["dpkg-query", "-S", "/usr" + name], capture_output=True, text=True,
                                                   check=False).stdout
            found.update(line.split(":")[0] for line in merged.splitlines() if not line.startswith("diversion"))
    return sorted(found)


# Libraries whose code is compiled into the C libraries.
COMPILED_IN = ("libeigen3-dev", "libexpected-dev", "libglm-dev", "nlohmann-json3-dev")


def terms(bundled: list[Path]) -> dict[str, bytes]:
    """The licence, and those of the bundled libraries."""
    texts = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    for package in [*packages_of(bundled), *COMPILED_IN]:
        copyright_ = Path("/usr/share/doc") / package / "copyright"
        if copyright_.exists():
            texts[f"LICENSE.{package}"] = copyright_.read_bytes()
    return texts


def stripped(path: Path) -> bytes:
    """Without symbols that only a debugger reads."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / path.name
        try:
            said("strip", "--strip-unneeded", "-o", str(out), str(path.resolve()))
        except (OSError, subprocess.CalledProcessError):
            return path.resolve().read_bytes()
        return out.read_bytes()


def metadata(info_version: str) -> str:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.1\nName: mannequin\nVersion: {info_version}\nSummary: {SUMMARY}\nLicense: MIT\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n" + readme)


def contents(libraries: list[Path]) -> tuple[dict[str, bytes], str]:
    """name -> bytes, without RECORD; and the platform."""
    beside = sorted({path for library in libraries for path in needed(library)})
    order = opening_order(beside)
    tag = platform_tag([*libraries, *beside])
    files = {f"mannequin/{path.name}": path.read_bytes() for path in sorted((HERE / "mannequin").glob("*.py"))}
    files["mannequin/py.typed"] = b""
    for path in [*libraries, *order]:
        files[f"mannequin/libraries/{path.name}"] = stripped(path)
    files["mannequin/libraries/mannequin.glb"] = (ROOT / "assets/mannequin.glb").read_bytes()
    files["mannequin/libraries/order.txt"] = "".join(f"{path.name}\n" for path in order).encode()
    info = f"mannequin-{version()}.dist-info"
    for name, text in terms(beside).items():
        files[f"{info}/licenses/{name}"] = text
    files[f"{info}/METADATA"] = metadata(version()).encode()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: wheel_of_build\nRoot-Is-Purelib: false\n"
                              f"Tag: py3-none-{tag}\n").encode()
    return files, tag


def record(files: dict[str, bytes], name: str) -> bytes:
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return ("".join(lines) + f"{name},,\n").encode()


# --- the hooks that pip calls


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    if not sys.platform.startswith("linux"):
        raise SystemExit("A wheel is made on Linux only so far; elsewhere put python/mannequin on the path, and say in "
                         "MANNEQUIN_LIBRARY_FOLDER where the C library is.")
    files, tag = contents(built_libraries())
    record_name = f"mannequin-{version()}.dist-info/RECORD"
    files[record_name] = record(files, record_name)
    name = f"mannequin-{version()}-py3-none-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data, compresslevel=9)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise SystemExit("The package is built from a checkout, which has the C library; there is no archive of it alone.")


def get_requires_for_build_wheel(config_settings: object = None) -> list[str]:
    return []


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    os.makedirs(sys.argv[1], exist_ok=True)
    print(build_wheel(sys.argv[1]))

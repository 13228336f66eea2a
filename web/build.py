#!/usr/bin/env python3
"""Writes build.ninja for the page: build.py BUILD_FOLDER. tools/web.sh calls it, and then ninja."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = Path(sys.argv[1]).resolve()

FOLDERS = ("platform platform/posix core math skeleton appearance animation mesh skinning skinning/cpu avatar motion fit layers io io/collada io/gltf "
           "io/mesh_asset wear c_api").split()
# What a page has no use for: files and folders, graphics of the host, images, crowds, weights, sweeps.
LEFT_OUT = set("""platform/posix/dynamic_library platform/posix/open_below platform/posix/own_folder platform/posix/memory_size
  platform/posix/open_file
  platform/posix/program platform/posix/replacement io/file io/companion io/document_path
  io/character_folder io/image io/image_writer io/texel_picture_file c_api/gl c_api/vulkan c_api/bind c_api/bind_arrays
  c_api/crowd c_api/fit c_api/system_avatar c_api/animated_object c_api/bulk c_api/easings c_api/morphs c_api/motions c_api/pickers
  avatar/avatar_batch avatar/avatar_batch_evaluate avatar/avatar_batch_inputs avatar/avatar_batch_outfits avatar/batch_definition
  avatar/batch_kernels avatar/batch_state avatar/batch_tables
  fit/garment_attach fit/garment_cases fit/garment_changes fit/garment_balance fit/garment_coarse fit/garment_costs fit/garment_cover fit/garment_depth fit/garment_field
  fit/garment_hidden fit/garment_mend fit/garment_motion fit/garment_patches fit/garment_places fit/garment_refinement fit/garment_search
  fit/garment_spread fit/garment_sweep fit/garment_watch fit/garment_weights""".split())
# Where frames spend their time; everything else is optimised for size.
FAST = {"skinning/cpu"}
FUNCTIONS = """version last_error character_builtin joint_count joint_get slider_count slider_get meshes_load meshes_from_arrays
  meshes_release mesh_count mesh_get mesh_get_face mesh_copy_indices mesh_copy_uvs mesh_copy_bound mesh_copy_joints mesh_offset_count mesh_get_offset check
  findings_count findings_get findings_release clip_load clip_get clip_release avatar_create avatar_release avatar_set_slider
  avatar_get_slider avatar_reset_sliders avatar_set_shape avatar_copy_shape avatar_measure_slider avatar_wear avatar_take_off
  avatar_find_offset avatar_set_clip avatar_set_pose avatar_set_root avatar_clear_pose avatar_evaluate avatar_get_body_size
  avatar_get_joint_position avatar_copy_joint_matrices avatar_copy_glb skinner_create skinner_skin skinner_forget page_listen
  page_project page_visible page_light page_draw""".split()
FLAGS = ("--target=wasm32-wasi -Wno-deprecated -Wno-c23-extensions -std=c++20 -msimd128 -fignore-exceptions -ffp-contract=off "
         "-ffunction-sections -fdata-sections -DNDEBUG -DFMT_HEADER_ONLY -DMANNEQUIN_ONE_THREAD -DMANNEQUIN_BUILDS_C_API")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    major, minor, patch = text.split("project(mannequin VERSION ")[1].split()[0].split(".")
    return int(major) * 10000 + int(minor) * 100 + int(patch)


def joined(folder):
    """Unity sources of up to sixteen files of a folder: most of the time goes into headers."""
    sources, made = sorted((ROOT / "engine" / folder).glob("*.cpp")), []
    for first in range(0, len(sources), 16):
        path = OUT / f"{folder.replace('/', '_')}_{first // 16}.cpp"
        text = "".join(f'#include "engine/{folder}/{source.name}"\n' for source in sources[first:first + 16]
                       if f"{folder}/{source.stem}" not in LEFT_OUT)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        made.append(path)
    return made


def main():
    sources = [(path, "-O3" if folder in FAST else "-Oz") for folder in FOLDERS for path in joined(folder)]
    sources += [(ROOT / "web" / "system.cpp", "-Oz"), *((ROOT / "web" / name, "-O3") for name in ("visible.cpp", "draft.cpp"))]
    outside = OUT / "sources"
    c_sources = [outside / "pugixml" / "src" / "pugixml.cpp"]
    c_sources += [outside / "zlib" / f"{name}.c" for name in "adler32 crc32 inflate inffast inftrees zutil".split()]
    lines = [f"root = {ROOT}", f"flags = {FLAGS} -DMANNEQUIN_VERSION_NUMBER={version()} -I$root -I$root/include -I{OUT}/headers",
             "rule cc", "  command = clang++-22 $flags $level -MMD -MF $out.d -c $in -o $out", "  depfile = $out.d", "  deps = gcc", "  description = $out",
             "rule plain", "  command = $compiler --target=wasm32-wasi -Oz -msimd128 -fignore-exceptions -ffunction-sections "
             "-DNO_GZIP -w -ffile-prefix-map=$root=. -c $in -o $out", # of others: their warnings are theirs
             "rule link", "  command = clang++-22 --target=wasm32-wasi -Wno-deprecated -mexec-model=reactor --no-wasm-opt -Wl,--gc-sections,--strip-all,"
             "--stack-first,-z,stack-size=1048576,--max-memory=2147483648 $exports $in -o $out",
             "rule shrink", "  command = wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-sign-ext "
             "--enable-nontrapping-float-to-int --enable-mutable-globals $in -o $out",
             "rule page", "  command = python3 $root/web/page.py $in $out",
             "exports = " + " ".join(f"-Wl,--export=mannequin_{name}" for name in FUNCTIONS) + " -Wl,--export=malloc -Wl,--export=free"]
    objects = []
    for source, level in sources:
        made = f"{source.stem}.o"
        lines += [f"build {made}: cc {source}", f"  level = {level}"]
        objects.append(made)
    for source in c_sources:
        made = f"{source.stem}_outside.o"
        lines += [f"build {made}: plain {source}", f"  compiler = {'clang-22' if source.suffix == '.c' else 'clang++-22 -std=c++20'}"]
        objects.append(made)
    lines += [f"build whole.wasm: link {' '.join(objects)}", "build mannequin.wasm: shrink whole.wasm"]
    here = ROOT / "web"
    page = " ".join(f"$root/web/{path.name}" for path in sorted(here.iterdir()) if path.suffix in (".js", ".css", ".html") or path.name in
                    ("page.py", "meshes.py", "terms.py", "words.py"))
    assets = " ".join(f"$root/assets/{path.name}" for path in sorted((ROOT / "assets").glob("*.glb")))
    lines += [f"build mannequin.html: page mannequin.wasm | {page} {assets} $root/assets/appearance.json $root/python/mannequin/_abi.py "
              "$root/tools/document/window_words.cpp",
              "default mannequin.html", ""]
    (OUT / "build.ninja").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    main()

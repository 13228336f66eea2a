#include "engine/io/bound_mesh.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "engine/io/file.h"
#include "engine/io/gltf/glb_container.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/text_file.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

struct Kind {
  std::string_view start;  // the first bytes of its files
  const char* name;        // with its article
};

// Common mistakes, so that the message can name them.
constexpr std::array kOthers = {
    Kind{"Kaydara FBX Binary", "an FBX"},
    Kind{"; FBX", "an FBX"},
    Kind{"BLENDER", "a Blender"},
    Kind{"PK\x03\x04", "a zip"},
    Kind{"\x1f\x8b", "a gzip"},
    Kind{"\x89PNG", "a PNG image"},
    Kind{"\xff\xd8\xff", "a JPEG image"},
    Kind{"ply\n", "a PLY"},
    Kind{"HIERARCHY", "a BVH animation"},
    Kind{"Linden Binary Mesh", "a system avatar mesh (.llm)"},
    Kind{"solid ", "an STL"},
    Kind{"#usda", "a USD"},
    Kind{"PXR-USDC", "a USD"},
    Kind{"# Blender", "a Wavefront OBJ"},
    Kind{"mtllib ", "a Wavefront OBJ"},
    Kind{"v ", "a Wavefront OBJ"},
    Kind{"o ", "a Wavefront OBJ"},
};

std::string_view without_leading_blanks(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string kind_of(std::string_view text, const std::filesystem::path& path) {
  for (const Kind& kind : kOthers)
    if (text.starts_with(kind.start)) return fmt::format("{} file", kind.name);
  const std::string ending = path.extension().string();
  return ending.empty() ? "not a known mesh file" : fmt::format("not a readable {} file", ending);
}

Result<BoundMeshFile> read_any(std::span<const std::byte> bytes, const std::string& source,
                               const FilePath& folder, Lod lod) {
  if (looks_like_glb(bytes)) return read_gltf(bytes, source, folder);
  const std::string_view text = without_leading_blanks(as_text(bytes));
  if (text.empty())
    return fail(ErrorCode::cannot_read, source,
                "is empty. If it is still being exported, wait; otherwise export it again");
  if (auto status = check_no_web_page(text, source); !status) return error_of(status);
  if (looks_like_mesh_asset(bytes))
    return read_mesh_asset(bytes, source).map([&](MeshAssetFile&& file) {
      return bound_meshes(std::move(file), lod);
    });
  // A UTF-16 file begins with a byte order mark, which the XML parser handles.
  if (text.front() == '<' || text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return read_collada(bytes, source);
  if (text.front() == '{') return read_gltf(bytes, source, folder);
  return fail(
      ErrorCode::unsupported, source,
      fmt::format("is {}; bound meshes are read from .dae, .glb, .gltf and mesh assets (.mesh, .llmesh, "
                  ".slm). Export as .glb or .dae",
                  kind_of(text, path_of_utf8(source))));
}

}  // namespace

Result<BoundMeshFile> read_bound_mesh(const FilePath& file, Lod lod) {
  const std::filesystem::path path = file.native();
  auto bytes = read_file(path);
  if (!bytes) return error_of(std::move(bytes));
  return read_bound_mesh(*bytes, path.filename().string(), path.parent_path(), lod);
}

Result<BoundMeshFile> read_bound_mesh(std::span<const std::byte> bytes, const std::string& source,
                                      const FilePath& folder, Lod lod) {
  Result<BoundMeshFile> file = read_any(bytes, source, folder, lod);
  if (file && file->meshes.size() > kMaxMeshes)
    return fail(ErrorCode::bad_data, source,
                fmt::format("has {} meshes, more than the {} that are supported; join them, or export fewer",
                            file->meshes.size(), kMaxMeshes));
  return file;
}

}  // namespace mannequin::io

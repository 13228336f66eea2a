// Reads mesh assets: header, blocks, saved uploads. The contents of blocks are decoded by the files in
// engine/io/mesh_asset/.
#include "engine/io/mesh_asset.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <glm/gtc/type_ptr.hpp>
#include <utility>
#include <variant>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset/blocks.h"
#include "engine/io/mesh_asset/faces.h"
#include "engine/io/mesh_asset/physics.h"
#include "engine/io/mesh_asset/skin_block.h"
#include "engine/math/finite.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace mesh_asset {
namespace {

// One asset. `bytes` start with its header.
class AssetReader {
 public:
  AssetReader(std::span<const std::byte> bytes, std::string where, Budget& budget, Notes& notes)
      : bytes_(bytes), where_(std::move(where)), budget_(budget), notes_(notes) {}

  Result<MeshAsset> read(const LlsdRead& header) {
    asset_.file_bytes = bytes_.size();
    asset_.header_bytes = header.size;
    body_ = bytes_.subspan(header.size);
    const Status status = read_header_values(header).and_then([&] { return read_skin(); }).and_then([&] {
      return read_levels();
    });
    if (!status) return error_of(status);
    read_physics();
    return std::move(asset_);
  }

 private:
  Status read_header_values(const LlsdRead& header) {
    auto values = header_of(header, asset_.file_bytes, where_);
    if (!values) return error_of(values);
    asset_.version = values->version;
    asset_.submodel_id = values->submodel_id;
    asset_.blocks = std::move(values->blocks);
    if (const Llsd* materials = header.value.find("material_list"))
      if (const auto* list = materials->as<Llsd::Array>())
        for (const Llsd& item : *list)
          asset_.material_list.push_back(item.as<std::string>() == nullptr ? "" : *item.as<std::string>());
    return {};
  }

  AssetBlock* find_block(const char* key) {
    const auto found = std::find_if(asset_.blocks.begin(), asset_.blocks.end(),
                                    [&](const AssetBlock& block) { return block.key == key; });
    return found == asset_.blocks.end() ? nullptr : &*found;
  }

  std::string at(const char* key) const { return fmt::format("{}, {}", where_, key); }

  Result<Llsd> unpack_block(AssetBlock& block) { return unpack(body_, block, budget_, where_, notes_); }

  Status read_skin() {
    AssetBlock* block = find_block("skin");
    if (block == nullptr) return {};
    auto value = unpack_block(*block);
    if (!value) return error_of(value);
    auto skin = read_skin_block(*value, at("skin"), notes_);
    if (!skin) return error_of(skin);
    asset_.skin = std::move(*skin);
    return {};
  }

  Result<std::vector<AssetFace>> read_face_block(const char* key) {
    AssetBlock* block = find_block(key);
    if (block == nullptr) return std::vector<AssetFace>();
    auto value = unpack_block(*block);
    if (!value) return error_of(value);
    const auto joints = asset_.skin ? std::optional(asset_.skin->joint_names.size()) : std::nullopt;
    return read_faces(*value, joints, at(key), budget_, notes_);
  }

  Status read_levels() {
    std::size_t faces = 0;
    for (const Lod lod : kLods) {
      auto level = read_face_block(lod_key(lod));
      if (!level) return error_of(level);
      if (!level->empty() && faces > 0 && faces != level->size())
        notes_.push_back(
            {Severity::warning, "face_count_differs", at(lod_key(lod)),
             fmt::format(
                 "has {} faces, the level below {}; every level needs the same number, or materials move "
                 "to other faces",
                 level->size(), faces)});
      if (!level->empty()) faces = level->size();
      asset_.levels[static_cast<std::size_t>(lod)] = std::move(*level);
    }
    return {};
  }

  // Drawing does not depend on it.
  void read_physics() {
    const auto note = [&](const Error& error) {
      notes_.push_back({Severity::warning, "physics_unreadable", error.where,
                        error.what + ". The mesh itself is intact; upload it again to fix its physics"});
    };
    if (auto mesh = read_face_block("physics_mesh")) {
      asset_.physics_mesh = std::move(*mesh);
    } else {
      note(mesh.error());
    }
    AssetBlock* block = find_block("physics_convex");
    if (block == nullptr) return;
    auto hulls = unpack_block(*block).and_then(
        [&](const Llsd& value) { return read_hulls(value, at("physics_convex")); });
    if (hulls) {
      asset_.hulls = std::move(*hulls);
    } else {
      note(hulls.error());
    }
  }

  std::span<const std::byte> bytes_, body_;
  std::string where_;
  Budget& budget_;
  Notes& notes_;
  MeshAsset asset_;
};

// nullopt unless it is 16 numbers within float32, as in the viewer.
Mat4 read_transform(const Llsd* transform) {
  const auto* numbers = transform == nullptr ? nullptr : transform->as<Llsd::Array>();
  if (numbers == nullptr || numbers->size() != 16) return Mat4(1.0);
  Mat4 placed(1.0);
  for (std::size_t k = 0; k < 16; ++k) glm::value_ptr(placed)[k] = (*numbers)[k].number().value_or(0.0);
  return is_finite(glm::mat4(placed)) ? placed : Mat4(1.0);
}

// The transform and name of the first instance of each mesh.
void name_meshes(const Llsd& upload, MeshAssetFile& file) {
  const Llsd* instances = upload.find("instance");
  const auto* list = instances == nullptr ? nullptr : instances->as<Llsd::Array>();
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const Llsd& instance = (*list)[i];
    const Llsd* number = instance.find("mesh_id");
    const double id = number == nullptr ? -1.0 : number->number().value_or(-1.0);
    if (!(id >= 0.0 && id < static_cast<double>(file.meshes.size()))) continue;
    MeshAsset& mesh = file.meshes[static_cast<std::size_t>(id)];
    if (mesh.placed) continue;
    mesh.placed = read_transform(instance.find("transform"));
    if (const Llsd* label = instance.find("label"); label != nullptr && label->as<std::string>() != nullptr)
      mesh.name = *label->as<std::string>();
  }
}

// Each of its meshes is a whole asset, stored as a string.
// Releases them one by one, since together they are as large as the file.
Status read_upload(Llsd& upload, Llsd::Array& meshes, Budget& budget, MeshAssetFile& file) {
  if (meshes.empty())
    return fail(ErrorCode::bad_data, file.source, "has no meshes in it; save the upload again");
  file.slm = true;
  if (const Llsd* name = upload.find("name"); name != nullptr && name->as<std::string>() != nullptr)
    file.name = *name->as<std::string>();
  for (Llsd& item : meshes) {
    const std::string where = fmt::format("{}, mesh {}", file.source, file.meshes.size());
    const auto* text = item.as<std::string>();
    const auto* data = item.as<Bytes>();
    if (text == nullptr && data == nullptr)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("is {}, not a mesh asset; save the upload again", item.kind()));
    const auto bytes = text != nullptr ? std::as_bytes(std::span(*text)) : std::span<const std::byte>(*data);
    const auto header = read_header(bytes, where);
    if (!header) return error_of(header);
    auto asset = AssetReader(bytes, where, budget, file.notes).read(*header);
    if (!asset) return error_of(asset);
    asset->name = fmt::format("{}_{}", file.name.empty() ? "mesh" : file.name, file.meshes.size());
    file.meshes.push_back(std::move(*asset));
    item = Llsd();
  }
  name_meshes(upload, file);
  return {};
}

// The array of a saved upload; null for anything else.
Llsd::Array* meshes_of(Llsd& value) {
  auto* const map = std::get_if<Llsd::Map>(&value.value);
  if (map == nullptr) return nullptr;
  const auto found = std::ranges::find(*map, "mesh", &Llsd::Map::value_type::first);
  return found == map->end() ? nullptr : std::get_if<Llsd::Array>(&found->second.value);
}

Result<MeshAssetFile> read(std::span<const std::byte> bytes, const std::string& source) {
  MeshAssetFile file;
  file.source = source;
  file.name = path_of_utf8(source).stem().string();
  Budget budget(bytes.size());
  auto header = read_header(bytes, source);
  if (!header) return error_of(header);
  if (Llsd::Array* const meshes = meshes_of(header->value); meshes != nullptr) {
    file.name.clear();
    const Status status = read_upload(header->value, *meshes, budget, file);
    if (!status) return error_of(status);
    return file;
  }
  auto asset = AssetReader(bytes, source, budget, file.notes).read(*header);
  if (!asset) return error_of(asset);
  asset->name = file.name;
  file.meshes.push_back(std::move(*asset));
  return file;
}

}  // namespace
}  // namespace mesh_asset

const char* lod_key(Lod lod) {
  constexpr const char* kKeys[] = {"lowest_lod", "low_lod", "medium_lod", "high_lod"};
  return kKeys[static_cast<std::size_t>(lod)];
}

bool looks_like_mesh_asset(std::span<const std::byte> bytes) {
  // A map of binary LLSD, whose entry count begins with zeros, or the old text header.
  const std::string_view text = as_text(bytes);
  return text.starts_with(std::string_view("{\0", 2)) || text.starts_with("<? LLSD/Binary ?>") ||
         text.starts_with("<?llsd/binary?>");
}

Result<MeshAssetFile> read_mesh_asset(std::span<const std::byte> bytes, const std::string& source) {
  return mesh_asset::within_this_machine(source, [&] { return mesh_asset::read(bytes, source); });
}

}  // namespace mannequin::io

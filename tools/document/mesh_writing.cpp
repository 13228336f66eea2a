#include "tools/document/mesh_writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/lower_case.h"
#include "engine/io/collada_writer.h"
#include "engine/io/companion.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/obj_writer.h"
#include "engine/mesh/bind_shape.h"
#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

constexpr std::array kAssets = {".mesh", ".llmesh", ".slm"};
constexpr std::array kOthers = {".glb", ".obj", ".dae"};

template <std::size_t N>
bool among(const std::array<const char*, N>& endings, const std::string& ending) {
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

Result<io::Notes> with_notes(const Status& status, io::Notes notes = {}) {
  if (!status) return error_of(status);
  return notes;
}

Status convert_to_assets(const io::BoundMeshFile& file, const Skeleton& skeleton,
                         const std::filesystem::path& in, const std::filesystem::path& out,
                         const MeshWriting& options) {
  io::MeshAssetOptions choices;
  choices.joint_positions = options.joint_positions.value_or(file.is_asset);
  choices.lock_scale = options.lock_scale;
  choices.pelvis_offset = options.pelvis_offset;
  std::vector<io::MeshAsset> assets;
  for (const BoundMeshDesc& bound : file.meshes) {
    const auto mesh = Mesh::build(bound.mesh);
    if (!mesh) return error_of(mesh);
    Result<std::vector<io::MeshAsset>> made;
    if (bound.rigged() && options.skin) {
      const auto skin = Skin::build(bound.skin, *mesh, skeleton);
      if (!skin) return error_of(skin);
      made = io::make_mesh_assets(*mesh, &*skin, skeleton, choices);
    } else {
      made = io::make_mesh_assets(*mesh, nullptr, skeleton, choices);
    }
    if (!made) return error_of(made);
    assets.insert(assets.end(), std::make_move_iterator(made->begin()), std::make_move_iterator(made->end()));
  }
  return write_assets(assets, io::AssetNumbers::imported, in, out, options);
}

// The mesh in bind space, with the bind shape applied.
void unbind(BoundMeshDesc& bound) {
  apply_bind_shape(bound);
  bound.skin = {};
}

// The glTF importer does not take them as the COLLADA importer does.
void note_attachment_points(const io::BoundMeshFile& file, const Skeleton& skeleton, io::Notes& notes) {
  for (const BoundMeshDesc& bound : file.meshes)
    for (const InfluenceDesc& influence : bound.skin.influences) {
      if (!(influence.weight > 0.0f) || influence.joint >= bound.skin.joint_names.size()) continue;
      const std::string& name = bound.skin.joint_names[influence.joint];
      const JointIndex joint = skeleton.find(name);
      if (joint == kNoJoint || skeleton[joint].kind != JointKind::attachment_point) continue;
      notes.push_back(
          {Severity::warning, "attachment_point_joint", file.source,
           fmt::format("mesh '{}' is weighted to '{}', an attachment point; a .glb must be uploaded without "
                       "joint positions, with which viewers move what follows it. A .dae has no such limit",
                       bound.mesh.name, name)});
      return;
    }
}

// Sums to 1, which the uploader makes them anyway: dropped joints and the sixteen bits of assets leave less.
void normalise_sums(SkinDesc& skin) {
  for (std::size_t v = 0; v + 1 < skin.influence_begin.size(); ++v) {
    const std::size_t end = std::min<std::size_t>(skin.influence_begin[v + 1], skin.influences.size());
    double sum = 0.0;
    for (std::size_t i = skin.influence_begin[v]; i < end; ++i)
      sum += std::max(0.0, static_cast<double>(skin.influences[i].weight));
    if (!(std::abs(sum - 1.0) > 1e-6 && sum > 1e-6) || !std::isfinite(sum)) continue;
    for (std::size_t i = skin.influence_begin[v]; i < end; ++i)
      skin.influences[i].weight = static_cast<float>(static_cast<double>(skin.influences[i].weight) / sum);
  }
}

io::PosedMesh view(const MeshDesc& mesh) {
  return {mesh.name,    mesh.positions, mesh.normals,   mesh.uvs,
          mesh.indices, mesh.faces,     mesh.materials, mesh.source_indices};
}

Result<io::Notes> convert_to_others(io::BoundMeshFile& file, const Skeleton& skeleton,
                                    const std::filesystem::path& in, const std::filesystem::path& out,
                                    const MeshWriting& options) {
  const bool is_obj = lower_ending(out) == ".obj";
  for (BoundMeshDesc& bound : file.meshes) {
    if (!options.joint_positions.value_or(true)) bound.skin.joint_positions.clear();
    if (is_obj || !options.skin) unbind(bound);
    if (lower_ending(out) == ".dae") normalise_sums(bound.skin);
  }
  if (lower_ending(out) == ".dae")
    return with_notes(
        io::write_collada(file.meshes, &skeleton, options.gltf_binds).and_then([&](const std::string& text) {
          return io::write_file(out, text);
        }));
  if (!is_obj) {
    io::Notes notes = take_textures(file, in.parent_path());
    note_attachment_points(file, skeleton, notes);
    return with_notes(io::write_glb(file.meshes, &skeleton, file.looks).and_then([&](const io::Bytes& bytes) {
      return io::write_file(out, bytes);
    }),
                      std::move(notes));
  }
  std::vector<io::PosedMesh> views;
  for (const BoundMeshDesc& bound : file.meshes) views.push_back(view(bound.mesh));
  return with_notes(
      io::write_obj(views).and_then([&](const std::string& text) { return io::write_file(out, text); }));
}

}  // namespace

io::Notes take_textures(io::BoundMeshFile& file, const std::filesystem::path& folder) {
  io::Notes notes;
  file.looks.resize(file.meshes.size());
  std::map<std::string, std::shared_ptr<const io::Bytes>> read;
  for (std::size_t m = 0; m < file.meshes.size(); ++m) {
    std::vector<MaterialDesc>& materials = file.meshes[m].mesh.materials;
    file.looks[m].images.resize(materials.size());
    for (std::size_t i = 0; i < materials.size(); ++i) {
      MaterialDesc& material = materials[i];
      if (material.texture.empty() || file.looks[m].images[i]) continue;
      const auto [entry, is_new] = read.try_emplace(material.texture);
      if (is_new) {
        std::string name = material.texture;
        std::ranges::replace(name, '\\', '/');
        auto bytes = io::read_companion(folder, path_of_utf8(name));
        if (bytes)
          entry->second = std::make_shared<const io::Bytes>(std::move(*bytes));
        else
          notes.push_back(
              {Severity::warning, "image_missing", file.source,
               fmt::format("the texture '{}' is left out: {}", material.texture, bytes.error().what)});
      }
      file.looks[m].images[i] = entry->second;
      material.texture.clear();
    }
  }
  return notes;
}

bool is_asset_ending(const std::string& ending) { return among(kAssets, ending); }

bool converts_to_mesh(const std::string& ending) { return among(kAssets, ending) || among(kOthers, ending); }

Status check_asset_settings(const MeshWriting& options, bool joint_positions) {
  if (joint_positions || (!options.lock_scale.value_or(false) && !options.pelvis_offset)) return {};
  return fail(ErrorCode::bad_argument, options.pelvis_offset ? "--pelvis-offset" : "--lock-scale",
              "applies only to mesh assets with joint positions, which this output lacks; write a .llmesh, "
              ".mesh or .slm of a file that has them, with --joint-positions on");
}

Status write_assets(std::span<const io::MeshAsset> assets, io::AssetNumbers numbers,
                    const std::filesystem::path& in, const std::filesystem::path& out,
                    const MeshWriting& options) {
  const bool joint_positions = std::ranges::any_of(
      assets, [](const io::MeshAsset& asset) { return asset.skin && !asset.skin->joint_positions.empty(); });
  if (auto status = check_asset_settings(options, joint_positions); !status) return status;
  if (lower_ending(out) == ".slm")
    return io::write_upload(assets, in.stem().string(), numbers).and_then([&](const io::Bytes& bytes) {
      return io::write_file(out, bytes);
    });
  if (assets.size() != 1) {
    std::string names;
    for (const io::MeshAsset& asset : assets)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", asset.name);
    return fail(
        ErrorCode::bad_argument, in.filename().string(),
        fmt::format("makes {} mesh assets ({}), but {} holds one; name one with --mesh, or write a .slm",
                    assets.size(), names, out.filename().string()));
  }
  return io::write_mesh_asset(assets.front(), numbers).and_then([&](const io::Bytes& bytes) {
    return io::write_file(out, bytes);
  });
}

Result<io::Notes> write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton,
                               const std::filesystem::path& in, const std::filesystem::path& out,
                               const MeshWriting& options) {
  return is_asset_ending(lower_ending(out)) ? with_notes(convert_to_assets(file, skeleton, in, out, options))
                                            : convert_to_others(file, skeleton, in, out, options);
}

}  // namespace mannequin::document

#include "tools/mannequin/convert_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "engine/io/collada_writer.h"
#include "engine/io/companion.h"
#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_asset_writer.h"
#include "engine/io/obj_writer.h"
#include "engine/mesh/bind_shape.h"
#include "engine/mesh/retarget.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

constexpr std::array kAssets = {".mesh", ".llmesh", ".slm"};
constexpr std::array kOthers = {".glb", ".obj", ".dae"};

template <std::size_t N>
bool among(const std::array<const char*, N>& endings, const std::string& ending) {
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

// Keeps only the requested mesh.
template <typename T, typename NameOf>
Status choose(std::vector<T>& meshes, const std::string& name, const std::string& file, NameOf name_of) {
  if (name.empty()) return {};
  std::string names;
  for (const T& mesh : meshes) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", name_of(mesh));
  std::erase_if(meshes, [&](const T& mesh) { return name_of(mesh) != name; });
  if (!meshes.empty()) return {};
  return fail(ErrorCode::bad_argument, file, fmt::format("has no mesh '{}'; it has {}", name, names));
}

// Of a file, with the looks that go with its meshes.
Status choose(io::BoundMeshFile& file, const std::string& name) {
  if (!name.empty() && file.looks.size() == file.meshes.size()) {
    std::vector<io::MeshLook> looks;
    for (std::size_t m = 0; m < file.meshes.size(); ++m)
      if (file.meshes[m].mesh.name == name) looks.push_back(std::move(file.looks[m]));
    file.looks = std::move(looks);
  }
  return choose(file.meshes, name, file.source, [](const auto& mesh) { return mesh.mesh.name; });
}

// Viewers use these two settings only if there are joint positions.
Status check_settings(const ConvertMeshOptions& options, bool joint_positions) {
  if (joint_positions || (!options.lock_scale.value_or(false) && !options.pelvis_offset)) return {};
  return fail(ErrorCode::bad_argument, options.pelvis_offset ? "--pelvis-offset" : "--lock-scale",
              "applies only to mesh assets with joint positions, which this output lacks; write a .llmesh, "
              ".mesh or .slm of a file that has them, with --joint-positions on");
}

Status write_assets(std::span<const io::MeshAsset> assets, io::AssetNumbers numbers,
                    const std::filesystem::path& in, const std::filesystem::path& out,
                    const ConvertMeshOptions& options) {
  const bool joint_positions = std::ranges::any_of(
      assets, [](const io::MeshAsset& asset) { return asset.skin && !asset.skin->joint_positions.empty(); });
  if (auto status = check_settings(options, joint_positions); !status) return status;
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

// Asset to asset: changes nothing but its skin's settings.
Status convert_asset(const io::Bytes& bytes, const std::filesystem::path& in,
                     const std::filesystem::path& out, const ConvertMeshOptions& options) {
  auto file = io::read_mesh_asset(bytes, in.filename().string());
  if (!file) return error_of(file);
  report(file->notes);
  if (auto status =
          choose(file->meshes, options.mesh, file->source, [](const auto& mesh) { return mesh.name; });
      !status)
    return status;
  for (io::MeshAsset& asset : file->meshes) {
    if (!options.skin) asset.skin.reset();
    if (!asset.skin) continue;
    if (!options.joint_positions.value_or(true)) asset.skin->joint_positions.clear();
    asset.skin->lock_scale = options.lock_scale.value_or(asset.skin->lock_scale);
    asset.skin->pelvis_offset = options.pelvis_offset.value_or(asset.skin->pelvis_offset);
  }
  return write_assets(file->meshes, io::AssetNumbers::decoded, in, out, options);
}

Status convert_to_assets(const io::BoundMeshFile& file, const Skeleton& skeleton,
                         const std::filesystem::path& in, const std::filesystem::path& out,
                         const ConvertMeshOptions& options) {
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

io::PosedMesh view(const MeshDesc& mesh) {
  return {mesh.name,    mesh.positions, mesh.normals,   mesh.uvs,
          mesh.indices, mesh.faces,     mesh.materials, mesh.source_indices};
}

Status convert_to_others(io::BoundMeshFile& file, const Skeleton& skeleton, const std::filesystem::path& in,
                         const std::filesystem::path& out, const ConvertMeshOptions& options) {
  const bool is_obj = lower_ending(out) == ".obj";
  for (BoundMeshDesc& bound : file.meshes) {
    if (!options.joint_positions.value_or(true)) bound.skin.joint_positions.clear();
    if (is_obj || !options.skin) unbind(bound);
  }
  if (lower_ending(out) == ".dae")
    return io::write_collada(file.meshes, &skeleton).and_then([&](const std::string& text) {
      return io::write_file(out, text);
    });
  if (!is_obj) {
    take_textures(file, in.parent_path());
    return io::write_glb(file.meshes, &skeleton, file.looks).and_then([&](const io::Bytes& bytes) {
      return io::write_file(out, bytes);
    });
  }
  std::vector<io::PosedMesh> views;
  for (const BoundMeshDesc& bound : file.meshes) views.push_back(view(bound.mesh));
  return io::write_obj(views).and_then([&](const std::string& text) { return io::write_file(out, text); });
}

void add_switch(CLI::App& command, const char* name, std::optional<bool>& value, const char* about) {
  command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = text == "on"; }, about)
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->group("Bound meshes");
}

}  // namespace

void take_textures(io::BoundMeshFile& file, const std::filesystem::path& folder) {
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
        auto bytes = io::read_companion(folder, name);
        if (bytes)
          entry->second = std::make_shared<const io::Bytes>(std::move(*bytes));
        else
          report({{Severity::warning, "image_missing", file.source,
                   fmt::format("the texture '{}' is left out: {}", material.texture, bytes.error().what)}});
      }
      file.looks[m].images[i] = entry->second;
      material.texture.clear();
    }
  }
}

void add_mesh_options(CLI::App& command, ConvertMeshOptions& options) {
  command.add_option("--mesh", options.mesh, "Convert only the mesh with this name")
      ->type_name("NAME")
      ->group("Bound meshes");
  command
      .add_flag_callback(
          "--no-skin", [&options] { options.skin = false; }, "Without joints and weights, in bind pose")
      ->group("Bound meshes");
  add_switch(command, "--joint-positions", options.joint_positions,
             "Whether to write joint positions (default: to .glb and .dae, and from asset to asset)");
  add_switch(command, "--lock-scale", options.lock_scale,
             "Mesh assets: lock scale if joint position defined");
  command
      .add_option("--pelvis-offset", options.pelvis_offset, "Mesh assets: raises the whole avatar, in metres")
      ->type_name("M")
      ->check(number_between(-1e6, 1e6))
      ->group("Bound meshes");
  add_gltf_option(command, options.gltf,
                  "viewer to mesh assets, which are what an upload makes; else strict, as in the file")
      ->group("Bound meshes");
}

bool converts_to_mesh(const std::string& ending) { return among(kAssets, ending) || among(kOthers, ending); }

Status write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton, const std::filesystem::path& in,
                    const std::filesystem::path& out, const ConvertMeshOptions& options) {
  return among(kAssets, lower_ending(out)) ? convert_to_assets(file, skeleton, in, out, options)
                                           : convert_to_others(file, skeleton, in, out, options);
}

Status convert_mesh(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ConvertMeshOptions& options) {
  const std::string ending = lower_ending(out);
  if (!converts_to_mesh(ending))
    return fail(ErrorCode::bad_argument, out.string(),
                "has no file name extension for meshes; use .glb, .dae, .obj, .llmesh, .mesh or .slm");
  const bool to_asset = among(kAssets, ending);
  if (to_asset && io::looks_like_mesh_asset(bytes)) return convert_asset(bytes, in, out, options);
  if (!to_asset)
    if (auto status = check_settings(options, false); !status) return status;
  if (options.joint_positions.value_or(false) && (ending == ".obj" || !options.skin))
    return fail(ErrorCode::bad_argument, "--joint-positions",
                "cannot be on if no joints are written, as in .obj or with --no-skin; omit one of them");

  auto file = io::read_bound_mesh(bytes, in.filename().string(), in.parent_path());
  if (!file) return error_of(file);
  report(file->notes);
  if (file->meshes.empty())
    return fail(ErrorCode::bad_data, file->source,
                "has no mesh, so there is nothing to write; export one with it");
  if (auto status = choose(*file, options.mesh); !status) return status;
  auto desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  const auto skeleton = Skeleton::build(std::move(desc->skeleton));
  if (!skeleton) return error_of(skeleton);
  const ImporterProfile importer = options.gltf.value_or(to_asset ? kViewerImporter : kStrictImporter);
  // A .glb of a .glb keeps its joints where they are: importers make the same of both.
  const bool keeps_rests =
      ending == ".glb" && importer == kStrictImporter && options.joint_positions.value_or(true);
  for (BoundMeshDesc& bound : file->meshes)
    if (keeps_rests)
      drop_foreign_joints(bound.skin, *skeleton);
    else
      retarget(bound.skin, *skeleton, importer);
  return write_meshes(*file, *skeleton, in, out, options);
}

}  // namespace mannequin::program

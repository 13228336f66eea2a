#include "tools/mannequin/convert_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/fit/importer_check.h"
#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_asset_writer.h"
#include "engine/mesh/retarget.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

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

// For a file, with its meshes' looks.
Status choose(io::BoundMeshFile& file, const std::string& name) {
  if (!name.empty() && file.looks.size() == file.meshes.size()) {
    std::vector<io::MeshLook> looks;
    for (std::size_t m = 0; m < file.meshes.size(); ++m)
      if (file.meshes[m].mesh.name == name) looks.push_back(std::move(file.looks[m]));
    file.looks = std::move(looks);
  }
  return choose(file.meshes, name, file.source, [](const auto& mesh) { return mesh.mesh.name; });
}

// Asset to asset: changes only the settings of its skin.
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
  return document::write_assets(file->meshes, io::AssetNumbers::decoded, in, out, options);
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

bool note_importers(const io::BoundMeshFile& file, const Character& character,
                    const ImporterProfile& importer, const std::string& ending) {
  constexpr double kSeen = 0.001;  // metres
  if (ending == ".obj") return false;
  bool own = false;
  std::string others;
  for (const ImporterDifference& other : importer_differences(file.meshes, character, importer, false)) {
    if (other.metres < kSeen) continue;
    own |= !importer.rebuilds_binds && ending == ".dae" && other.importer == kViewerNextImporter;
    others += fmt::format("{}{:.1f} mm by '{}'", others.empty() ? "" : ", ", 1000.0 * other.metres,
                          other.importer.name);
  }
  if (others.empty()) return false;
  report(io::Notes{
      {Severity::warning, "importer_profile", file.source,
       fmt::format("the binds are written by the rule of '{}' ({}); on the avatar, vertices are up to "
                   "this far away by others: {}.{} Choose with --gltf",
                   importer.name, importer.title, others,
                   own ? " A viewer takes the binds of a .dae as they are." : "")}});
  return own;
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

Status write_meshes(io::BoundMeshFile& file, const Skeleton& skeleton, const std::filesystem::path& in,
                    const std::filesystem::path& out, const ConvertMeshOptions& options) {
  const Result<io::Notes> notes = document::write_meshes(file, skeleton, in, out, options);
  if (!notes) return error_of(notes);
  report(*notes);
  return {};
}

Status convert_mesh(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ConvertMeshOptions& options) {
  const std::string ending = lower_ending(out);
  if (!document::converts_to_mesh(ending))
    return fail(ErrorCode::bad_argument, out.string(),
                "has no file name extension for meshes; use .glb, .dae, .obj, .llmesh, .mesh or .slm");
  const bool to_asset = document::is_asset_ending(ending);
  if (to_asset && io::looks_like_mesh_asset(bytes)) return convert_asset(bytes, in, out, options);
  if (!to_asset)
    if (auto status = document::check_asset_settings(options, false); !status) return status;
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
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  const Skeleton& skeleton = character->skeleton;
  const ImporterProfile importer = options.gltf.value_or(to_asset ? kViewerImporter : kStrictImporter);
  // From .glb to .glb, keeps its joints in place: importers interpret both alike.
  const bool keeps_rests =
      ending == ".glb" && importer == kStrictImporter && options.joint_positions.value_or(true);
  ConvertMeshOptions written = options;
  written.gltf_binds =
      (options.skin && note_importers(*file, *character, importer, ending)) ||
      std::ranges::find(file->notes, "importer_profile", &io::Note::code) != file->notes.end();
  for (BoundMeshDesc& bound : file->meshes)
    if (keeps_rests)
      drop_foreign_joints(bound.skin, skeleton);
    else
      retarget(bound.skin, skeleton, importer);
  return write_meshes(*file, skeleton, in, out, written);
}

}  // namespace mannequin::program

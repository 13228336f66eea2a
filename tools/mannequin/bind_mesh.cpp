#include "tools/mannequin/bind_mesh.h"

#include "engine/io/file.h"
#include "engine/io/gltf/glb_container.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {

void add_obj_options(CLI::App& command, io::ObjReading& obj) {
  command.add_option("--mesh-scale", obj.metres_per_unit, "Metres per unit of an .obj (default 1)")
      ->type_name("METRES")
      ->check(number_between(1e-9, 1e6));
  command
      .add_option_function<std::string>(
          "--mesh-up",
          [&obj](const std::string& axis) { obj.up = axis == "z" ? io::UpAxis::z : io::UpAxis::y; },
          "Which axis of an .obj points up (default y, and z for those that mannequin wrote); its front must "
          "face "
          "along +X")
      ->type_name("y|z")
      ->check(CLI::IsMember({"y", "z"}));
}

Result<BindableFile> read_bindable(const std::filesystem::path& path, const io::ObjReading& obj,
                                   const JointRenaming& renaming) {
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  const std::string ending = lower_ending(path);
  if (ending == ".obj") return document::read_bindable_obj(io::as_text(*bytes), path, obj);
  Result<io::BoundMeshFile> file = read_mesh_input(path);
  if (!file) return error_of(file);
  report(file->notes);
  if (renaming.names != nullptr)
    if (auto status = apply_rig_map(*file, path, *renaming.names, *renaming.skeleton); !status)
      return error_of(status);
  const bool gltf = io::looks_like_glb(*bytes) || ending == ".gltf";
  return document::make_bindable(std::move(*file), !gltf && !file->is_asset);
}

}  // namespace mannequin::program

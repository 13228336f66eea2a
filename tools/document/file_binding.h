// Weights for all meshes of a file: shared by `mannequin bind` and the window.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/bind/bind.h"
#include "engine/bind/skin_table.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/obj_reader.h"
#include "engine/mesh/importer_profile.h"

namespace mannequin::document {

// One mesh of a file.
struct BindableMesh {
  WeldedSurface welded;
  WeightTable weights;  // existing weights; unrigged meshes have no groups, but an entry for each vertex
};

// A file with its meshes, in the same order.
struct BindableFile {
  io::BoundMeshFile file;
  std::vector<BindableMesh> meshes;
};

// Whether a file's vertices are the entries of its position array, as in COLLADA, whose seams split none.
bool has_position_array(const io::BoundMeshFile& file, const std::filesystem::path& path);

// `polygons`: the file's vertices are its position array (.obj, COLLADA).
BindableFile make_bindable(io::BoundMeshFile file, bool polygons);
// An .obj; its weights are smoothed along the edges of its polygons. Fails as read_obj, and (bad_data)
// without faces.
Result<BindableFile> read_bindable_obj(std::string_view text, const std::filesystem::path& path,
                                       const io::ObjReading& reading);

// The rigged meshes of files as sources, and how their joints are bound.
struct WeightSources {
  std::vector<WeightSource> meshes;
  std::map<std::string, JointBind> binds;
};
// Fails (bad_data) if the file has no weights; `remedy` says what to use instead.
Status add_sources(const BindableFile& file, const std::string& remedy, WeightSources& sources);
// The built-in body of this sex, as the importer makes it. Clothes for it are made in bind space or in the
// sex's default shape.
Status add_builtin_body(Sex sex, const Character& character, const ImporterProfile& importer,
                        WeightSources& sources);
// Keeps weights of these joints only, by names and sets; empty: all. Fails as choose_joints.
Status restrict_sources(const Skeleton& skeleton, const std::string& joints, WeightSources& sources);

// Binds as the importer reads them; drops joints unknown to the avatar, and their weights.
void settle_binds(BindableFile& file, const Skeleton& skeleton, const ImporterProfile& importer);

// Which bones take part, and how they are bound.
struct BindBones {
  std::vector<BindBone> chosen, all;
  std::vector<bool> eyes;  // per chosen bone; empty if the rule for eyes does not apply
  std::vector<Vec3> eye_places;
  std::map<std::string, JointBind> binds;
};
// The avatar's, by names and sets of choose_joints; empty: base.
Result<BindBones> avatar_bones(const Skeleton& skeleton, const std::string& joints);

// All inputs for binding a file. Referenced objects must outlive the calls.
struct FileBinding {
  BindOptions options;  // without eyes and progress, which differ from mesh to mesh
  const BindBones& bones;
  const WeightSources& sources;
  std::span<const WeightSource> welded = {};  // from other files, to weld seams to
  const Skeleton* skeleton = nullptr;         // null: the bones are another rig's
};

// Whether joints that have weights in the file keep its binds.
bool keeps_own_binds(const BindOptions& options);
// Whether the weights come from other meshes.
bool takes_sources(const BindOptions& options);
// Whether vertices are without weight, which only `empty` leaves on purpose: then there is no result to
// write.
bool lacks_weights(BindMethod method, std::span<const BindOutcome> meshes);

// One outcome per mesh. `progress_of`: for the mesh of this
// index. Fails as bind_weights; the error names the mesh.
Result<std::vector<BindOutcome>> bind_file(const BindableFile& file, const FileBinding& binding,
                                           const std::function<BindProgress(std::size_t)>& progress_of);

// The file's skins, with their weights replaced by these.
void put_weights(std::span<const BindOutcome> weights, const FileBinding& binding, BindableFile& file);

}  // namespace mannequin::document

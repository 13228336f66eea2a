// A file that is worn: its meshes, ready to be skinned and drawn.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_avatar.h"
#include "engine/core/uuid.h"
#include "engine/fit/measured_mesh.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/mesh_asset.h"
#include "engine/skinning/reference.h"
#include "tools/document/camera.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/session/vertex_remap.h"

namespace mannequin::preview {

// A mesh's place on the device; given back with it. Needs a current context then.
class DeviceMesh {
 public:
  DeviceMesh(std::shared_ptr<VertexRemaps> remap, MeshId id) : remaps_(std::move(remap)), id_(id) {}
  DeviceMesh(DeviceMesh&& other) noexcept = default;
  DeviceMesh& operator=(DeviceMesh&&) = delete;
  ~DeviceMesh() {
    if (remaps_) remaps_->remove(id_);
  }
  operator MeshId() const { return id_; }

 private:
  std::shared_ptr<VertexRemaps> remaps_;
  MeshId id_;
};

struct WornMesh {
  Mesh mesh;
  Skin skin;
  Uuid id;  // by which contests about joints are decided
  DeviceMesh device;
  MeshDrawable drawable;
  std::vector<std::size_t> slot_vertices;  // per palette slot: how many vertices have weight on it
  std::vector<Mat34> palette;
  std::vector<SystemMorph> morphs;   // of a part of the system avatar, one per mesh.morphs()
  std::vector<float> morph_weights;  // likewise, as they are now
  std::vector<Vec3f> morphed;        // vertices in bind space under these; empty without morphs
  std::optional<MeasuredMesh> measured;

  std::span<const Vec3f> bound() const { return morphed.empty() ? measured->bound() : morphed; }
};

// How a file is worn: what a person chooses for it, and undo brings back.
struct Wearing {
  bool visible = true;
  bool joint_positions = false;  // count as joint offsets
  bool lock_scale = false;       // the joints that it moves keep their default scale, too
  bool stands_in = false;        // only there until something is worn
  Vec3f tint{1.0f};              // on its colour in the view, linear
  float opacity = 1.0f;          // in the view
  bool operator==(const Wearing&) const = default;
};

using MakeSystemAvatar = std::function<Result<SystemAvatar>()>;

// What of the system avatar is one worn file: parts that are shown or hidden together.
enum class SystemPiece { body, hair, skirt };

// The parts of a piece, out of the avatar.
std::vector<SystemPart> take_parts(SystemAvatar& avatar, SystemPiece piece);

struct WornFile : Wearing {
  std::filesystem::path path;
  std::string name;
  std::vector<std::unique_ptr<WornMesh>> meshes;
  std::vector<std::string> unrigged;              // meshes of the file that have no weights and are left out
  std::shared_ptr<const io::BoundMeshFile> file;  // as it was read; null for the system avatar, or unread
  bool system_avatar = false;                     // parts of the avatar's own body
  io::Lod level = io::Lod::high;                  // of detail; only mesh assets have others
  SystemPiece piece = SystemPiece::body;          // which of them, if it is
  MakeSystemAvatar make_again;                    // likewise: for a second avatar
  std::size_t position_count = 0;                 // joints for which the file has a position
  bool on_disk = false;                           // `path` is where it was read from, and can be read again
  std::vector<std::filesystem::path> parts;       // further files that it is made of
  bool gone = false;                              // it no longer lies there
  std::string loaded_at;                          // time of day
  std::filesystem::file_time_type saved_at;       // of what was read
  io::Notes texture_notes;                        // textures that cannot be shown
  std::string problem;  // why what lies there now cannot be used; empty: this is what lies there

  // It has a row in the list but nothing to show, until a save mends it: `problem` says why.
  bool refused() const { return meshes.empty(); }
  std::size_t vertex_count() const;
  // Its file was read, as it was saved then: notes that down, and which further files it is made of.
  void was_read(std::filesystem::file_time_type saved);
};

// Now, as messages and rows tell it.
std::string time_of_day();

// The file is the same one however often it is read again or taken off and put on.
struct WornItem {
  std::shared_ptr<WornFile> file;
  Wearing how;
  bool operator==(const WornItem&) const = default;
};

const char* level_name(io::Lod level);  // "high", as people say it

// As io::read_bound_mesh; of a mesh asset another level of detail than the high one, if wanted.
Result<io::BoundMeshFile> read_worn(const std::filesystem::path& path, io::Lod level);

// Builds what the reader found against the skeleton and gives it to OpenGL. Fails as Mesh::build,
// Skin::build and the skinner do, and if no mesh is rigged.
Result<std::unique_ptr<WornFile>> make_worn_file(std::shared_ptr<const io::BoundMeshFile> file,
                                                 const std::filesystem::path& path, const Skeleton& skeleton,
                                                 const std::shared_ptr<VertexRemaps>& remap);

// One that cannot be worn. file: what was read of it, null if nothing was.
std::unique_ptr<WornFile> make_refused_file(std::shared_ptr<const io::BoundMeshFile> file,
                                            const std::filesystem::path& path, std::string problem);

// Parts of the system avatar as one worn file, which carries no joint positions.
Result<std::unique_ptr<WornFile>> make_worn_parts(std::vector<SystemPart> parts, SystemPiece piece,
                                                  const std::shared_ptr<VertexRemaps>& remap);

// Its palette, and the weights of its morphs, of an avatar in this state.
void pose_mesh(WornMesh& mesh, const Character& character, const AvatarState& state);

// One vertex as it is shown, avatar's frame.
Vec3 skinned_vertex(const WornMesh& mesh, std::size_t vertex);

// All of them by the reference, in double precision. joints: of the avatar that it is worn by.
std::vector<ReferenceVertex> reference_of(const WornMesh& mesh, std::span<const JointTransform> joints);

// Up to `most` of the mesh's vertices, evenly chosen, skinned by its palette.
std::vector<Vec3> skinned_sample(const WornMesh& mesh, std::size_t most);

}  // namespace mannequin::preview

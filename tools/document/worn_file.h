// A worn file: its meshes, and how they are worn.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/core/lower_case.h"
#include "engine/core/uuid.h"
#include "engine/fit/measured_mesh.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/obj_reader.h"
#include "engine/skinning/reference.h"
#include "engine/wear/outfit.h"
#include "tools/document/texture_work.h"
#include "tools/document/worn_look.h"

namespace mannequin::document {

// A rigged mesh as built from its file, with additional data for the window. Shared by all wearers. Immutable
// except for its textures, which arrive once decoded, on the wearing thread.
struct WornGeometry {
  WornGeometry(BoundMesh bound, WornLook look);
  // The same under other masks: with the skin of `like`, which it keeps.
  WornGeometry(std::shared_ptr<const WornGeometry> like, Mesh mesh, std::vector<SystemMorph> morphs);
  // The same under other weights: with the mesh of `like`, which it keeps. Not of the system avatar.
  WornGeometry(std::shared_ptr<const WornGeometry> like, Skin skin);
  WornGeometry(const WornGeometry&) = delete;
  WornGeometry& operator=(const WornGeometry&) = delete;

  // The one that all with these vertices have in common, whatever their weights.
  const WornGeometry& with_mesh() const { return mesh_of == nullptr ? *this : *mesh_of; }

  const std::shared_ptr<const WornGeometry> skin_of;  // whose skin this has; null: its own
  const std::shared_ptr<const WornGeometry> mesh_of;  // whose mesh this has; null: its own
  const BoundMesh bound;
  const Mesh& mesh;
  const Skin& skin;
  const std::vector<SystemMorph>& morphs;  // of a part of the system avatar, one per mesh.morphs()
  const std::shared_ptr<WornLook> look;    // never null
  std::vector<std::size_t> slot_vertices;  // per palette slot: how many vertices have weight on it
  MeasuredMesh measured;
};

// The same mesh as worn by one avatar.
struct WornMesh {
  explicit WornMesh(std::shared_ptr<const WornGeometry> geometry);

  std::shared_ptr<const WornGeometry> geometry;  // never null; the references below point into it
  const Mesh& mesh;
  const Skin& skin;
  const std::vector<SystemMorph>& morphs;
  const std::vector<std::size_t>& slot_vertices;
  const MeasuredMesh& measured;

  Uuid id;  // identifies the mesh in the window; an Outfit decides who wins a joint
  std::vector<Mat34> palette;
  std::vector<float> morph_weights;  // one per morph, current values
  std::vector<Vec3f> morphed;        // vertices in bind space with these applied; empty without morphs

  std::span<const Vec3f> bound() const { return morphed.empty() ? measured.bound() : morphed; }
};

// How a file is worn: the user's choices, which undo restores.
struct WearSettings {
  bool visible = true;
  bool joint_positions = false;  // apply as joint offsets
  bool lock_scale = false;       // also keep the default scale of joints that it moves
  bool stands_in = false;        // only until something else is worn
  Vec3f tint{1.0f};              // multiplied with its colour in the view, linear
  float opacity = 1.0f;          // in the view
  // The painted region that a material shows, chosen by hand: by the material's name; empty: none.
  std::map<std::string, std::string> baked = {};
  // Colours chosen for materials, by name, instead of the file's; linear.
  std::map<std::string, Vec3f> colors = {};
  bool operator==(const WearSettings&) const = default;
};

// The part of the system avatar that forms one worn file: parts that are shown or hidden together.
enum class SystemPiece { body, hair, skirt };

// Moves the parts of a piece out of the avatar.
std::vector<SystemPart> take_parts(SystemAvatar& avatar, SystemPiece piece);

// What a file leaves open, and how it is read.
struct MeshReading {
  io::Lod level = io::Lod::high;          // of detail; only mesh assets have others
  io::ObjReading obj = io::kObjInMetres;  // unit and upward axis of an .obj
};

struct WornFile : WearSettings {
  std::filesystem::path path;
  std::string name;
  std::vector<std::shared_ptr<WornMesh>> meshes;
  std::vector<std::string> unrigged;              // unweighted meshes of the file, which are left out
  std::shared_ptr<const io::BoundMeshFile> file;  // as read; null for the system avatar, or if unread
  std::string point;  // the attachment point that its meshes hang on, which have no weights; empty: none
  bool system_avatar = false;        // parts of the avatar's own body
  std::uint64_t masks_revision = 0;  // of the clothing whose masks limit its morphs
  bool keeps_colors = false;         // shown in its own colours even where files' colours are not
  MeshReading reading;
  ImporterProfile importer = kViewerImporter;  // that its binds were read by; see depends_on_importer()
  SystemPiece piece = SystemPiece::body;       // which of them, if it is
  std::size_t position_count = 0;              // joints that its positions displace
  bool on_disk = false;                        // `path` is where it was read from, and can be read again
  std::vector<std::filesystem::path> parts;    // further files that it is made of
  bool gone = false;                           // it is no longer there
  bool unsaved = false;                        // its weights were made here, and no file has them
  std::string_view made_by = "bound";          // how, as a name for it ends; meaningless unless unsaved
  bool follows_file = false;                   // then `path` is where the rest of it was read from
  std::filesystem::path kept_copy;             // of these, in case the program ends; empty: none
  std::string loaded_at;                       // time of day
  std::filesystem::file_time_type saved_at;    // of what was read
  std::shared_ptr<TextureWork> texture_work;   // null: its textures are there, as far as they can be shown
  io::Notes texture_notes;                     // textures that cannot be shown
  std::string problem;  // why what is on disk now cannot be used; empty: this is what is there

  // Whether what another program saves at `path` is shown.
  bool is_watched() const { return on_disk || (unsaved && follows_file); }
  // Which does not say its unit, or what is up.
  bool is_obj() const { return lower_ending(path) == ".obj"; }
  // It has a row in the list but nothing to show, until a save fixes it: `problem` gives the reason.
  bool refused() const { return meshes.empty(); }
  std::size_t vertex_count() const;
  // Whether the file itself locks the scale of joints moved by one of its meshes.
  bool locks_scale() const;
  // As it is currently worn.
  OutfitItem outfit_item() const;
  // A glTF file, which other importers may interpret differently.
  bool depends_on_importer() const;
  std::vector<std::shared_ptr<const WornGeometry>> geometry() const;
  // Shows its textures if they are decoded by now. True if it did.
  bool take_textures();
  // Call when its file was read, with its time stamp: records that, and the additional files it consists of.
  void was_read(std::filesystem::file_time_type saved);
};

// The file object stays the same however often it is read again or taken off and put on.
struct WornItem {
  std::shared_ptr<WornFile> file;
  WearSettings how;
  bool operator==(const WornItem&) const = default;
};

// Whether both have the same vertices under the same numbers: their weights may differ.
bool have_same_vertices(const WornFile& a, const WornFile& b);
// The row of this file, or of what it has become since: bound, painted or mended, or as it was before that.
std::optional<std::size_t> row_of_same(std::span<const std::shared_ptr<WornFile>> worn, const WornFile& file);

const char* level_name(io::Lod level);  // "high"

// Reads a bound mesh that is a regular file: a pipe or a device could block the window. Any thread.
Result<io::BoundMeshFile> read_worn(const std::filesystem::path& path, const MeshReading& reading);

// Builds what the reader returned against the skeleton; its textures are pending. Fails as build_bound_mesh
// does, and if no mesh is rigged. With a `point` (the name of an attachment point) all its meshes hang on it:
// fails as build_attached_mesh() does.
Result<std::unique_ptr<WornFile>> make_worn_file(std::shared_ptr<const io::BoundMeshFile> file,
                                                 const std::filesystem::path& path, const Skeleton& skeleton,
                                                 const ImporterProfile& importer = kViewerImporter,
                                                 const std::string& point = {});

// A mesh file with everything slow done.
struct ReadMesh {
  std::shared_ptr<const io::BoundMeshFile> file;  // null: it cannot be read
  Result<std::unique_ptr<WornFile>> made;         // built from it, or why it could not be
  std::string point = {};                         // where it was to hang
  std::string carried = {};  // what became of weights that were made here; empty: there were none
  bool guessed = false;      // some of them had to be
  MeshReading reading = {};
};

// Where the meshes of a file are to hang.
struct HangsOn {
  std::string point;  // the name of an attachment point; empty: they are worn by their weights
  // A file with weights is worn by these, and clothing without is not worn yet; else either is refused.
  bool unless_rigged = false;
};

// The last step of a reader on another thread.
tl::unexpected<Error> not_enough_memory(const std::filesystem::path& path);

// read_worn() and make_worn_file(), and its additional files. Any thread; also reports lack of memory.
// is_kept_copy: of weights made here, whose binds are those that it has, whatever importers make of the copy.
ReadMesh read_mesh(const std::filesystem::path& path, const MeshReading& reading, const Skeleton& skeleton,
                   const ImporterProfile& importer, const HangsOn& on = {}, bool is_kept_copy = false);

// make_worn_file() for a file already read.
ReadMesh make_mesh(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                   const MeshReading& reading, const Skeleton& skeleton, const ImporterProfile& importer,
                   const std::string& point = {});

// Whether it can be attached: it has meshes, and none of them has weights.
bool is_rigid(const io::BoundMeshFile& file);

// A file that cannot be worn. file: the part of it that was read, null if none.
std::unique_ptr<WornFile> make_refused_file(std::shared_ptr<const io::BoundMeshFile> file,
                                            const std::filesystem::path& path, std::string problem);

// Parts of the system avatar as one worn file, without joint positions.
std::unique_ptr<WornFile> make_worn_parts(std::vector<SystemPart> parts, SystemPiece piece);

// Computes its palette and morph weights for an avatar in this state.
void pose_mesh(WornMesh& mesh, const Character& character, const AvatarState& state);

// The mesh as its file has it: every vertex where it is bound, in the avatar's frame, below bind space.
void show_as_modelled(WornMesh& mesh, const Skeleton& skeleton);

// One vertex as shown, avatar's frame.
Vec3 skinned_vertex(const WornMesh& mesh, std::size_t vertex);

// All vertices by the reference, in double precision. joints: of the avatar wearing it.
std::vector<ReferenceVertex> reference_of(const WornMesh& mesh, std::span<const JointTransform> joints);

// Up to `most` of the mesh's vertices, evenly spaced, skinned by its palette.
std::vector<Vec3> skinned_sample(const WornMesh& mesh, std::size_t most);

}  // namespace mannequin::document

// A file that is worn: its meshes, and how they are worn.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/core/uuid.h"
#include "engine/fit/measured_mesh.h"
#include "engine/skinning/reference.h"
#include "engine/wear/outfit.h"
#include "tools/document/texture_work.h"
#include "tools/document/worn_look.h"

namespace mannequin::document {

// A rigged mesh as it was built from its file, with what the window needs beside. Shared by all who wear it.
// Immutable, but for its textures, which come when they are decoded, on the thread that wears it.
struct WornGeometry {
  WornGeometry(BoundMesh bound, WornLook look);
  WornGeometry(const WornGeometry&) = delete;
  WornGeometry& operator=(const WornGeometry&) = delete;

  const BoundMesh bound;
  const Mesh& mesh;
  const Skin& skin;
  const std::vector<SystemMorph>& morphs;  // of a part of the system avatar, one per mesh.morphs()
  const std::shared_ptr<WornLook> look;    // never null
  std::vector<std::size_t> slot_vertices;  // per palette slot: how many vertices have weight on it
  MeasuredMesh measured;
};

// The same as one avatar wears it.
struct WornMesh {
  explicit WornMesh(std::shared_ptr<const WornGeometry> geometry);

  std::shared_ptr<const WornGeometry> geometry;  // never null; what follows refers to it
  const Mesh& mesh;
  const Skin& skin;
  const std::vector<SystemMorph>& morphs;
  const std::vector<std::size_t>& slot_vertices;
  const MeasuredMesh& measured;

  Uuid id;  // by which the window tells meshes apart; who wins a joint, an Outfit decides
  std::vector<Mat34> palette;
  std::vector<float> morph_weights;  // one per morph, as they are now
  std::vector<Vec3f> morphed;        // vertices in bind space under these; empty without morphs

  std::span<const Vec3f> bound() const { return morphed.empty() ? measured.bound() : morphed; }
};

// How a file is worn: what a person chooses for it, and undo restores.
struct WornAs {
  bool visible = true;
  bool joint_positions = false;  // count as joint offsets
  bool lock_scale = false;       // the joints that it moves keep their default scale, too
  bool stands_in = false;        // only until something else is worn
  Vec3f tint{1.0f};              // on its colour in the view, linear
  float opacity = 1.0f;          // in the view
  bool operator==(const WornAs&) const = default;
};

// What of the system avatar is one worn file: parts that are shown or hidden together.
enum class SystemPiece { body, hair, skirt };

// The parts of a piece, out of the avatar.
std::vector<SystemPart> take_parts(SystemAvatar& avatar, SystemPiece piece);

struct WornFile : WornAs {
  std::filesystem::path path;
  std::string name;
  std::vector<std::shared_ptr<WornMesh>> meshes;
  std::vector<std::string> unrigged;              // meshes of the file that have no weights and are left out
  std::shared_ptr<const io::BoundMeshFile> file;  // as it was read; null for the system avatar, or unread
  bool system_avatar = false;                     // parts of the avatar's own body
  bool keeps_colors = false;                   // shown in its own colours even where files' colours are not
  io::Lod level = io::Lod::high;               // of detail; only mesh assets have others
  ImporterProfile importer = kViewerImporter;  // that its binds were read by; see depends_on_importer()
  SystemPiece piece = SystemPiece::body;       // which of them, if it is
  std::size_t position_count = 0;              // joints that its positions displace
  bool on_disk = false;                        // `path` is where it was read from, and can be read again
  std::vector<std::filesystem::path> parts;    // further files that it is made of
  bool gone = false;                           // it is no longer there
  bool unsaved = false;                        // its weights were made here, and no file has them
  std::filesystem::path kept_copy;             // of these, in case the program ends; empty: none
  std::string loaded_at;                       // time of day
  std::filesystem::file_time_type saved_at;    // of what was read
  std::shared_ptr<TextureWork> texture_work;   // null: its textures are there, as far as they can be shown
  io::Notes texture_notes;                     // textures that cannot be shown
  std::string problem;  // why what is on disk now cannot be used; empty: this is what is there

  // It has a row in the list but nothing to show, until a save mends it: `problem` says why.
  bool refused() const { return meshes.empty(); }
  std::size_t vertex_count() const;
  // Whether the file itself locks the scale of the joints that one of its meshes moves.
  bool locks_scale() const;
  // As it is worn now.
  OutfitItem outfit_item() const;
  // A glTF file, of which other importers may make something else.
  bool depends_on_importer() const;
  std::vector<std::shared_ptr<const WornGeometry>> geometry() const;
  // Shows its textures if they have been decoded by now. True if it did.
  bool take_textures();
  // Its file was read, as it was saved then: notes that, and which further files it is made of.
  void was_read(std::filesystem::file_time_type saved);
};

// Now, as messages and rows say it.
std::string time_of_day();

// The file is the same one however often it is read again or taken off and put on.
struct WornItem {
  std::shared_ptr<WornFile> file;
  WornAs how;
  bool operator==(const WornItem&) const = default;
};

const char* level_name(io::Lod level);  // "high"

// Reads a bound mesh that is a regular file: a pipe or a device could block the window. Any thread.
Result<io::BoundMeshFile> read_worn(const std::filesystem::path& path, io::Lod level);

// Builds what the reader found against the skeleton; its textures are work that nobody has begun. Fails as
// build_bound_mesh does, and if no mesh is rigged.
Result<std::unique_ptr<WornFile>> make_worn_file(std::shared_ptr<const io::BoundMeshFile> file,
                                                 const std::filesystem::path& path, const Skeleton& skeleton,
                                                 const ImporterProfile& importer = kViewerImporter);

// A mesh file with all that takes time about it.
struct ReadMesh {
  std::shared_ptr<const io::BoundMeshFile> file;  // null: it cannot be read
  Result<std::unique_ptr<WornFile>> made;         // from it, or why there is none
};

// What a reader on another thread ends with.
tl::unexpected<Error> not_enough_memory(const std::filesystem::path& path);

// read_worn() and make_worn_file(), and which further files it is made of. Any thread; what fails for lack of
// memory says so.
ReadMesh read_mesh(const std::filesystem::path& path, io::Lod level, const Skeleton& skeleton,
                   const ImporterProfile& importer);

// One that cannot be worn. file: what was read of it, null if nothing was.
std::unique_ptr<WornFile> make_refused_file(std::shared_ptr<const io::BoundMeshFile> file,
                                            const std::filesystem::path& path, std::string problem);

// Parts of the system avatar as one worn file, which has no joint positions.
std::unique_ptr<WornFile> make_worn_parts(std::vector<SystemPart> parts, SystemPiece piece);

// Its palette, and the weights of its morphs, of an avatar in this state.
void pose_mesh(WornMesh& mesh, const Character& character, const AvatarState& state);

// One vertex as it is shown, avatar's frame.
Vec3 skinned_vertex(const WornMesh& mesh, std::size_t vertex);

// All of them by the reference, in double precision. joints: of the avatar that it is worn by.
std::vector<ReferenceVertex> reference_of(const WornMesh& mesh, std::span<const JointTransform> joints);

// Up to `most` of the mesh's vertices, evenly chosen, skinned by its palette.
std::vector<Vec3> skinned_sample(const WornMesh& mesh, std::size_t most);

}  // namespace mannequin::document

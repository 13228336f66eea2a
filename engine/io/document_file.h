// Documents: what one avatar wears, its shape, its pose or clip, and the camera, as JSON. Files that a
// document names remain separate.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/appearance/weights.h"
#include "engine/core/result.h"
#include "engine/io/document_path.h"
#include "engine/io/lod.h"
#include "engine/io/obj_reader.h"
#include "engine/io/outfit_file.h"
#include "engine/mesh/importer_profile.h"
#include "engine/skeleton/pose.h"

namespace mannequin::io {

inline constexpr std::size_t kMaxDocumentWorn = 1000;  // and as many painted items, and faces of each

// Head, upper and lower body in the one texture map of the built-in bodies.
inline constexpr std::string_view kBodyRegion = "body";

// One worn thing. Exactly one of `file`, `builtin` and `system` is not empty.
struct DocumentWorn {
  std::string file;  // a mesh
  // Of a `file` that the program keeps for weights which no file of the user's has: the mesh that they are
  // for; empty: `file` is the user's own.
  std::string unsaved_of = {};
  bool mended = false;  // of `unsaved_of`: it was mended, not only given weights
  std::string builtin;  // one of builtin_garments(), "mannequin", "hair", or kBuiltinSkirt
  std::string system;   // a part of the system avatar: body, hair, skirt
  // Of `file`, whose meshes then have no weights: the attachment point that they hang on; empty: none.
  std::string point = {};
  bool visible = true;
  // Whether its joint positions apply as joint offsets; no value: only if it is a mesh asset.
  std::optional<bool> joint_positions;
  std::optional<bool> lock_scale;  // the joints it moves keep their default scale; no value: as the file says
  Vec3f tint{1.0f};                // linear, 0 to 1
  float opacity = 1.0f;            // 0 to 1
  std::map<std::string, Vec3f> colors;         // chosen for materials, by name; linear, 0 to 1
  Lod level = Lod::high;                       // of mesh assets
  ObjReading obj = kObjInMetres;               // of an .obj
  ImporterProfile importer = kViewerImporter;  // of glTF files
  // The painted region that a material shows, by the material's name: one of region_names(), kBodyRegion, or
  // empty for its own look. Others show what their names ask for.
  std::map<std::string, std::string> baked = {};
  bool operator==(const DocumentWorn&) const = default;
};

// A clip, and the displayed moment of it.
struct DocumentClip {
  std::string file;
  double seconds = 0.0;  // of the clip, 0 or more
  bool playing = false, loop = true;
  double speed = 1.0;  // 0 to 100
  bool operator==(const DocumentClip&) const = default;
};

// Metres and radians, in the world: Z up, the floor at z = 0, the avatar facing +X.
struct DocumentCamera {
  Vec3 target{0.0, 0.0, 1.0};
  double distance = 3.5;  // above 0
  double yaw = 0.0;       // 0: in front of the avatar; towards its left
  double pitch = 0.0;     // above the horizon, -pi/2 to pi/2
  bool orthographic = false;
  bool operator==(const DocumentCamera&) const = default;
};

// The contents of a document. Paths are relative to the document's folder, in UTF-8, with '/' between
// folders.
struct DocumentFile {
  std::vector<DocumentWorn> worn;  // in order of wearing
  // Skin, hair, eyes and clothing that is painted, in order of wearing; textures are paths, "default" or
  // "invisible". Sliders of the uppermost item of each type do not count: those of the shape do.
  std::vector<WearableDesc> clothing;
  std::string shape_file;  // empty for none
  // All sliders; with `shape_file`, as edited since it was read. Without either: the default shape.
  std::optional<SliderValues> sliders;
  bool rest = false;            // sliders are not applied: the bare skeleton
  std::string pose_name = "T";  // for people
  std::string pose_file;        // empty for none; then `pose` has no value
  std::optional<Pose> pose;     // no value: `pose_file`, `clip`, or the T pose
  std::optional<DocumentClip> clip;
  std::optional<DocumentCamera> camera;
};

// Whether these bytes are meant to be a document, valid or not.
bool looks_like_document(std::string_view text);

// Checks everything except the files that it names. Errors name the place
// ("worn[2].file") and the remedy. Rotations are used as given, without
// normalisation. Joint names may be aliases; an unknown one is an error.
Result<DocumentFile> read_document(std::string_view text, const std::string& source, const Skeleton& skeleton,
                                   DocumentPaths paths = DocumentPaths::inside);

// The format of read_document, every number bit for bit: reading and writing again gives the same text.
std::string write_document(const DocumentFile& document, const Skeleton& skeleton);

}  // namespace mannequin::io

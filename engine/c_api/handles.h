// The objects behind the handles of the C API. A handle is a number that is never reused, not an address: a
// stale one is detected without touching freed memory, and cannot refer to another object.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/animation/player.h"
#include "engine/appearance/character.h"
#include "engine/appearance/shape_transition.h"
#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/avatar/worn_rig.h"
#include "engine/bounds/pick.h"
#include "engine/bounds/rigged_extents.h"
#include "engine/c_api/log.h"
#include "engine/c_api/poses.h"
#include "engine/core/result.h"
#include "engine/fit/finding.h"
#include "engine/io/mesh_stream.h"
#include "engine/mesh/importer_profile.h"
#include "engine/motion/control_avatar.h"
#include "engine/motion/hands.h"
#include "engine/motion/physics.h"
#include "engine/motion/viewer_motions.h"
#include "engine/platform/threads.h"
#include "engine/skinning/cpu/shared_mesh.h"
#include "engine/skinning/skinner.h"
#include "engine/wear/bound_mesh.h"
#include "engine/wear/outfit.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

struct ErrorText {
  std::string text;
  const char* fixed = nullptr;  // shown if there is no memory for the text
  const char* get() const { return fixed ? fixed : text.c_str(); }
};

struct Object {
  static constexpr const char* kKind = "... handle";
  virtual ~Object() = default;
  Mutex error_mutex;
  ErrorText error;  // of the last failed call that took the handle
};

// The name that messages use for each kind.
struct CharacterObject final : Object {
  static constexpr const char* kKind = "character";
  explicit CharacterObject(Character made) : character(std::move(made)) {}
  Character character;
  std::vector<ParameterIndex> sliders;  // those transmitted in an appearance message
  CharacterLog log;
};

struct MeshesObject final : Object, BoundMeshes {
  static constexpr const char* kKind = "meshes";
  MeshesObject(std::shared_ptr<const CharacterObject> of, BoundMeshes made)
      : BoundMeshes(std::move(made)), character(std::move(of)) {}
  std::shared_ptr<const CharacterObject> character;
  // For meshes of the system avatar, whose masks change: the files they were built from.
  std::shared_ptr<const std::map<std::string, BaseMeshDesc>> files;
  std::vector<std::uint32_t> changes;  // by mesh; none: no mesh has changed since the set was built
};

struct FindingsObject final : Object {
  static constexpr const char* kKind = "findings";
  explicit FindingsObject(Findings made) : findings(std::move(made)) {}
  Findings findings;
};

struct ClipObject final : Object {
  static constexpr const char* kKind = "clip";
  ClipObject(std::shared_ptr<const CharacterObject> of, Clip made)
      : character(std::move(of)), clip(std::move(made)) {}
  std::shared_ptr<const CharacterObject> character;
  Clip clip;
};

struct Worn {
  std::shared_ptr<const MeshesObject> meshes;
  std::optional<Uuid> id;  // as the host says; none: by the outfit's rule
};

// The viewer's own motions of an avatar, and the state they have set.
struct OwnMotions {
  ViewerMotions viewer;
  std::optional<HandMotion> hands;
  std::optional<AvatarPhysics> physics;
  double began = 0.0;               // seconds of the avatar's time
  std::vector<MotionLayer> layers;  // of one frame, incl. the host's; reused, so that frames do not allocate
};

struct AvatarObject final : Object {
  static constexpr const char* kKind = "avatar";
  std::shared_ptr<const CharacterObject> character;
  AvatarInputs inputs;  // `worn` is built from the list below
  std::vector<Worn> worn;
  std::vector<std::shared_ptr<const ClipObject>> clips;  // clips known to the player
  std::optional<Player> player;
  std::optional<ControlAvatar> object;  // of an animated object
  AvatarState state;
  bool evaluated = false;
  bool shape_due = true;                  // not only the pose has changed since the last evaluation
  std::uint64_t shape_version = 0;        // counts the host's changes of sliders and worn meshes
  std::optional<ParameterWeights> eased;  // override the sliders
  std::optional<OwnMotions> motions;
  RiggedExtents extents;  // of everything worn
  bool extents_due = true;
  std::function<GroundPoint(const Vec3&)> ground;  // the host's; none: flat, under the feet
  JointArrays arrays;                              // reused, so that frames do not allocate
  std::vector<Mat34> palette;                      // reused, so that frames do not allocate

  void shape_changed() {
    shape_due = true;
    ++shape_version;
  }
};

struct CrowdObject final : Object {
  static constexpr const char* kKind = "crowd";
  struct Member {  // the batch's skins, by index
    std::shared_ptr<const MeshesObject> meshes;
    std::uint32_t index = 0;
  };
  // A rigged mesh that an avatar of a mixed crowd has worn.
  struct Rig {
    std::shared_ptr<const MeshesObject> meshes;
    std::uint32_t index = 0;
    std::shared_ptr<const WornRig> rig;
  };
  std::shared_ptr<const CharacterObject> character;
  std::vector<Member> members;  // none: mixed
  std::optional<AvatarBatch> batch;
  std::vector<std::vector<Worn>> worn;  // by avatar of a mixed crowd; the batch has their rigs in this order
  std::vector<Rig> rigs;
  // What an avatar of a mixed crowd was given, for its morph targets.
  struct Shape {
    SliderValues sliders;
    ParameterWeights eased;  // override the sliders if is_eased; reused, so that frames do not allocate
    bool is_eased = false;

    void ease(const ParameterWeights& to) {
      eased = to;
      is_eased = true;
    }
  };
  std::vector<Shape> shapes;  // by avatar
  JointOffsets offsets;       // reused, so that frames do not allocate
  JointArrays arrays;
  ParameterWeights weights;
  bool evaluated = false;  // since avatars were last added, removed or changed
};

struct AssetObject final : Object {
  static constexpr const char* kKind = "asset";
  std::shared_ptr<const CharacterObject> character;
  io::MeshAssetHeader header;
  std::optional<Uuid> id;
  std::optional<SkinDesc> skin;  // set once its block was read
};

struct PickerObject final : Object {
  static constexpr const char* kKind = "picker";
  explicit PickerObject(std::shared_ptr<const MeshesObject> of, const BoundMesh& mesh)
      : meshes(std::move(of)), picker(mesh.mesh, *mesh.skin), palette(mesh.skin->palette_size()) {}
  std::shared_ptr<const MeshesObject> meshes;
  Picker picker;
  std::vector<Mat34> palette;  // of one call
};

struct EasingObject final : Object {
  static constexpr const char* kKind = "easing";
  EasingObject(std::shared_ptr<const CharacterObject> of, const SliderValues& from)
      : character(std::move(of)), transition(character->character.appearance, from) {}
  std::shared_ptr<const CharacterObject> character;
  ShapeTransition transition;
};

struct SharedMeshObject final : Object {
  static constexpr const char* kKind = "shared_mesh";
  std::shared_ptr<const SharedMesh> mesh;
  std::size_t palette_size = 0;
};

struct PreparedMesh {
  std::weak_ptr<const MeshesObject> meshes;
  std::uint32_t index = 0;
  std::uint32_t changes = 0;  // the mesh's revision when it was prepared
  MeshId id = 0;
};

// A mannequin_skin_job whose handles are alive, and the offset of its numbers among those of all jobs.
struct ResolvedJob {
  mannequin_skin_job asked{};
  std::shared_ptr<const MeshesObject> meshes;
  std::shared_ptr<const AvatarObject> avatar;
  std::shared_ptr<const CrowdObject> crowd;
  const BoundMesh* mesh = nullptr;
  MeshId id = 0;
  std::uint32_t instances = 1;
  std::size_t first_matrix = 0, first_weight = 0, weights = 0;
};

struct SkinnerObject final : Object {
  static constexpr const char* kKind = "skinner";
  std::shared_ptr<void> device;  // kept alive for the skinner; none: it is the host's or the CPU
  std::unique_ptr<Skinner> skinner;
  std::optional<ThreadId> thread;                    // the only one that may use it; none: any
  bool (*in_its_context)(const Skinner&) = nullptr;  // none: it needs no context
  std::vector<PreparedMesh> prepared;
  std::vector<SkinnedVertex> vertices;  // reused, so that frames do not allocate
  std::vector<Mat34> palette;
  std::vector<float> morph_weights;
  std::vector<ResolvedJob> resolved;
  std::vector<SkinJob> jobs;
};

// Thread-safe. A found object stays alive while the caller uses it.
void* add_object(std::shared_ptr<Object> object);
std::shared_ptr<Object> find_object(const void* handle);
bool remove_object(const void* handle);

// Records the failure for mannequin_last_error(), and returns the status.
mannequin_status report(mannequin_status status, std::string text) noexcept;
mannequin_status report(const Error& error) noexcept;
mannequin_status report_current_exception() noexcept;

// Stores this thread's latest report as the object's last failure.
void keep_error(Object& object) noexcept;

// Wraps every function of the C API: no exception gets past it.
template <typename Body>
mannequin_status guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    return report_current_exception();
  }
}

// Null, after reporting, unless the handle is a live one of this kind.
template <typename T>
std::shared_ptr<T> use(const void* handle) {
  auto object = std::dynamic_pointer_cast<T>(find_object(handle));
  if (!object)
    report(MANNEQUIN_BAD_HANDLE,
           std::string(handle == nullptr ? "The handle is null"
                                         : "The handle was released or is of another kind") +
               "; it must be a valid mannequin_" + T::kKind + ".");
  return object;
}

// Calls body(object) or body(first, second) with the handles' objects as shared pointers. Failures are stored
// with the objects.
template <typename T, typename Body>
mannequin_status with(const void* handle, Body&& body) noexcept {
  return guarded([&]() -> mannequin_status {
    const auto object = use<T>(handle);
    if (!object) return MANNEQUIN_BAD_HANDLE;
    const mannequin_status status = guarded([&]() -> mannequin_status { return body(object); });
    if (status != MANNEQUIN_OK) keep_error(*object);
    return status;
  });
}
template <typename First, typename Second, typename Body>
mannequin_status with(const void* first, const void* second, Body&& body) noexcept {
  return with<First>(first, [&](const auto& one) {
    return with<Second>(second, [&](const auto& two) -> mannequin_status { return body(one, two); });
  });
}

template <typename T>
mannequin_status release(const void* handle) noexcept {
  if (handle == nullptr) return MANNEQUIN_OK;  // as free() does
  return with<T>(handle, [&](const auto&) {
    remove_object(handle);
    return mannequin_status{MANNEQUIN_OK};
  });
}

mannequin_status null_argument(const char* name);
std::filesystem::path path_of(const char* utf8);
mannequin_status short_buffer(std::size_t needed, std::size_t given, const char* unit);

// Callers' structs have the size of the header they were compiled with: shorter ones come from an older host,
// longer ones from a newer one.

// True if it is larger than its size member alone, which zero-initialised structs are not; reports otherwise.
template <typename T>
bool has_size(const T* given, const char* name) {
  if (given == nullptr) {
    null_argument(name);
    return false;
  }
  if (given->struct_size > sizeof given->struct_size) return true;
  report(MANNEQUIN_BAD_ARGUMENT, std::string(name) + ": struct_size is " +
                                     std::to_string(given->struct_size) + ", but this struct has " +
                                     std::to_string(sizeof(T)) +
                                     " bytes; initialise it with MANNEQUIN_INIT.");
  return false;
}

// Its members; zero for those it lacks. None after reporting.
template <typename T>
std::optional<T> read_struct(const T* given, const char* name) {
  if (!has_size(given, name)) return std::nullopt;
  T taken{};
  std::memcpy(static_cast<void*>(&taken), given, std::min<std::size_t>(given->struct_size, sizeof(T)));
  return taken;
}

// Writes as many members as it has room for; struct_size is unchanged.
template <typename T>
void write_struct(T made, T* out) {
  made.struct_size = out->struct_size;
  std::memcpy(static_cast<void*>(out), &made, std::min<std::size_t>(out->struct_size, sizeof(T)));
}

// Whether both were made from one character.
mannequin_status check_character(const AvatarObject& avatar,
                                 const std::shared_ptr<const CharacterObject>& other, const char* what);

mannequin_status not_evaluated();
mannequin_status check_joint(const Skeleton& skeleton, std::uint32_t joint);
// The index of an avatar in the crowd.
mannequin_status check_number(const CrowdObject& crowd, std::uint32_t number);
mannequin_status check_mixed(const CrowdObject& crowd);
// Whether it has vertices, not only a skin.
mannequin_status check_vertices(const BoundMesh& mesh);

// Finite, and within what clips can count in single precision.
mannequin_status check_seconds(double seconds);
// Also rejects times before the avatar's player, which is created if missing.
mannequin_status check_update(AvatarObject& avatar, double seconds);
// The input for constraints of clips: joints as last evaluated, and the ground. The avatar must outlive it.
ConstraintScene scene_of(const AvatarObject& avatar, double frame_seconds);
// The pose of the player's last update; releases clips that it no longer needs.
void take_pose(AvatarObject& avatar);

// Checks for a slider of the character, and a weight that is a number.
mannequin_status check_slider(const Character& character, std::int32_t id, double weight);

// Parses "8-4-4-4-12", for a set of one mesh; null is no id.
mannequin_status read_asset_id(const char* text, const MeshesObject& meshes, std::optional<Uuid>& out);

// The joint positions of everything worn, with ids by the outfit's rule, and their sources.
OutfitOffsets outfit_offsets_of(std::span<const Worn> all);
// The same without sources.
std::vector<WornOffsets> offsets_of(std::span<const Worn> all);

// Whether some vertex refers to the identity at the end of the mesh's palette.
bool uses_identity(const BoundMesh& mesh);

// Writes a palette of the mesh into a host's buffer of `count` floats, which need not hold the identity.
mannequin_status write_palette(std::span<const Mat34> palette, const BoundMesh& mesh, std::int32_t layout,
                               float* out, std::size_t count);

mannequin_status find_joint(const Skeleton& skeleton, const char* name, std::uint32_t& out);

// From a MANNEQUIN_IMPORTER constant; null after reporting.
const ImporterProfile* importer_of(std::int32_t number);

// 0, or a multiple of 4 that has room for three floats.
mannequin_status check_stride(std::size_t stride);

// The mesh of a set; null after reporting.
const BoundMesh* mesh_at(const MeshesObject& meshes, std::uint32_t index);

// The mesh's palette for the avatar as last evaluated; the mesh belongs to the set.
mannequin_status palette_of(const AvatarObject& avatar, const MeshesObject& meshes, const BoundMesh& mesh,
                            std::vector<Mat34>& out);

// The weights of the mesh's morph targets for the avatar as last evaluated, which shares their character.
void morph_weights_of(const AvatarObject& avatar, const BoundMesh& mesh, std::span<float> out);

mannequin_status not_rigged(const BoundMesh& mesh);

mannequin_status not_skinned(const BoundMesh& mesh);
mannequin_status wrong_backend(const SkinnerObject& skinner, const char* wanted);

// Refuses a skinner that belongs to another thread, or whose graphics context is not current.
mannequin_status check_context(const SkinnerObject& skinner);

// The mesh's number in the skinner, which prepares it the first time. Fails for a mesh that is not rigged.
mannequin_status prepare(SkinnerObject& skinner, const std::shared_ptr<const MeshesObject>& meshes,
                         std::uint32_t index, MeshId& out);

mannequin_result_streams streams_of(const ResultLayout& layout, std::uint64_t offset,
                                    std::uint32_t first_instance, std::uint32_t instances);

// Processes a host's jobs once they are validated and their palettes available.
using SkinCall = std::function<Status(Skinner&, std::span<const SkinJob>)>;
mannequin_status call_with_jobs(SkinnerObject& skinner, const mannequin_skin_job* jobs, std::uint32_t count,
                                const SkinCall& call);

// All palettes of a rigged mesh in the crowd; the mesh belongs to the set.
mannequin_status check_evaluated(const CrowdObject& crowd);
mannequin_status palettes_of(const CrowdObject& crowd, const std::shared_ptr<const MeshesObject>& meshes,
                             std::uint32_t index, std::span<const Mat34>& out);

}  // namespace mannequin::c_api

// What stands behind the handles of the C API. A handle is a number that was never given before, not an address:
// a stale one is found out without touching freed memory, and cannot come to mean another object.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/avatar/avatar.h"
#include "engine/core/result.h"
#include "engine/mesh/skin.h"
#include "engine/skinning/skinner.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

struct Object {
  virtual ~Object() = default;
};

struct CharacterObject final : Object {
  explicit CharacterObject(Character made) : character(std::move(made)) {}
  Character character;
  std::vector<ParameterIndex> sliders;  // those that an appearance message carries
};

struct BoundMesh {
  Mesh mesh;
  std::optional<Skin> skin;  // none: not rigged
  WornOffsets offsets;       // without id
};

struct MeshesObject final : Object {
  std::shared_ptr<const CharacterObject> character;
  std::vector<BoundMesh> meshes;
};

struct Worn {
  std::shared_ptr<const MeshesObject> meshes;
  std::optional<Uuid> id;
};

struct AvatarObject final : Object {
  std::shared_ptr<const CharacterObject> character;
  AvatarInputs inputs;  // `worn` is made from the list below
  std::vector<Worn> worn;
  std::optional<AvatarState> state;
};

struct PreparedMesh {
  std::weak_ptr<const MeshesObject> meshes;
  std::uint32_t index = 0;
  MeshId id = 0;
};

struct SkinnerObject final : Object {
  std::unique_ptr<Skinner> skinner;
  std::vector<PreparedMesh> prepared;
  std::vector<SkinnedVertex> vertices;  // kept, so that frames do not allocate
  std::vector<Mat34> palette;
};

// Any thread. Finding keeps the object alive while the caller uses it.
void* add_object(std::shared_ptr<Object> object);
std::shared_ptr<Object> find_object(const void* handle);
bool remove_object(const void* handle);

// Says what went wrong, for mannequin_last_error(), and gives the status back.
mannequin_status report(mannequin_status status, std::string text) noexcept;
mannequin_status report(const Error& error) noexcept;
mannequin_status report_current_exception() noexcept;

// Every function of the C API is a call of this: nothing thrown gets past it.
template <typename Body>
mannequin_status guarded(Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    return report_current_exception();
  }
}

// Null after reporting unless the handle is a living one of this kind.
template <typename T>
std::shared_ptr<T> use(const void* handle, const char* kind) {
  auto object = std::dynamic_pointer_cast<T>(find_object(handle));
  if (!object)
    report(MANNEQUIN_BAD_HANDLE,
           std::string(handle == nullptr ? "The handle is null" : "The handle was released or is of another kind") +
               "; it should be a living mannequin_" + kind + ".");
  return object;
}

template <typename T>
mannequin_status release(const void* handle, const char* kind) {
  if (handle == nullptr) return MANNEQUIN_OK;  // as free() does
  if (!use<T>(handle, kind)) return MANNEQUIN_BAD_HANDLE;
  remove_object(handle);
  return MANNEQUIN_OK;
}

mannequin_status null_argument(const char* name);
mannequin_status short_buffer(std::size_t needed, std::size_t given, const char* unit);

// True if the caller's struct is at least as long as this library's; reports otherwise.
template <typename T>
bool has_size(const T* given, const char* name) {
  if (given == nullptr) {
    null_argument(name);
    return false;
  }
  if (given->struct_size >= sizeof(T)) return true;
  report(MANNEQUIN_BAD_ARGUMENT, std::string(name) + ": struct_size is " + std::to_string(given->struct_size) +
                                     ", but this struct has " + std::to_string(sizeof(T)) +
                                     " bytes; begin with MANNEQUIN_INIT.");
  return false;
}

mannequin_status find_joint(const Skeleton& skeleton, const char* name, std::uint32_t& out);

// The mesh of a set; null after reporting.
const BoundMesh* mesh_at(const MeshesObject& meshes, std::uint32_t index);

// The mesh's palette for the avatar as last evaluated; the mesh is one of the set's.
mannequin_status palette_of(const AvatarObject& avatar, const MeshesObject& meshes, const BoundMesh& mesh,
                            std::vector<Mat34>& out);

}  // namespace mannequin::c_api

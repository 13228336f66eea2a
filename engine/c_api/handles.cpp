#include "engine/c_api/handles.h"

#include <cmath>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "engine/platform/path.h"

namespace mannequin::c_api {
namespace {

struct Registry {
  SharedMutex mutex;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Object>> objects;
  std::uintptr_t last = 0;
};

// Never destroyed: a host's threads may still be running at exit.
Registry& registry() {
  static Registry& kRegistry = *new Registry;
  return kRegistry;
}

constexpr const char* kNoMemory = "There is not enough memory.";

ErrorText& last_error() {
  thread_local ErrorText error;
  return error;
}

mannequin_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::cannot_read:
      return MANNEQUIN_CANNOT_READ;
    case ErrorCode::bad_data:
      return MANNEQUIN_BAD_DATA;
    case ErrorCode::unsupported:
      return MANNEQUIN_UNSUPPORTED;
    case ErrorCode::no_device:
    case ErrorCode::device:
      return MANNEQUIN_DEVICE;
    case ErrorCode::bad_argument:
      return MANNEQUIN_BAD_ARGUMENT;
    case ErrorCode::cannot_write:
      break;
  }
  return MANNEQUIN_INTERNAL;
}

}  // namespace

void* add_object(std::shared_ptr<Object> object) {
  Registry& r = registry();
  const Lock lock(r.mutex);
  // Never a multiple of a pointer's alignment, so that no plausible address is a valid handle.
  const std::uintptr_t handle = r.last * 2 + 1;
  r.objects.emplace(handle, std::move(object));
  ++r.last;
  return reinterpret_cast<void*>(handle);
}

std::shared_ptr<Object> find_object(const void* handle) {
  Registry& r = registry();
  const ReadLock lock(r.mutex);
  const auto found = r.objects.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == r.objects.end() ? nullptr : found->second;
}

bool remove_object(const void* handle) {
  std::shared_ptr<Object> removed;  // destroyed after the lock is released
  Registry& r = registry();
  const Lock lock(r.mutex);
  const auto found = r.objects.find(reinterpret_cast<std::uintptr_t>(handle));
  if (found == r.objects.end()) return false;
  removed = std::move(found->second);
  r.objects.erase(found);
  return true;
}

mannequin_status report(mannequin_status status, std::string text) noexcept {
  last_error().text = std::move(text);
  last_error().fixed = nullptr;
  return status;
}

mannequin_status report(const Error& error) noexcept {
  return guarded([&] { return report(status_of(error.code), error.message()); });
}

mannequin_status report_current_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    last_error().fixed = kNoMemory;
    return MANNEQUIN_OUT_OF_MEMORY;
  } catch (const std::length_error&) {
    last_error().fixed = "There is not enough memory for this many items.";
    return MANNEQUIN_OUT_OF_MEMORY;
  } catch (...) {
    last_error().fixed = "Unexpected error inside the library; please report it.";
    return MANNEQUIN_INTERNAL;
  }
}

void keep_error(Object& object) noexcept {
  const Lock lock(object.error_mutex);
  try {
    object.error = last_error();
  } catch (const std::bad_alloc&) {
    object.error.fixed = kNoMemory;
  }
}

mannequin_status null_argument(const char* name) {
  return report(MANNEQUIN_BAD_ARGUMENT, std::string(name) + " is null.");
}

std::filesystem::path path_of(const char* utf8) { return path_of_utf8(utf8); }

mannequin_status short_buffer(std::size_t needed, std::size_t given, const char* unit) {
  return report(MANNEQUIN_SHORT_BUFFER, "The buffer holds " + std::to_string(given) + " " + unit + ", but " +
                                            std::to_string(needed) + " are needed.");
}

mannequin_status find_joint(const Skeleton& skeleton, const char* name, std::uint32_t& out) {
  const JointIndex joint = skeleton.find(name);
  if (joint == kNoJoint) {
    // Names may have any length; no joint's is longer than this.
    const std::string shown = std::string(name).substr(0, 60), nearest = skeleton.nearest_name(shown);
    return report(MANNEQUIN_NOT_FOUND, "There is no joint '" + shown + "'" +
                                           (nearest.empty() ? "." : "; did you mean '" + nearest + "'?"));
  }
  out = static_cast<std::uint32_t>(joint);
  return MANNEQUIN_OK;
}

mannequin_status check_slider(const Character& character, std::int32_t id, double weight) {
  if (character.appearance.find(id) == kNoParameter)
    return report(MANNEQUIN_NOT_FOUND, "There is no slider with the id " + std::to_string(id) + ".");
  if (!std::isfinite(weight))
    return report(MANNEQUIN_BAD_ARGUMENT, "slider " + std::to_string(id) + ": the weight is not finite.");
  return MANNEQUIN_OK;
}

mannequin_status check_stride(std::size_t stride) {
  if (stride == 0 || (stride >= 12 && stride % 4 == 0)) return MANNEQUIN_OK;
  return report(MANNEQUIN_BAD_ARGUMENT, "A stride is neither 0 nor a multiple of 4 and at least 12.");
}

const BoundMesh* mesh_at(const MeshesObject& meshes, std::uint32_t index) {
  if (index < meshes.meshes.size()) return &meshes.meshes[index];
  report(MANNEQUIN_BAD_ARGUMENT, "mesh " + std::to_string(index) + ": the set has " +
                                     std::to_string(meshes.meshes.size()) + ", counted from 0.");
  return nullptr;
}

const ImporterProfile* importer_of(std::int32_t number) {
  switch (number) {
    case MANNEQUIN_IMPORTER_DEFAULT:
    case MANNEQUIN_IMPORTER_VIEWER:
      return &kViewerImporter;
    case MANNEQUIN_IMPORTER_VIEWER_NEXT:
      return &kViewerNextImporter;
    case MANNEQUIN_IMPORTER_STRICT:
      return &kStrictImporter;
    default:
      report(MANNEQUIN_BAD_ARGUMENT, "importer is " + std::to_string(number) +
                                         "; it must be one of the MANNEQUIN_IMPORTER constants.");
      return nullptr;
  }
}

mannequin_status not_rigged(const BoundMesh& mesh) {
  return report(
      MANNEQUIN_BAD_DATA,
      "mesh '" + mesh.mesh.name() + "': has no bone weights, so it has no palette and no skinned vertices.");
}

}  // namespace mannequin::c_api

using namespace mannequin::c_api;

uint32_t mannequin_version(void) { return MANNEQUIN_VERSION_NUMBER; }

const char* mannequin_last_error(void) { return last_error().get(); }

mannequin_status mannequin_copy_error(const void* handle, char* out, size_t byte_count) {
  return guarded([&]() -> mannequin_status {
    const auto object = use<Object>(handle);
    if (!object) return MANNEQUIN_BAD_HANDLE;
    if (!out) return null_argument("out");
    const mannequin::Lock lock(object->error_mutex);
    const char* const text = object->error.get();
    const std::size_t needed = std::strlen(text) + 1;
    if (byte_count < needed) return short_buffer(needed, byte_count, "bytes");
    std::memcpy(out, text, needed);
    return MANNEQUIN_OK;
  });
}

// One Embree scene of one triangle mesh. Private to the files that query it.
#pragma once

#include <embree3/rtcore.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

struct ReleaseEmbreeGeometry {
  void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
using EmbreeGeometry = std::unique_ptr<RTCGeometryTy, ReleaseEmbreeGeometry>;

// A list filled by Embree's callbacks. Embree would swallow
// exceptions from them and leave the list silently truncated.
template <typename T>
class CallbackList {
 public:
  void clear() {
    items_.clear();
    complete_ = true;
  }
  void add(const T& item) noexcept {
    try {
      items_.push_back(item);
    } catch (const std::bad_alloc&) {
      complete_ = false;
    }
  }
  // All items; throws std::bad_alloc if there was no memory for one.
  std::vector<T>& items() {
    if (!complete_) throw std::bad_alloc();
    return items_;
  }

 private:
  std::vector<T> items_;
  bool complete_ = true;
};

// Embree reports failures by null, or by an error code that it stores. Input is checked beforehand, so only
// memory can run out: each member then throws std::bad_alloc.
struct EmbreeScene {
  RTCDevice device = common_device();
  RTCScene scene = rtcNewScene(device);

  EmbreeScene() {
    if (scene == nullptr) throw std::bad_alloc();
    rtcGetDeviceError(device);  // drops what releasing an earlier scene without memory has left
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    // Embree terminates the program when a scene is released whose build was aborted (a task group that was
    // never waited for), so such a scene is leaked.
    if (!broken_) rtcReleaseScene(scene);
  }

  // Adds the mesh. The caller writes positions, three floats per vertex, to the given memory, which lives as
  // long as the geometry, and commits geometry and scene.
  EmbreeGeometry add(std::span<const Surface::Triangle> triangles, std::size_t vertices, float*& positions) {
    EmbreeGeometry geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE));
    if (geometry == nullptr) throw std::bad_alloc();
    positions = static_cast<float*>(rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0,
                                                            RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertices));
    auto* corners = static_cast<std::uint32_t*>(
        rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(std::uint32_t), triangles.size()));
    if (positions == nullptr || corners == nullptr) throw std::bad_alloc();
    for (const Surface::Triangle& t : triangles) corners = std::copy(t.begin(), t.end(), corners);
    rtcAttachGeometry(scene, geometry.get());
    check();
    return geometry;
  }
  void commit() {
    broken_ = true;
    alone_.execute([this] { rtcCommitScene(scene); });
    check();
    broken_ = false;
  }

 private:
  // Shared by all scenes and never released: releasing allocates, and terminates the program if that fails.
  // Errors are stored per thread. Embree is not told a number of threads: it would limit the whole process to
  // that many. Its threads, where it has some of its own, are not bound to cores: it writes a warning where
  // it may not.
  static RTCDevice common_device() {
    static const RTCDevice device = [] {
      const RTCDevice made = rtcNewDevice("set_affinity=0");
      if (made == nullptr) throw std::bad_alloc();
      return made;
    }();
    return device;
  }
  void check() const {
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE) throw std::bad_alloc();
  }

  tbb::task_arena alone_{1};  // Embree builds on the calling thread; others build scenes of their own
  bool broken_ = false;
};

}  // namespace mannequin

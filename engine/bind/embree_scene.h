// One Embree scene of one triangle mesh, for the files that ask it. Private to those.
#pragma once

#include <embree3/rtcore.h>

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

// A list that Embree's callbacks fill. It would swallow what they throw, and the list would lack its end
// unseen.
template <typename T>
class Gathered {
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
  // All of them; throws std::bad_alloc if there was no memory for one.
  std::vector<T>& items() {
    if (!complete_) throw std::bad_alloc();
    return items_;
  }

 private:
  std::vector<T> items_;
  bool complete_ = true;
};

// Embree tells of what went wrong by null, or by an error that it keeps. What it is given is checked before,
// so that only memory can be lacking: each member throws std::bad_alloc then.
struct EmbreeScene {
  RTCDevice device = common_device();
  RTCScene scene = rtcNewScene(device);

  EmbreeScene() {
    if (scene == nullptr) throw std::bad_alloc();
  }
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    // Embree ends the program over a scene whose building broke off (a task group that nobody waited for): it
    // is left behind.
    if (!broken_) rtcReleaseScene(scene);
  }

  // Adds the mesh, positions to be written where it says: three floats per vertex, as long as the geometry
  // lives. The caller commits geometry and scene.
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
    rtcCommitScene(scene);
    check();
    broken_ = false;
  }

 private:
  // Of all scenes, for as long as the program runs: releasing it takes memory, and ends the program where
  // there is none. Errors are kept for each thread.
  static RTCDevice common_device() {
    static const RTCDevice device = [] {
      const RTCDevice made = rtcNewDevice("threads=1");
      if (made == nullptr) throw std::bad_alloc();
      return made;
    }();
    return device;
  }
  void check() const {
    if (rtcGetDeviceError(device) != RTC_ERROR_NONE) throw std::bad_alloc();
  }

  bool broken_ = false;
};

}  // namespace mannequin

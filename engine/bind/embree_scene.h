// One Embree device with one scene of one triangle mesh, for the files that ask it. Private to those.
#pragma once

#include <embree3/rtcore.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/bind/surface.h"

namespace mannequin {

struct EmbreeScene {
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scene = rtcNewScene(device);

  EmbreeScene() = default;
  EmbreeScene(const EmbreeScene&) = delete;
  EmbreeScene& operator=(const EmbreeScene&) = delete;
  ~EmbreeScene() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  // Adds the mesh, positions to be written where it says: three floats per vertex. The caller commits
  // geometry and scene, and releases the geometry.
  RTCGeometry add(std::span<const Surface::Triangle> triangles, std::size_t vertices, float*& positions) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    positions = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                            RTC_FORMAT_FLOAT3, 3 * sizeof(float), vertices));
    auto* corners = static_cast<std::uint32_t*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), triangles.size()));
    for (const Surface::Triangle& t : triangles) corners = std::copy(t.begin(), t.end(), corners);
    rtcAttachGeometry(scene, geometry);
    return geometry;
  }
};

}  // namespace mannequin

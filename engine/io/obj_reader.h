// Wavefront OBJ: polygons with texture coordinates, normals and groups. Materials, curves, lines and points
// are ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/rig/base_mesh.h"

namespace mannequin::io {

// Which axis of the file points up.
enum class UpAxis { y, z };

// Properties that an .obj does not define itself.
struct ObjReading {
  double metres_per_unit = 0.1;  // MakeHuman's meshes are in decimetres
  std::optional<UpAxis> up;      // none: z in files that we wrote, y in others
  bool operator==(const ObjReading&) const = default;
};
// Of clothes and bodies that do not say otherwise.
inline constexpr ObjReading kObjInMetres{1.0, std::nullopt};

// Which axis of the file is read as pointing up.
UpAxis up_axis(std::string_view text, const ObjReading& reading);

// Converts to Blender's frame and metres; Y up: (x, y, z) -> (x, -z, y), so that a face towards +Z faces -Y.
// A vertex belongs to every group of its polygons. Fails (cannot_read, bad_data) with the line.
Result<BaseMesh> read_obj(std::string_view text, const std::string& source, const ObjReading& reading = {});

// Whether the text begins like an OBJ, after its comments.
bool looks_like_obj(std::string_view text);

}  // namespace mannequin::io

// All that the viewer knows of Mannequin: a mesh, clips, and a crowd of avatars whose palettes are made every
// frame. The mannequin::core and mannequin::io components; nothing here draws.
#pragma once

#include <mannequin/mannequin.h>

#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

// What the vertex shader reads.
struct BoundVertex {
  glm::vec3 position, normal;  // as bound: after the bind shape, before joints move
  glm::u16vec4 joints;         // places in the palette
  glm::vec4 weights;
};

// The library's vectors are types of its own, so that they do not depend on how this program sets its GLM up.
inline glm::vec3 from_library(const mannequin::Vec3& v) { return glm::vec3(v.x, v.y, v.z); }
inline mannequin::Vec3 to_library(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

class Crowd {
 public:
  // Fails where a clip cannot be read.
  static mannequin::Result<std::unique_ptr<Crowd>> load(const std::string& clip_folder, int avatars);

  // Every avatar at its own time of its own clip. Allocates nothing after the first frame.
  void update(double seconds);

  // Avatar by avatar palette_size() matrices of three rows of four, as a shader storage buffer takes them.
  std::span<const mannequin::Mat34> palettes() const { return batch_->palettes(0); }
  std::size_t palette_size() const { return skin_.palette_size(); }
  std::vector<BoundVertex> vertices() const;
  std::span<const std::uint32_t> indices() const { return mesh_.indices(); }
  int avatars() const { return static_cast<int>(batch_->size()); }

 private:
  Crowd(mannequin::Character character, mannequin::Mesh mesh, mannequin::Skin skin);

  mannequin::Character character_;
  mannequin::Mesh mesh_;
  mannequin::Skin skin_;
  std::vector<mannequin::Clip> clips_;
  std::optional<mannequin::AvatarBatch> batch_;  // refers to character and skin
  mannequin::Pose pose_;
};

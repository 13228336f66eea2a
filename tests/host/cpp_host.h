// A host in C++: the built-in definitions and body, one avatar in a clip of its own, a skinner.
#pragma once

#include <mannequin/mannequin.h>

#include <memory>
#include <string>
#include <vector>

namespace mannequin::test {

class CppHost {
 public:
  explicit CppHost(unsigned threads);

  // One frame: a slider, the clip at a time, all the way to vertices.
  void frame(double height, double seconds);
  // The same by the player, in place of the clip alone.
  void player_frame(double height, float seconds);
  // The same for a crowd of this size; the vertices are those of its last avatar.
  void make_crowd(std::size_t avatars, unsigned threads);
  void crowd_frame(double height, double seconds);

  // The vertices of the last frame.
  std::span<const float> result() const {
    return {&vertices_[0].position.x, vertices_.size() * sizeof vertices_[0] / sizeof(float)};
  }

 private:
  void evaluate_and_skin();
  void skin(std::span<const Mat34> palettes, std::uint32_t instances);

  Character character_;
  io::BoundMeshFile file_;
  Mesh mesh_;
  Skin skin_;
  Clip clip_;
  Player player_;
  std::unique_ptr<CpuSkinner> skinner_;
  MeshId id_;
  AvatarInputs inputs_;
  AvatarState state_;
  std::optional<AvatarBatch> crowd_;
  std::vector<Mat34> palette_;
  std::vector<SkinnedVertex> vertices_;
};

}  // namespace mannequin::test

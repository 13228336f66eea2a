// A host in C that does what CppHost does.
#pragma once

#include <span>
#include <vector>

#include "mannequin/c_viewer.h"
#include "tests/c_api/c_api_case.h"

namespace mannequin::test {

class CHost {
 public:
  explicit CHost(unsigned threads);
  ~CHost();
  CHost(const CHost&) = delete;
  CHost& operator=(const CHost&) = delete;

  void frame(double height, double seconds);
  void player_frame(double height, double seconds);
  void make_crowd(uint32_t avatars, unsigned threads);
  void crowd_frame(double height, double seconds);
  // A crowd whose avatars look around, breathe and swing, play two clips on uneven ground, and of which one
  // changes its shape gradually.
  void make_moving_crowd(uint32_t avatars);
  void moving_crowd_frame(double seconds);  // from 0 on

  // The positions of the last frame.
  std::span<const float> result() const { return positions_; }

 private:
  void evaluate_and_skin();

  mannequin_character* character_ = nullptr;
  mannequin_meshes* body_ = nullptr;
  mannequin_clip* clip_ = nullptr;
  mannequin_avatar* avatar_ = nullptr;
  mannequin_crowd* crowd_ = nullptr;
  mannequin_skinner* skinner_ = nullptr;
  std::vector<mannequin_avatar*> members_;  // of the moving crowd
  mannequin_easing* easing_ = nullptr;
  mannequin_picker* picker_ = nullptr;
  mannequin_clip* other_clip_ = nullptr;
  mannequin_vertex_buffers out_ = MANNEQUIN_INIT(mannequin_vertex_buffers);
  std::vector<float> positions_, palette_;
};

}  // namespace mannequin::test

// One call of every C function that can run out of memory, on small objects so that it repeats fast.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mannequin/c_api.h"

namespace mannequin::test {

// What the calls are made on. All handles are null where something could not be made.
struct CallScene {
  CallScene();
  ~CallScene();
  CallScene(const CallScene&) = delete;
  CallScene& operator=(const CallScene&) = delete;

  // What a call has made goes.
  void release_made();

  mannequin_character* character = nullptr;
  mannequin_meshes* meshes = nullptr;
  mannequin_clip* clip = nullptr;
  mannequin_avatar* avatar = nullptr;
  mannequin_crowd* crowd = nullptr;
  mannequin_skinner* skinner = nullptr;
  mannequin_findings* findings = nullptr;
  uint32_t vertices = 0, palette_size = 0;
  std::vector<float> floats, matrices;
  std::vector<uint32_t> numbers;
  std::vector<uint16_t> joints;
  mannequin_vertex_buffers buffers = MANNEQUIN_INIT(mannequin_vertex_buffers);

  mannequin_character* made_character = nullptr;
  mannequin_meshes* made_meshes = nullptr;
  mannequin_clip* made_clip = nullptr;
  mannequin_avatar* made_avatar = nullptr;
  mannequin_crowd* made_crowd = nullptr;
  mannequin_skinner* made_skinner = nullptr;
  mannequin_findings* made_findings = nullptr;
};

struct EveryCall {
  std::string name;  // of the function, and its arguments
  std::function<mannequin_status(CallScene&)> call;
  mannequin_status usual = MANNEQUIN_OK;  // its result while there is memory
  std::size_t left_behind = 0;            // allocations that a library may lose with each failure
  std::size_t most_points = 1000;         // if it makes more allocations, every n-th fails
};

// Of c_api.h, of c_viewer.h, of c_editor.h, of c_bind.h, and of the headers for devices as far as they need
// none.
std::vector<EveryCall> every_call();
std::vector<EveryCall> every_viewer_call();
std::vector<EveryCall> every_editor_call();
std::vector<EveryCall> every_bind_call();
std::vector<EveryCall> every_device_call();

}  // namespace mannequin::test

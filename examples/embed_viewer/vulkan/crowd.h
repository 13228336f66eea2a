// The same crowd through the C interface, skinned on the viewer's own Vulkan device. Results stay in the
// device's memory; the viewer draws from there.
#pragma once

#include <mannequin/c_vulkan.h>

#include <cstdint>
#include <string>
#include <vector>

class Crowd {
 public:
  // Throws std::runtime_error with the library's words.
  Crowd(const std::string& clip_folder, int avatars);
  ~Crowd();
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // Lends the device, which must outlive the crowd. The queue must compute and draw.
  void skin_on(mannequin_vulkan_host host);

  // Every avatar at its own time of its own clip, up to vertices: one submission to the queue.
  void update(double seconds);
  // Where they lie, for the run of avatars to which this one belongs.
  mannequin_vulkan_results results(int avatar) const;
  // Triangles by place in the results.
  std::vector<std::uint32_t> indices() const;
  int avatars() const { return avatars_; }

 private:
  int avatars_;
  mannequin_character* character_ = nullptr;
  mannequin_meshes* body_ = nullptr;
  mannequin_avatar* model_ = nullptr;  // poses for one after the other
  mannequin_crowd* crowd_ = nullptr;
  mannequin_skinner* skinner_ = nullptr;
  std::vector<mannequin_clip*> clips_;
  std::vector<double> durations_;
};

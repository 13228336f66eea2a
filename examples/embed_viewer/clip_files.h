// The animations that the crowd plays: .anim and .bvh files of a folder, or, without one, a few that are made
// up here.
#pragma once

#include <string>
#include <vector>

struct ClipBytes {
  std::string name;
  std::string bytes;
};

// Sorted by name; `folder` empty: the made-up ones.
std::vector<ClipBytes> find_clips(const std::string& folder);

#include "clip_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace {

// One dance of two seconds as a .bvh: arms hang and swing, the body sways. `beat`: swings in that time.
std::string made_up_dance(int beat, double reach) {
  std::ostringstream bvh;
  const auto joint = [&](const char* kind, const char* name) {
    bvh << kind << ' ' << name << "\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n";
  };
  const auto arm = [&](const char* shoulder, const char* elbow) {
    joint("JOINT", shoulder);
    joint("JOINT", elbow);
    bvh << "End Site\n{\nOFFSET 0 0 0\n}\n}\n}\n";
  };
  bvh << "HIERARCHY\nROOT hip\n{\nOFFSET 0 0 0\n"
         "CHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation\n";
  joint("JOINT", "abdomen");
  joint("JOINT", "chest");
  arm("lShldr", "lForeArm");
  arm("rShldr", "rForeArm");
  bvh << "}\n}\n}\nMOTION\nFrames: 42\nFrame Time: 0.05\n";
  for (int frame = 0; frame < 42; ++frame) {
    // The first frame is for reference only: all at rest.
    const double at = frame == 0 ? 0.0 : 1.0,
                 swing = at * reach * std::sin((frame - 1) / 40.0 * 2.0 * M_PI * beat);
    const double lift = std::abs(swing);
    const std::array<double, 24> channels = {0,
                                             0,
                                             0,
                                             0,
                                             0.3 * swing,
                                             0,  // hip
                                             0,
                                             0,
                                             0.2 * swing,  // abdomen
                                             0.1 * swing,
                                             0,
                                             0.2 * swing,  // chest
                                             0,
                                             swing,
                                             at * -60 + lift,  // left upper arm
                                             0,
                                             at * -20 - lift,
                                             0,  // left lower arm
                                             0,
                                             swing,
                                             at * 60 - lift,  // right upper arm
                                             0,
                                             at * 20 + lift,
                                             0};  // right lower arm
    for (const double channel : channels) bvh << channel << ' ';
    bvh << '\n';
  }
  return bvh.str();
}

}  // namespace

std::vector<ClipBytes> find_clips(const std::string& folder) {
  std::vector<ClipBytes> clips;
  if (folder.empty()) {
    for (int beat = 1; beat <= 3; ++beat)
      clips.push_back({"dance " + std::to_string(beat) + ".bvh", made_up_dance(beat, 50.0 - 10.0 * beat)});
    return clips;
  }
  if (!std::filesystem::is_directory(folder)) throw std::runtime_error(folder + " is no folder");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".anim" && ending != ".bvh") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    clips.push_back({entry.path().filename().string(), {std::istreambuf_iterator<char>(file), {}}});
  }
  std::ranges::sort(clips, {}, &ClipBytes::name);
  return clips;
}

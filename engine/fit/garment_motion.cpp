#include "engine/fit/garment_motion.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/avatar/avatar.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

void thin_out(std::vector<MendCase>& list, std::size_t most) {
  const std::size_t every = std::max<std::size_t>((list.size() + most - 1) / most, 1);
  std::vector<MendCase> out;
  for (std::size_t i = 0; i < list.size(); i += every) out.push_back(std::move(list[i]));
  list = std::move(out);
}

void add_joints(const Skin& skin, std::span<const JointTransform> posed, std::size_t number,
                std::map<JointIndex, std::vector<Mat4>>& joints) {
  std::vector<Mat4> palette(skin.palette_size());
  make_palette(skin, posed, std::span<Mat4>(palette));
  for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
    std::vector<Mat4>& transforms = joints[skin.joints()[slot]];
    if (transforms.size() == number) transforms.push_back(palette[slot]);
  }
}

}  // namespace

GarmentMotion sample_motion(const CaseMeter& who, const FitSurface& garment, std::span<const MendCase> cases,
                            std::size_t most) {
  std::vector<MendCase> chosen, poses;
  std::set<std::uint32_t> known;
  for (const MendCase& one : cases) {
    if (one.pose_number == 0) {
      chosen.push_back(one);
    } else if (known.insert(one.pose_number).second) {
      MendCase& pose = poses.emplace_back(one);
      std::erase_if(pose.sliders, [](const auto& slider) { return slider.first != kMaleParameter; });
    }
  }
  thin_out(chosen, most);
  thin_out(poses, most);
  GarmentMotion out;
  out.shapes = chosen.size();
  std::ranges::move(poses, std::back_inserter(chosen));
  out.joints.resize(garment.meshes.size());
  AvatarInputs inputs;
  inputs.worn.assign(who.worn.begin(), who.worn.end());
  AvatarState state;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    inputs.sliders = chosen[i].sliders;
    inputs.pose = chosen[i].pose;
    evaluate_avatar(who.character, inputs, state);
    for (std::size_t m = 0; m < garment.meshes.size(); ++m) {
      add_joints(*garment.meshes[m].skin, state.joints, i, out.joints[m]);
      for (const FitMesh& part : who.body.meshes) add_joints(*part.skin, state.joints, i, out.joints[m]);
    }
  }
  return out;
}

}  // namespace mannequin

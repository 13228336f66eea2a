#include "tools/preview/view/people_outline.h"

#include <algorithm>
#include <cmath>

#include "tools/document/other_sex.h"
#include "tools/preview/view/draw_as.h"

namespace mannequin::preview {
namespace {

constexpr double kAround = 0.04;  // metres around everybody

}  // namespace

Camera towards_people() {
  Camera camera;
  camera.yaw = 0.35;
  return camera;
}

AvatarInputs inputs_of(const Workspace& workspace, const DressedAvatar& wearer,
                       const document::TestPerson& person) {
  AvatarInputs inputs = workspace.document.avatar().inputs();
  inputs.worn = wearer.outfit().worn;
  inputs.apply_parameters = true;
  inputs.sliders = person.sliders;
  return inputs;
}

Result<std::vector<Vec3>> outline_of_people(const Workspace& workspace) {
  const Camera camera = towards_people();
  const DressedAvatar& present = workspace.document.avatar();
  document::OtherSex other_sex;
  const auto other = other_sex.follow(present, workspace.document.stand_in);
  if (!other) return error_of(other);
  std::vector<Vec3> points;
  for (const document::TestPerson& person : workspace.document.people.list()) {
    const DressedAvatar& wearer = person.sex == present.sex() || *other == nullptr ? present : **other;
    for (const Vec3& p : outline_as(wearer, inputs_of(workspace, wearer, person)))
      for (const double side : {-kAround, kAround})
        points.push_back(p + side * (camera.right() + camera.up()));
  }
  return points;
}

int width_of_people(const Workspace& workspace, int height) {
  const Camera camera = towards_people();
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
  for (const Vec3& p : outline_of_people(workspace).value_or(std::vector<Vec3>())) {
    const double x = glm::dot(p, camera.right()), y = glm::dot(p, camera.up());
    low_x = std::min(low_x, x), high_x = std::max(high_x, x);
    low_y = std::min(low_y, y), high_y = std::max(high_y, y);
  }
  const double shape = high_x > low_x ? std::clamp((high_x - low_x) / (high_y - low_y), 0.4, 1.5) : 0.6;
  constexpr double kStep = 10.0;
  return static_cast<int>(kStep * std::ceil(height * shape / kStep));
}

}  // namespace mannequin::preview

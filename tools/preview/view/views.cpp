#include "tools/preview/view/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/translation.h"
#include "tools/document/vertex_weights.h"
#include "tools/preview/view/paint_visible.h"

namespace mannequin::preview {
namespace {

// More than four share one colour: the viewer keeps no more.
constexpr int kMostCounted = 5;

const char* kNoWeight = marked("no weight at all");

}  // namespace

Status Views::follow(const Scene& scene, const Scene* other, const Comparison& comparison,
                     JointIndex selected) {
  if (selected != selected_ && selected != kNoJoint) choose_joint(selected);
  selected_ = selected;
  // A default of what is worn now, until the user chooses.
  if (!joint_is_chosen_ && default_of_ != scene.avatar().worn_revision()) {
    default_of_ = scene.avatar().worn_revision();
    joint_ = most_weighted_joint(scene.avatar());
  }
  const Painted wanted{mode_,
                       joint_,
                       cividis_,
                       scene.avatar().worn_revision(),
                       other == nullptr ? 0 : other->avatar().worn_revision(),
                       measures_distances() || mode_ == ViewMode::error ? scene.revision() : 0,
                       measures_distances() && other != nullptr ? other->revision() : 0,
                       range_locked_};
  if (painted_ == wanted) return {};
  painted_ = wanted;
  ++revision_;
  if (measures_distances()) return paint_distances(scene, comparison);
  if (mode_ == ViewMode::error) return paint_errors(scene);
  displacements_ = {};
  if (other != nullptr)
    if (auto status = paint(*other); !status) return status;
  return paint(scene);
}

Status Views::paint(const Scene& scene) {
  shading_ = {};
  legend_ = {};
  switch (mode_) {
    case ViewMode::solid:
      return {};
    case ViewMode::wireframe:
      shading_.wires = true;
      return {};
    case ViewMode::weights:
      return paint_weights(scene);
    case ViewMode::influences:
      return paint_influences(scene);
    case ViewMode::strongest:
      return paint_strongest(scene);
    case ViewMode::normals:
      shading_.kind = Shading::Kind::normals;
      legend_ = {.title = tr("Normals"), .note = tr("red forward \u00b7 green to its left \u00b7 blue up")};
      return {};
    case ViewMode::distance:
    case ViewMode::along_normal:
    case ViewMode::error:
      return {};  // follow() repaints
  }
  return {};
}

Status Views::paint_weights(const Scene& scene) {
  shading_ = {.kind = Shading::Kind::ramp,
              .ramp = cividis_ ? &kCividis : &kViridis,
              .low = 0.0,
              .high = 1.0,
              .lines_every = 0.25};
  legend_ = {.title = joint_ == kNoJoint
                          ? tr("Weights")
                          : tr("Weight on {}", scene.avatar().character().skeleton[joint_].name),
             .unit = tr("part of 1"),
             .ramp = true,
             .ticks = {{0.0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}, {0.75, "0.75"}, {1.0, "1"}},
             .hatching = tr(kNoWeight)};
  return paint_visible(scene, [&](const WornMesh& mesh) {
    std::vector<Vec4f> colors;
    for (const float weight : weights_on(mesh, joint_))
      colors.push_back(weight > 0.0f ? known(weight) : kUnknown);
    return colors;
  });
}

Status Views::paint_influences(const Scene& scene) {
  shading_ = {.kind = Shading::Kind::ramp,
              .ramp = cividis_ ? &kCividis : &kViridis,
              .low = 1.0,
              .high = kMostCounted,
              .lines_every = 0.0};
  legend_ = {.title = tr("Joints that move a vertex"),
             .ramp = true,
             .ticks = {{0.0, "1"}, {0.25, "2"}, {0.5, "3"}, {0.75, "4"}, {1.0, "5+"}},
             .hatching = tr(kNoWeight),
             .note = tr("of the file; the viewer keeps four")};
  return paint_visible(scene, [](const WornMesh& mesh) {
    std::vector<Vec4f> colors;
    for (const int count : influence_counts(mesh))
      colors.push_back(count > 0 ? known(static_cast<float>(std::min(count, kMostCounted))) : kUnknown);
    return colors;
  });
}

Status Views::paint_strongest(const Scene& scene) {
  shading_.kind = Shading::Kind::colors;
  legend_ = {.title = tr("Strongest joint"),
             .hatching = tr(kNoWeight),
             .note = tr("a colour each; point at one for its name")};
  return paint_visible(scene, [](const WornMesh& mesh) {
    std::vector<Vec4f> colors;
    for (const JointIndex joint : strongest_joints(mesh))
      colors.push_back(joint == kNoJoint ? kUnknown
                                         : Vec4f(category_color(static_cast<std::size_t>(joint)), 1.0f));
    return colors;
  });
}

std::string Views::value_at(const DressedAvatar& avatar, const PointedVertex& vertex) const {
  const WornMesh* mesh = visible_mesh(avatar, vertex.mesh);
  if (mesh == nullptr || vertex.vertex >= mesh->mesh.vertex_count()) return {};
  switch (mode_) {
    case ViewMode::weights: {
      const float weight = weights_on(*mesh, joint_)[vertex.vertex];
      return weight > 0.0f ? fmt::format("{:.3f}", weight) : tr(kNoWeight);
    }
    case ViewMode::influences: {
      const int count = influence_counts(*mesh)[vertex.vertex];
      return count > 0 ? fmt::format("{}", count) : tr(kNoWeight);
    }
    case ViewMode::strongest: {
      const JointIndex joint = strongest_joints(*mesh)[vertex.vertex];
      return joint == kNoJoint ? tr(kNoWeight) : avatar.character().skeleton[joint].name;
    }
    case ViewMode::distance:
    case ViewMode::along_normal:
    case ViewMode::error: {
      const MeshDisplacement* measured = displacements_.of(vertex.mesh);
      if (measured == nullptr || vertex.vertex >= measured->metres.size()) return {};
      const float metres = measured->metres[vertex.vertex];
      return mode_ == ViewMode::error ? fmt::format("{:.3f} \u00b5m", 1e6f * metres)
                                      : tr("{:.2f} mm", 1000.0f * metres);
    }
    case ViewMode::solid:
    case ViewMode::wireframe:
    case ViewMode::normals:
      return {};
  }
  return {};
}

}  // namespace mannequin::preview

// The view of how far what is drawn is from the reference.

#include <algorithm>
#include <cmath>

#include "tools/document/translation.h"
#include "tools/document/worn_names.h"
#include "tools/preview/view/paint_visible.h"
#include "tools/preview/view/views.h"

namespace mannequin::preview {
namespace {

// Powers of ten, in micrometres: from single precision's rounding to more than the tolerance.
constexpr double kLowest = -3.0, kHighest = 1.0;

double power_of(double metres) { return std::log10(std::max(1e6 * metres, 1e-9)); }

// Of the visible vertices, as skinned by the scene's backend,
// from the reference. Copies the vertices from the device.
Result<Displacements> measure_errors(const Scene& scene) {
  Displacements found;
  for (const WornMesh* mesh : scene.avatar().visible_meshes()) {
    const auto wanted = reference_of(*mesh, scene.avatar().state().joints);
    std::vector<SkinnedVertex> got(wanted.size());
    if (auto status = scene.read_back(*mesh, got); !status) return error_of(status);
    MeshDisplacement& measured = found.meshes.emplace_back(MeshDisplacement{mesh->id, {}});
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      const double metres = glm::length(Vec3(got[v].position) - wanted[v].position);
      measured.metres.push_back(static_cast<float>(metres));
      if (!found.worst || metres > found.worst->metres)
        found.worst = {mesh->id, name_told_apart(scene.avatar().worn(), *mesh), v, metres};
    }
  }
  return found;
}

}  // namespace

Status Views::paint_errors(const Scene& scene) {
  auto measured = measure_errors(scene);
  if (!measured) return error_of(measured);
  displacements_ = std::move(*measured);
  const double worst = displacements_.worst ? displacements_.worst->metres : 0.0;
  shading_ = {
      .kind = Shading::Kind::ramp, .ramp = cividis_ ? &kCividis : &kBatlow, .low = kLowest, .high = kHighest};
  legend_ = {.title = tr("Off the reference"),
             .unit = "\u00b5m",
             .ramp = true,
             .ticks = {{0.0, "0.001"}, {0.25, "0.01"}, {0.5, "0.1"}, {0.75, "1"}, {1.0, "10"}},
             .clipped_high = power_of(worst) > kHighest,
             .note = displacements_.worst ? tr("worst {:.3f} \u00b5m", 1e6 * worst)
                                          : std::string(tr("nothing is worn"))};
  return paint_visible(scene, [&](const WornMesh& mesh) {
    std::vector<Vec4f> colors;
    if (const MeshDisplacement* errors = displacements_.of(mesh.id))
      for (const float metres : errors->metres) colors.push_back(known(static_cast<float>(power_of(metres))));
    return colors;
  });
}

}  // namespace mannequin::preview

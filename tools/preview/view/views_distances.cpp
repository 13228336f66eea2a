// Views of how far the present avatar is from the one it is compared with.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/figures.h"
#include "tools/document/translation.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/view/paint_visible.h"
#include "tools/preview/view/views.h"

namespace mannequin::preview {
namespace {

constexpr double kPerMetre = 1000.0;  // millimetres

}  // namespace

// Fits the range to the worst place: the next of some round numbers, in millimetres.
double Views::top_of_range() const {
  const double worst = displacements_.worst ? kPerMetre * std::abs(displacements_.worst->metres) : 0.0;
  if (worst < 0.01) return 0.01;
  const double power = std::pow(10.0, std::floor(std::log10(worst)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0})
    if (worst <= step * power) return step * power;
  return 10.0 * power;
}

Status Views::paint_distances(const Scene& scene, const Comparison& comparison) {
  const bool is_signed = mode_ == ViewMode::along_normal;
  // Only of the same kind: a range from 0 does not suit signed values.
  const bool keep = range_locked_ && displacements_.worst && is_signed == (shading_.low < 0.0);
  displacements_ = comparison.other() == nullptr
                       ? Displacements{}
                       : measure_displacements(*comparison.other(), scene.avatar(), is_signed);
  const double top = keep ? shading_.high : top_of_range(), low = is_signed ? -top : 0.0;
  shading_ = {.kind = Shading::Kind::ramp,
              .ramp = is_signed  ? &kVik
                      : cividis_ ? &kCividis
                                 : &kBatlow,
              .low = low,
              .high = top};
  legend_ = {.title = is_signed ? tr("Outwards from {}", comparison.name(scene.avatar()))
                                : tr("Distance from {}", comparison.name(scene.avatar())),
             .unit = "mm",
             .ramp = true,
             .ticks = {{0.0, fmt::format("{:g}", low)},
                       {0.5, fmt::format("{:g}", 0.5 * (low + top))},
                       {1.0, fmt::format("{:g}", top)}},
             .note = displacements_.worst ? tr("worst {:.2f} mm", kPerMetre * displacements_.worst->metres)
                                          : std::string(tr("nothing to compare with"))};
  for (const MeshDisplacement& mesh : displacements_.meshes) {
    if (mesh.metres.empty()) legend_.hatching = tr("not on A");
    for (const float metres : mesh.metres) {
      if (std::isnan(metres)) {
        legend_.hatching = tr("not on A");
        continue;
      }
      legend_.clipped_low = legend_.clipped_low || kPerMetre * metres < low;
      legend_.clipped_high = legend_.clipped_high || kPerMetre * metres > top;
    }
  }
  return paint_visible(scene, [&](const WornMesh& mesh) {
    std::vector<Vec4f> colors;
    if (const MeshDisplacement* measured = displacements_.of(mesh.id))
      for (const float metres : measured->metres)
        colors.push_back(std::isnan(metres) ? kUnknown : known(static_cast<float>(kPerMetre * metres)));
    return colors;
  });
}

std::string Views::worst_text() const {
  if (!displacements_.worst) return {};
  const WorstPlace& worst = *displacements_.worst;
  return tr("{:.2f} mm, {} vertex {}", kPerMetre * worst.metres, worst.mesh_name, grouped(worst.vertex));
}

}  // namespace mannequin::preview

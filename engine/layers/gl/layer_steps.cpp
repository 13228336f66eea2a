#include "engine/layers/gl/layer_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/layers/tile_painter.h"

namespace mannequin {
namespace {

using layout::LayerStep;

// Planes are first counted as 4 x the picture's index in the run + the plane within it.
constexpr std::uint32_t kPlanes = 4;

LayerStep step_of(layout::uint kind, layout::uint flags) {
  LayerStep step{};
  step.kind = kind;
  step.flags = flags;
  step.table = layout::kLayerNoTable;
  step.plane0 = step.plane1 = step.plane2 = step.plane3 = layout::kLayerNoPlane;
  return step;
}

std::uint32_t word_of(const std::array<std::uint8_t, 4>& bytes) {
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8 | static_cast<std::uint32_t>(bytes[2]) << 16 |
         static_cast<std::uint32_t>(bytes[3]) << 24;
}

class RunPlanner {
 public:
  RunPlanner(const SetPaint& set, const ReducedPictures& reduced, std::uint64_t most_bytes)
      : set_(set), reduced_(reduced), most_bytes_(most_bytes), keeps_alpha_(keeps_alpha(set)) {}

  Result<std::vector<LayerRun>> plan() {
    begin_run();
    const LayerTile whole{set_.size, 0, 0, set_.size, set_.size};
    for (const LayerPaint& layer : set_.layers) {
      if (!keeps_alpha_ && leaves_tile(layer, whole)) continue;
      add_layer(layer);
      if (auto status = take(layer.layer); !status) return error_of(status);
    }
    if (set_.resets_alpha) {
      add_visibility();
      if (auto status = take("alpha"); !status) return error_of(status);
    }
    for (LayerRun& run : runs_) place_planes(run);
    return std::move(runs_);
  }

 private:
  void begin_run() {
    LayerRun run;
    run.flags = (keeps_alpha_ ? layout::kLayerKeepsAlpha : 0) | (runs_.empty() ? 0 : layout::kLayerContinues);
    runs_.push_back(std::move(run));
    bytes_ = 0;
  }

  // The steps of `layer_` go to the present run if their pictures fit, else to a new one.
  Status take(const std::string& name) {
    const auto bytes = [](const LayerRun& run, const LayerRun& with) {
      std::uint64_t sum = 0;
      for (const TexelPicturePtr& picture : run.pictures)
        if (std::ranges::find(with.pictures, picture) == with.pictures.end()) sum += picture->texels.size();
      return sum;
    };
    if (bytes(layer_, {}) > most_bytes_)
      return fail(
          ErrorCode::unsupported, fmt::format("layer '{}' of {}", name, set_.region),
          fmt::format("has {:.0f} MB of pictures, more than the device takes at once ({:.0f} MB); compose "
                      "at a smaller size, or on the CPU",
                      static_cast<double>(bytes(layer_, {})) / 1e6, static_cast<double>(most_bytes_) / 1e6));
    if (bytes_ + bytes(layer_, runs_.back()) > most_bytes_) begin_run();
    LayerRun& run = runs_.back();
    bytes_ += bytes(layer_, run);
    for (LayerStep& step : layer_.steps) {
      for (layout::uint LayerStep::*plane :
           {&LayerStep::plane0, &LayerStep::plane1, &LayerStep::plane2, &LayerStep::plane3})
        if (step.*plane != layout::kLayerNoPlane)
          step.*plane =
              kPlanes * index_in(run, layer_.pictures[step.*plane / kPlanes]) + step.*plane % kPlanes;
      if (step.table != layout::kLayerNoTable) step.table += static_cast<layout::uint>(run.tables.size());
      run.steps.push_back(step);
    }
    run.tables.insert(run.tables.end(), layer_.tables.begin(), layer_.tables.end());
    layer_ = {};
    return {};
  }

  static std::uint32_t index_in(LayerRun& run, const TexelPicturePtr& picture) {
    const auto found = std::ranges::find(run.pictures, picture);
    const auto index = static_cast<std::uint32_t>(found - run.pictures.begin());
    if (found == run.pictures.end()) run.pictures.push_back(picture);
    return index;
  }

  // As shown at this size; returns the number of its first plane.
  std::uint32_t add_picture(const TexelPicturePtr& original, LayerStep& step) {
    const TexelPicturePtr& picture = picture_for(reduced_, original, set_.size);
    step.width = picture->width;
    step.height = picture->height;
    step.enlargement = enlargement(*picture, set_.size);
    return kPlanes * index_in(layer_, picture);
  }

  void begin_mask(std::uint8_t value, bool from_alpha) {
    LayerStep step = step_of(layout::kLayerBeginMask, from_alpha ? layout::kLayerFromAlpha : 0);
    step.constants = value;
    layer_.steps.push_back(step);
  }

  void add_term(const MaskTerm& term) {
    LayerStep step = step_of(layout::kLayerCombineMask, term.multiply ? layout::kLayerMultiplies : 0);
    if (term.picture == nullptr) {
      step.constants = term.table[0];
    } else {
      step.plane0 = add_picture(term.picture->picture, step);
      step.table = static_cast<layout::uint>(layer_.tables.size());
      for (std::size_t i = 0; i < term.table.size(); i += 4)
        layer_.tables.push_back(
            word_of({term.table[i], term.table[i + 1], term.table[i + 2], term.table[i + 3]}));
    }
    layer_.steps.push_back(step);
  }

  void add_factor(const PaintPlane& factor) {
    LayerStep step = step_of(layout::kLayerCombineMask, layout::kLayerMultiplies);
    step.plane0 = add_picture(factor.picture, step) + factor.plane;
    layer_.steps.push_back(step);
  }

  void add_layer(const LayerPaint& layer) {
    if (layer.has_mask) {
      begin_mask(0, !layer.mask_from_zero);
      for (const MaskTerm& term : layer.terms) add_term(term);
      for (const PaintPlane& factor : layer.factors) add_factor(factor);
      if (layer.mask_factor != 255) {
        LayerStep step = step_of(layout::kLayerCombineMask, layout::kLayerMultiplies);
        step.constants = layer.mask_factor;
        layer_.steps.push_back(step);
      }
      if (keeps_alpha_) layer_.steps.push_back(step_of(layout::kLayerEndMask, 0));
    }
    for (const PaintSource& source : layer.sources) add_source(layer, source);
  }

  void add_source(const LayerPaint& layer, const PaintSource& source) {
    LayerStep step = step_of(layout::kLayerDraw, layer.blend == PaintBlend::mask      ? layout::kLayerMasked
                                                 : layer.blend == PaintBlend::replace ? layout::kLayerReplaces
                                                                                      : 0);
    // A layer without a mask is masked by nothing.
    if (layer.blend == PaintBlend::mask && !layer.has_mask) return;
    if (layer.alpha_test && source.picture != nullptr) step.flags |= layout::kLayerTestsAlpha;
    step.color = word_of(layer.color);
    const std::array<SourceChannel, 4> channels = source_channels(source);
    step.constants = word_of({channels[0].value, channels[1].value, channels[2].value, channels[3].value});
    if (source.picture != nullptr) {
      const std::uint32_t first = add_picture(source.picture, step);
      if (channels[0].has_plane) step.plane0 = first + channels[0].plane;
      if (channels[1].has_plane) step.plane1 = first + channels[1].plane;
      if (channels[2].has_plane) step.plane2 = first + channels[2].plane;
      if (channels[3].has_plane) step.plane3 = first + channels[3].plane;
    }
    step.tint0 = static_cast<float>(layer.color[0]) / 255.0f;
    step.tint1 = static_cast<float>(layer.color[1]) / 255.0f;
    step.tint2 = static_cast<float>(layer.color[2]) / 255.0f;
    step.tint3 = static_cast<float>(layer.color[3]) / 255.0f;
    step.opacity = static_cast<float>(layer.color[3]) / 65025.0f;
    layer_.steps.push_back(step);
  }

  void add_visibility() {
    begin_mask(255, false);
    if (set_.alpha) add_factor(*set_.alpha);
    for (const PaintPlane& plane : set_.visibility) add_factor(plane);
    layer_.steps.push_back(step_of(layout::kLayerEndMask, 0));
  }

  // From picture and plane to bytes.
  static void place_planes(LayerRun& run) {
    std::vector<std::uint64_t> begins;
    std::uint64_t next = 0;
    for (const TexelPicturePtr& picture : run.pictures) {
      begins.push_back(next);
      next += picture->texels.size();
    }
    for (LayerStep& step : run.steps)
      for (layout::uint LayerStep::*plane :
           {&LayerStep::plane0, &LayerStep::plane1, &LayerStep::plane2, &LayerStep::plane3})
        if (const layout::uint which = step.*plane; which != layout::kLayerNoPlane)
          step.*plane = static_cast<layout::uint>(
              begins[which / kPlanes] + which % kPlanes * run.pictures[which / kPlanes]->plane_size());
  }

  const SetPaint& set_;
  const ReducedPictures& reduced_;
  std::uint64_t most_bytes_;
  bool keeps_alpha_;
  std::vector<LayerRun> runs_;
  LayerRun layer_;           // of the layer at hand
  std::uint64_t bytes_ = 0;  // of the pictures of the last run
};

}  // namespace

Result<std::vector<LayerRun>> layer_runs(const SetPaint& set, const ReducedPictures& reduced,
                                         std::uint64_t most_bytes) {
  if (set.invisible) return std::vector<LayerRun>();
  return RunPlanner(set, reduced, most_bytes).plan();
}

}  // namespace mannequin

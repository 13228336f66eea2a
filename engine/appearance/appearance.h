// Appearance parameters: the sliders, and their effects on the skeleton.
// Readers fill AppearanceDesc; Appearance is checked, resolved against one skeleton, and immutable.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace mannequin {

// The avatar's sex; the sex a parameter applies to; what a parameter affects.
enum class Sex : std::uint8_t { female, male };
enum class SexFilter : std::uint8_t { both, female, male };
enum class ParameterKind : std::uint8_t { skeleton, morph, driver, texture_alpha, texture_color };

inline constexpr int kMaleParameter = 80;      // the sex switch: male above 0.5
inline constexpr int kHoverParameter = 11001;  // lifts the avatar, moves no joint

// Whether a parameter for `filter` applies to an avatar of this sex.
inline bool concerns(SexFilter filter, Sex sex) {
  return filter == SexFilter::both || (filter == SexFilter::male) == (sex == Sex::male);
}

// Change of a joint per unit of weight.
struct JointEffectDesc {
  std::string joint;
  Vec3 scale{0.0};
  Vec3 position{0.0};
};

// A driven parameter and the trapezoid that maps the driver's weight to its own: rises from min1 to max1,
// constant to max2, falls to min2. Always complete; readers fill in the file's defaults.
struct DrivenDesc {
  int parameter = 0;
  double min1 = 0.0, max1 = 1.0, max2 = 1.0, min2 = 1.0;
};

// A morph of one system avatar mesh. A parameter with several is a chain: all get the same weight.
struct MorphDesc {
  std::string mesh;   // .llm file
  std::string morph;  // mixed-case name inside it
  bool clothing = false;
  std::vector<JointEffectDesc> volumes;  // volume morphs: deltas of collision volumes
  double min = 0.0, max = 1.0;  // its own range: each member of a chain clamps the requested weight itself
  std::string part;             // type of the body mesh, e.g. "headMesh": the eyes share one file
};

// One parameter as declared by the definitions. Weights range from `min` to `max`, not in per cent.
struct ParameterDesc {
  int id = 0;
  std::string name;  // lower case, not unique
  ParameterKind kind = ParameterKind::skeleton;
  // 0 slider, 1 driven or animatable, 2 slider that is not transmitted, 3 transmitted, not a slider
  int group = 0;
  SexFilter sex = SexFilter::both;
  std::string wearable;
  bool cross_wearable = false;
  std::string edit_group;         // the editor's panel, e.g. "shape_body"
  double edit_group_order = 0.0;  // order within it
  std::string label, label_min, label_max;
  double min = 0.0, max = 1.0, default_weight = 0.0;
  std::vector<JointEffectDesc> joints;  // kind skeleton, as in the file: without volumes that inherit
  std::vector<MorphDesc> morphs;        // kind morph
  std::vector<DrivenDesc> driven;       // kind driver, file order
};

// The label of a slider, else the parameter's name.
inline const std::string& slider_label(const ParameterDesc& parameter) {
  return parameter.label.empty() ? parameter.name : parameter.label;
}

// A section of the appearance editor and its sliders in the editor's order.
struct SectionDesc {
  std::string name;             // "Body", "Torso", ..., "Underpants"
  std::vector<int> parameters;  // ids, sliders of both sexes
};

// A part of the avatar whose morph needs a mask (baked texture).
struct MorphMaskDesc {
  int parameter = 0;  // the parameter whose morph is masked
  std::string mesh;
  std::string layer;
  bool invert = false;
  std::string part;  // type of the body mesh; empty if the definitions have no body meshes
};

// A file of the system avatar's own body: one part at one level of detail.
struct BodyMeshDesc {
  std::string part;  // type: "hairMesh", "headMesh", "eyeBallLeftMesh", ...
  int lod = 0;
  std::string file;             // .llm
  std::string reference;        // the full mesh whose vertices this level uses; empty: its own
  double min_pixel_area = 0.1;  // smallest size on screen for this level
};

// All parameters as declared by files, unchecked.
struct AppearanceDesc {
  std::string source;  // file name for messages
  std::vector<ParameterDesc> parameters;
  std::vector<SectionDesc> sections;
  std::vector<MorphMaskDesc> morph_masks;
  std::vector<BodyMeshDesc> body_meshes;  // file order; only a viewer's character folder has them
};

// Index into Appearance::parameters(); not the id.
using ParameterIndex = std::int32_t;
inline constexpr ParameterIndex kNoParameter = -1;

// DrivenDesc with its parameter looked up.
struct DrivenLink {
  ParameterIndex parameter;
  double min1, max1, max2, min2;
};

// Change of one joint per unit of one parameter's weight, ready to be summed.
struct JointEffect {
  JointIndex joint;
  Vec3 scale;
  Vec3 position;
};

// Parameters ascending by id (the order in which the viewer visits them). Immutable: any number of threads
// may read it. Views are valid as long as it is.
class Appearance {
 public:
  // Resolves names and expands inherited effects: a skeletal effect on a bone also scales its collision
  // volumes by (their own default scale) x (the bone's delta); volume morphs become effects of their
  // parameter. Fails (bad_data) on: a repeated id, an unknown joint, driven parameter or section entry, a
  // cycle of drivers, a range or ramp out of order, a number that is not finite. Source: ALGORITHM 2, 4.4.
  static Result<Appearance> build(AppearanceDesc desc, const Skeleton& skeleton);

  Appearance(Appearance&&) = default;
  Appearance& operator=(Appearance&&) = default;

  // The definitions as given, parameters in index order.
  std::size_t size() const { return desc_.parameters.size(); }
  std::span<const ParameterDesc> parameters() const;
  const ParameterDesc& operator[](ParameterIndex p) const {
    return desc_.parameters[static_cast<std::size_t>(p)];
  }
  std::span<const SectionDesc> sections() const;
  std::span<const MorphMaskDesc> morph_masks() const;
  std::span<const BodyMeshDesc> body_meshes() const;

  ParameterIndex find(int id) const;  // kNoParameter if unknown

  // Driven links in the order in which the viewer applies them (reverse of the file).
  std::span<const DrivenLink> driven(ParameterIndex p) const;
  // The effects of one unit of a parameter's weight on joints, including those inherited by volumes.
  std::span<const JointEffect> effects(ParameterIndex p) const;

  // Groups 0 and 3: the parameters in an appearance message.
  static bool is_transmitted(const ParameterDesc& p) { return p.group == 0 || p.group == 3; }

 private:
  Appearance() = default;
  AppearanceDesc desc_;
  std::vector<DrivenLink> links_;
  std::vector<JointEffect> effects_;
  std::vector<std::uint32_t> link_begin_, effect_begin_;  // size() + 1 entries each
};

}  // namespace mannequin

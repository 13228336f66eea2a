#include "engine/fit/mesh_deformer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/math/box_least_squares.h"
#include "engine/math/rotation_between.h"
#include "engine/math/unit.h"
#include "engine/mesh/parameter_morph.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

constexpr double kPull = 0.02;         // towards no correction, as a fraction of a parameter's own weight
constexpr double kLeastVolume = 1e-4;  // least determinant of a blended matrix to be inverted

// A vertex's change of position and normal, in bind space.
struct VertexChange {
  Vec3 position{0.0}, normal{0.0};
};

class Deformer {
 public:
  Deformer(const Character& character, const DeformerBody& body, const Skin& skin,
           std::span<const Vec3> positions, std::span<const Vec3> normals,
           std::span<const BodyAttachment> attachments)
      : character_(character),
        body_(body),
        skin_(skin),
        positions_(positions),
        normals_(normals),
        attachments_(attachments) {
    const std::vector<Vec3> body_normals = body.normals(body.bound);
    for (std::size_t v = 0; v < positions.size(); ++v) {
      place_.push_back(positions[v] - at(attachments[v], body.bound));
      facing_.push_back(unit_or_zero(at(attachments[v], body_normals)));
    }
  }

  // The target of each vertex in this state, relative to where it is without morphs.
  void wanted(const AvatarState& state, std::vector<VertexChange>& out) {
    std::size_t first = 0;
    placed_.resize(body_.bound.size());
    for (const MeasuredMesh* mesh : body_.meshes) {
      mesh->place(mesh->at(character_.appearance, state), part_);
      std::copy(part_.begin(), part_.end(), placed_.begin() + static_cast<std::ptrdiff_t>(first));
      first += part_.size();
    }
    const std::vector<Vec3> body_normals = body_.normals(placed_);
    std::vector<Mat4> palette(skin_.palette_size());
    make_palette(skin_, state.joints, std::span<Mat4>(palette));
    out.assign(positions_.size(), VertexChange{});
    for (std::size_t v = 0; v < positions_.size(); ++v) {
      const VertexInfluences& influences = skin_.influences()[v];
      Mat4 blended(0.0);
      for (std::size_t k = 0; k < kMaxInfluences; ++k)
        blended += static_cast<double>(influences.weight[k]) * palette[influences.joint[k]];
      if (!(std::abs(glm::determinant(Mat3(blended))) > kLeastVolume)) continue;
      const Mat4 back = glm::inverse(blended);
      const Mat3 turn = rotation_between(facing_[v], unit_or_zero(at(attachments_[v], body_normals)));
      const Vec3 place = at(attachments_[v], placed_) + turn * place_[v];
      out[v].position = Vec3(back * Vec4(place, 1.0)) - positions_[v];
      out[v].normal = unit_or_zero(Mat3(back) * (turn * normals_[v])) - normals_[v];
    }
  }

 private:
  static Vec3 at(const BodyAttachment& attachment, std::span<const Vec3> of) {
    Vec3 out(0.0);
    for (std::size_t c = 0; c < 3; ++c)
      out += attachment.share[static_cast<int>(c)] * of[attachment.corners[c]];
    return out;
  }

  const Character& character_;
  const DeformerBody& body_;
  const Skin& skin_;
  std::span<const Vec3> positions_, normals_;
  std::span<const BodyAttachment> attachments_;
  std::vector<Vec3> place_, facing_;  // each vertex relative to its attachment; the body's normal there
  std::vector<Vec3> placed_;
  std::vector<Vec3f> part_;
};

// Parameters that affect joints or the body themselves.
std::vector<ParameterIndex> acting_parameters(const Character& character) {
  std::vector<ParameterIndex> out;
  const Appearance& appearance = character.appearance;
  for (std::size_t i = 0; i < appearance.size(); ++i) {
    const auto p = static_cast<ParameterIndex>(i);
    const ParameterDesc& desc = appearance[p];
    if (desc.id != kHoverParameter && (!desc.morphs.empty() || !appearance.effects(p).empty()))
      out.push_back(p);
  }
  return out;
}

// The avatar with only one parameter applied.
AvatarState state_with(const Character& character, ParameterIndex p, double weight) {
  Shape shape = rest_shape(character.skeleton, character.appearance);
  ParameterWeights weights = shape.weights;
  const ParameterDesc& desc = character.appearance[p];
  weights.sex = desc.sex == SexFilter::male ? Sex::male : Sex::female;
  const auto i = static_cast<std::size_t>(p);
  weights.weight[i] = weights.effective[i] = weights.requested[i] = weight;
  shape = evaluate_shape(character.skeleton, character.appearance, std::move(weights));
  return evaluate_avatar(character, {}, std::move(shape));
}

using Field = std::vector<VertexChange>;  // one entry per vertex

void add_scaled(Field& to, const Field& from, double by) {
  for (std::size_t v = 0; v < to.size(); ++v) {
    to[v].position += by * from[v].position;
    to[v].normal += by * from[v].normal;
  }
}

// A parameter's target from its two ends: the least-squares fit to both, relative to `rest`, which remains
// without any parameter.
Field target_by_ends(const Character& character, Deformer& deformer, ParameterIndex p, const Field& rest) {
  const ParameterDesc& desc = character.appearance[p];
  Field target(rest.size()), end;
  double sum = 0.0;
  for (const double weight : {desc.min, desc.max}) {
    if (std::abs(weight) < 1e-9) continue;
    deformer.wanted(state_with(character, p, weight), end);
    add_scaled(target, end, weight);
    add_scaled(target, rest, -weight);
    sum += weight * weight;
  }
  for (VertexChange& t : target) {
    t.position *= sum > 0.0 ? 1.0 / sum : 0.0;
    t.normal *= sum > 0.0 ? 1.0 / sum : 0.0;
  }
  return target;
}

bool moves(const Field& target, double reach, double least) {
  return std::ranges::any_of(target,
                             [&](const VertexChange& t) { return reach * glm::length(t.position) >= least; });
}

double reach_of(const ParameterDesc& desc) { return std::max(std::abs(desc.min), std::abs(desc.max)); }

}  // namespace

DeformerBody::DeformerBody(std::span<const MeasuredMesh* const> of) : meshes(of.begin(), of.end()) {
  std::map<std::tuple<long, long, long>, std::uint32_t> first_at;
  for (const MeasuredMesh* mesh : meshes) {
    const auto first = static_cast<std::uint32_t>(bound.size());
    for (const Vec3f& p : mesh->bound()) {
      const auto grid = [](float x) { return std::lround(static_cast<double>(x) * 1e5); };
      const auto index = static_cast<std::uint32_t>(bound.size());
      welded.push_back(first_at.try_emplace({grid(p.x), grid(p.y), grid(p.z)}, index).first->second);
      bound.emplace_back(p);
    }
    const auto indices = mesh->mesh().indices();
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
      triangles.push_back({first + indices[i], first + indices[i + 1], first + indices[i + 2]});
  }
}

std::vector<Vec3> DeformerBody::normals(std::span<const Vec3> places) const {
  std::vector<Vec3> out(places.size(), Vec3(0.0));
  for (const auto& t : triangles) {
    const Vec3 n = glm::cross(places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]);
    for (const std::uint32_t corner : t) out[welded[corner]] += n;
  }
  for (Vec3& n : out) n = unit_or_zero(n);
  for (std::size_t v = 0; v < out.size(); ++v) out[v] = out[welded[v]];
  return out;
}

DeformerMorphs deformer_morphs(const Character& character, const DeformerBody& body, const Skin& skin,
                               std::span<const Vec3> positions, std::span<const Vec3> normals,
                               std::span<const BodyAttachment> attachments, const DeformerOptions& options) {
  Deformer deformer(character, body, skin, positions, normals, attachments);
  DeformerMorphs out;
  const std::vector<ParameterIndex> acting = acting_parameters(character);
  const double work = static_cast<double>(acting.size() + 2 * options.shapes.size());
  std::size_t done = 0;
  const auto go_on = [&] {
    return !options.progress || options.progress(static_cast<double>(done++) / work);
  };

  AvatarInputs at_rest;
  at_rest.apply_parameters = false;
  Field rest;
  deformer.wanted(evaluate_avatar(character, at_rest), rest);
  std::vector<ParameterIndex> parameters;
  std::vector<Field> targets;
  for (const ParameterIndex p : acting) {
    if (!go_on()) return out;
    Field target = target_by_ends(character, deformer, p, rest);
    if (!moves(target, reach_of(character.appearance[p]), options.least)) continue;
    parameters.push_back(p);
    targets.push_back(std::move(target));
  }

  // The residual on every shape, and the weights with which the targets would have to compensate it.
  const std::size_t count = parameters.size();
  SymmetricMatrix normal(count);
  std::vector<Field> left_by(count, Field(positions.size()));
  std::vector<double> weight(count);
  Field left;
  const auto leave = [&](const SliderValues& shape) {
    AvatarInputs inputs;
    inputs.sliders = shape;
    const AvatarState state = evaluate_avatar(character, inputs);
    deformer.wanted(state, left);
    add_scaled(left, rest, -1.0);
    for (std::size_t i = 0; i < count; ++i) {
      weight[i] = state.shape.weights.effective[static_cast<std::size_t>(parameters[i])];
      if (weight[i] != 0.0) add_scaled(left, targets[i], -weight[i]);
    }
  };
  for (const SliderValues& shape : options.shapes) {
    if (!go_on()) return out;
    leave(shape);
    for (std::size_t i = 0; i < count; ++i) {
      if (weight[i] == 0.0) continue;
      add_scaled(left_by[i], left, weight[i]);
      for (std::size_t j = 0; j <= i; ++j) normal.at(i, j) += weight[i] * weight[j];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double reach = reach_of(character.appearance[parameters[i]]);
    normal.at(i, i) += kPull * (normal.at(i, i) + reach * reach);
  }
  if (!options.shapes.empty() && factorise(normal)) {
    // Turns left_by into the corrections, vertex by vertex.
    std::vector<double> column(count);
    for (std::size_t v = 0; v < positions.size(); ++v)
      for (int axis = 0; axis < 6; ++axis) {
        const auto entry = [&](std::size_t i) -> double& {
          VertexChange& t = left_by[i][v];
          return axis < 3 ? t.position[axis] : t.normal[axis - 3];
        };
        for (std::size_t i = 0; i < count; ++i) column[i] = entry(i);
        solve_factorised(normal, column);
        for (std::size_t i = 0; i < count; ++i) entry(i) = column[i];
      }
    for (std::size_t i = 0; i < count; ++i) add_scaled(targets[i], left_by[i], 1.0);
  }
  for (const SliderValues& shape : options.shapes) {
    if (!go_on()) return out;
    leave(shape);
    DeformerResidual residual;
    for (const VertexChange& t : left) {
      const double apart = glm::length(t.position);
      residual.mean += apart / static_cast<double>(left.size());
      residual.largest = std::max(residual.largest, apart);
    }
    out.residuals.push_back(residual);
  }

  for (std::size_t i = 0; i < count; ++i) {
    const ParameterDesc& desc = character.appearance[parameters[i]];
    MorphTarget target;
    target.name = parameter_morph_name(desc.id);
    for (std::size_t v = 0; v < positions.size(); ++v) {
      if (reach_of(desc) * glm::length(targets[i][v].position) < options.least) continue;
      target.vertices.push_back(static_cast<std::uint32_t>(v));
      target.positions.emplace_back(targets[i][v].position);
      target.normals.emplace_back(targets[i][v].normal);
    }
    if (!target.vertices.empty()) out.targets.push_back(std::move(target));
  }
  return out;
}

}  // namespace mannequin

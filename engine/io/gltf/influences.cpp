#include "engine/io/gltf/influences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/gltf/accessor.h"
#include "engine/io/gltf/limits.h"

namespace mannequin::io {
namespace {

using namespace component;

struct Set {
  AccessorData joints, weights;
};

Result<std::vector<Set>> read_sets(const GltfDocument& document, const GltfPrimitive& primitive,
                                   const std::string& where, std::size_t count) {
  std::vector<Set> sets;
  const std::size_t sets_named = count_influence_sets(primitive);
  if (sets_named > kMaxInfluenceSets)
    return fail(ErrorCode::bad_data, where,
                fmt::format("has {} sets of joints and weights; the limit is {}. Limit each vertex to four "
                            "joints, and export the file again",
                            sets_named, kMaxInfluenceSets));
  while (sets.size() < sets_named) {
    const auto joints = primitive.attributes.find(fmt::format("JOINTS_{}", sets.size()));
    const auto weights = primitive.attributes.find(fmt::format("WEIGHTS_{}", sets.size()));
    Set set;
    const auto read = [&](const auto& attribute, const AccessorUse& use, bool finite,
                          AccessorData& to) -> Status {
      const std::string place = fmt::format("{}.attributes.{}", where, attribute->first);
      auto data = read_accessor(document, attribute->second, use, place, finite);
      if (!data) return error_of(std::move(data));
      if (data->count != count)
        return fail(
            ErrorCode::bad_data, place,
            fmt::format("has {} elements for {} vertices; export the file again", data->count, count));
      to = std::move(*data);
      return {};
    };
    if (auto done = read(joints, {GltfShape::vec4, kU8 | kU16, 0}, true, set.joints); !done)
      return error_of(std::move(done));
    if (auto done = read(weights, {GltfShape::vec4, kFloat, kU8 | kU16}, false, set.weights); !done)
      return error_of(std::move(done));
    sets.push_back(std::move(set));
  }
  return sets;
}

}  // namespace

std::size_t count_influence_sets(const GltfPrimitive& primitive) {
  std::size_t sets = 0;
  while (primitive.attributes.contains(fmt::format("JOINTS_{}", sets)) &&
         primitive.attributes.contains(fmt::format("WEIGHTS_{}", sets)))
    ++sets;
  return sets;
}

Status read_influences(const GltfDocument& document, const GltfPrimitive& primitive,
                       const PrimitivePlace& place, PrimitiveData& data, Notes& notes) {
  const std::size_t count = data.positions.size();
  data.influence_begin.assign(count + 1, 0);
  if (place.joint_count == 0) return {};
  auto sets = read_sets(document, primitive, place.where, count);
  if (!sets) return error_of(std::move(sets));

  data.influences.reserve(4 * count * sets->size());
  std::size_t dropped = 0, first_dropped = 0;
  for (std::size_t v = 0; v < count; ++v) {
    const std::size_t begin = data.influences.size();
    for (const Set& set : *sets)
      for (std::size_t i = 0; i < 4; ++i) {
        const double weight = set.weights.number(v, i), joint = set.joints.number(v, i);
        if (weight == 0.0) continue;
        if (!(weight > 0.0) || !std::isfinite(weight)) {
          if (dropped++ == 0) first_dropped = v;
          continue;
        }
        if (joint >= static_cast<double>(place.joint_count))
          return fail(ErrorCode::bad_data, fmt::format("{}, vertex {}", place.where, v),
                      fmt::format("is moved by joint number {}, but the skin has {}; export the file again",
                                  joint, place.joint_count));
        const auto number = static_cast<std::uint32_t>(joint);
        const auto same =
            std::find_if(data.influences.begin() + static_cast<std::ptrdiff_t>(begin), data.influences.end(),
                         [&](const InfluenceDesc& influence) { return influence.joint == number; });
        if (same == data.influences.end())
          data.influences.push_back({number, static_cast<float>(weight)});
        else
          same->weight += static_cast<float>(weight);
      }
    data.influence_begin[v + 1] = static_cast<std::uint32_t>(data.influences.size());
  }
  if (dropped > 0)
    notes.push_back({Severity::warning, "bad_weights",
                     fmt::format("{}, vertex {}", place.where, first_dropped),
                     fmt::format("{} of the weights are negative or NaN; they are ignored, which gives their "
                                 "vertices to the other joints. Correct the weights",
                                 dropped)});
  return {};
}

}  // namespace mannequin::io

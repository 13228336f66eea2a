#include "engine/io/collada/vertex_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/quantity.h"

namespace mannequin::io::collada {
namespace {

// Per mesh; allowed even if the document is shorter.
constexpr std::size_t kFreeInfluences = 4'000'000;
constexpr std::size_t kNumbersInNote = 5;

struct WeightInputs {
  std::size_t joint = 0, weight = 1, stride = 2;
  const RealSource* weights = nullptr;
};

Result<WeightInputs> read_inputs(const Document& document, Sources& sources, pugi::xml_node node,
                                 const std::string& mesh) {
  WeightInputs inputs;
  inputs.stride = 1;
  bool has_joint = false;
  for (const auto input : node.children("input")) {
    const std::string_view semantic = input.attribute("semantic").value();
    const auto offset = attribute_number(input, "offset");
    if (!offset || *offset > kMaxOffset)
      return document.bad(
          input, fmt::format("<input> {} has offset '{}', which is not an index into a tuple; export "
                             "the model again",
                             semantic, input.attribute("offset").value()));
    inputs.stride = std::max(inputs.stride, *offset + 1);
    if (semantic == "JOINT") {
      has_joint = true;
      inputs.joint = *offset;
    } else if (semantic == "WEIGHT") {
      const auto weights = sources.real(input, 1, mesh);
      if (!weights) return error_of(weights);
      inputs.weight = *offset;
      inputs.weights = *weights;
    }
  }
  if (!has_joint || inputs.weights == nullptr)
    return document.bad(node,
                        "<vertex_weights> needs an input JOINT and an input WEIGHT; export the model again");
  return inputs;
}

// The counts of <vcount> and the tuples of <v>, checked against each other and the geometry.
struct Lists {
  ScratchVector<std::int32_t> counts, tuples;
};

Result<Lists> read_lists(const Document& document, NoteCollector& noticed, pugi::xml_node node,
                         std::size_t stride, std::size_t position_count, const std::string& mesh) {
  if (!node.child("v") || !node.child("vcount"))
    return document.bad(
        node, fmt::format("<vertex_weights> has no <{}>, so nothing is bound; bind the mesh and export it "
                          "again",
                          node.child("v") ? "vcount" : "v"));
  auto counts = read_integers(document, node.child("vcount"));
  if (!counts) return error_of(counts);
  if (counts->size() != position_count)
    return document.bad(
        node, fmt::format("<vcount> lists {} vertices, but the geometry has {} positions; bind the mesh "
                          "again after its last change",
                          counts->size(), position_count));
  if (const auto claimed = attribute_number(node, "count"); claimed && *claimed != counts->size())
    noticed.add(
        Severity::warning, "weight_count", node, mesh,
        fmt::format("<vertex_weights> declares {} vertices, but has {}; the viewer rejects this file, "
                    "export it again",
                    *claimed, counts->size()));
  std::size_t sum = 0;
  for (const std::int32_t count : *counts) {
    if (count < 0)
      return document.bad(node,
                          fmt::format("<vcount> has the negative number {}; export the model again", count));
    sum += static_cast<std::size_t>(count);
  }
  auto tuples = read_integers(document, node.child("v"));
  if (!tuples) return error_of(tuples);
  if (tuples->size() != sum * stride)
    return document.bad(
        node.child("v"),
        fmt::format("<v> has {} numbers, but <vcount> needs {} ({} influences of {} numbers); the list is "
                    "truncated: export the model again",
                    tuples->size(), sum * stride, sum, stride));
  return Lists{std::move(*counts), std::move(*tuples)};
}

std::string numbers_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), kNumbersInNote); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  return text + (numbers.size() > kNumbersInNote ? ", ..." : "");
}

}  // namespace

Result<PositionInfluences> read_vertex_weights(const Document& document, Sources& sources,
                                               NoteCollector& noticed, pugi::xml_node skin,
                                               std::size_t joint_count, std::size_t position_count,
                                               const std::string& mesh) {
  PositionInfluences result;
  result.node = skin.child("vertex_weights");
  if (!result.node)
    return document.bad(
        skin, "<skin> has no <vertex_weights>, so no vertex is bound; bind the mesh and export it again");
  const auto inputs = read_inputs(document, sources, result.node, mesh);
  if (!inputs) return error_of(inputs);
  const auto lists = read_lists(document, noticed, result.node, inputs->stride, position_count, mesh);
  if (!lists) return error_of(lists);
  if (inputs->stride != 2 || inputs->joint != 0)
    noticed.add(
        Severity::warning, "weight_offsets", result.node, mesh,
        fmt::format("<vertex_weights> lists {}, but the viewer reads joint and weight in pairs whatever the "
                    "offsets say, so its weights are others than the file's. 'mannequin convert' writes "
                    "pairs",
                    inputs->stride == 2 ? "the weight before the joint" : "more than joint and weight"));

  result.begin.reserve(position_count + 1);
  result.influences.reserve(lists->tuples.size() / inputs->stride);
  const std::int32_t* tuple = lists->tuples.data();
  for (std::uint32_t position = 0; position < position_count; ++position) {
    result.begin.push_back(static_cast<std::uint32_t>(result.influences.size()));
    for (std::int32_t i = lists->counts[position]; i > 0; --i, tuple += inputs->stride) {
      const std::int32_t joint = tuple[inputs->joint], weight = tuple[inputs->weight];
      const auto out_of_range = [&](const char* what, std::int32_t index, std::size_t count) {
        return document.bad(
            result.node.child("v"),
            fmt::format("vertex {} refers to {} {}, but there are only {} (numbered from 0); bind the "
                        "mesh and export it again",
                        position, what, index, count));
      };
      if (joint < -1 || (joint >= 0 && static_cast<std::size_t>(joint) >= joint_count))
        return out_of_range("joint", joint, joint_count);
      if (weight < 0 || static_cast<std::size_t>(weight) >= inputs->weights->count)
        return out_of_range("weight", weight, inputs->weights->count);
      if (joint >= 0) {
        result.influences.push_back(
            {static_cast<std::uint32_t>(joint), *inputs->weights->at(static_cast<std::size_t>(weight))});
      } else if (result.bind_shape.empty() || result.bind_shape.back() != position) {
        result.bind_shape.push_back(position);
      }
    }
  }
  result.begin.push_back(static_cast<std::uint32_t>(result.influences.size()));
  return result;
}

Status spread_influences(const Document& document, const PositionInfluences& influences,
                         std::span<const std::uint32_t> source_indices, SkinDesc& skin) {
  std::size_t total = 0;
  for (const std::uint32_t source : source_indices) total += influences.of(source).size();
  // Vertices that share a position repeat its influences:
  // harmless for a few, but not for a million each.
  if (total > kFreeInfluences + document.size())
    return document.bad(influences.node,
                        fmt::format("the vertices have {} influences in total, far more than any model; "
                                    "limit them to four each",
                                    total));
  skin.influences.reserve(total);
  skin.influence_begin.reserve(source_indices.size() + 1);
  for (const std::uint32_t source : source_indices) {
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    const auto list = influences.of(source);
    skin.influences.insert(skin.influences.end(), list.begin(), list.end());
  }
  skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
  return {};
}

void notice_weights(NoteCollector& noticed, const PositionInfluences& influences,
                    std::span<const std::uint32_t> source_indices, const std::string& mesh) {
  std::vector<bool> used(influences.begin.size(), false);
  for (const std::uint32_t source : source_indices) used[source] = true;
  std::vector<std::uint32_t> none, many, off, negative;
  for (std::uint32_t position = 0; position + 1 < influences.begin.size(); ++position) {
    if (!used[position]) continue;
    double sum = 0.0;
    std::size_t count = 0;
    bool below = false;
    for (const InfluenceDesc& influence : influences.of(position)) {
      below |= influence.weight < 0.0f;
      if (!(influence.weight > 0.0f)) continue;
      ++count;
      sum += influence.weight;
    }
    if (count == 0) none.push_back(position);
    if (below) negative.push_back(position);
    if (count > kMaxInfluences) many.push_back(position);
    if (count > 0 && std::abs(sum - 1.0) > 1e-3) off.push_back(position);
  }
  const auto add = [&](Severity severity, const char* code, const std::vector<std::uint32_t>& list,
                       const char* what, const char* consequence) {
    if (!list.empty())
      noticed.add(severity, code, influences.node, mesh,
                  fmt::format("{} {} (in the file: {}); {}", quantity(list.size(), "vertex", "vertices"),
                              what, numbers_text(list), consequence));
  };
  add(Severity::warning, "unweighted_vertices", none, "without a weight above 0",
      "in-world they follow the first joint of the skin, weight them");
  add(Severity::warning, "bind_shape_influences", influences.bind_shape,
      "weighted to the bind shape, joint -1", "that part is dropped, as in the viewer");
  add(Severity::warning, "bad_weights", negative, "with a negative weight",
      "it is dropped, as in the viewer, and the other joints take the vertex, correct the weights");
  add(Severity::info, "too_many_influences", many, "with more than four influences",
      "only the four largest count, limit them to four to choose yourself");
  add(Severity::info, "weight_sums", off, "with weights that do not sum to 1",
      "they are divided by their sum");
}

}  // namespace mannequin::io::collada

#include "engine/skinning/joint_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/skinning/joint_sets.h"
#include "engine/skinning/to_bind_space.h"

namespace mannequin {
namespace {

struct SlotWeight {
  std::uint16_t slot;
  float weight;
};

// A vertex's influences, ascending by slot, without zero weights or repeated slots.
std::vector<SlotWeight> slot_weights(const VertexInfluences& influences) {
  std::vector<SlotWeight> result;
  for (std::size_t k = 0; k < kMaxInfluences; ++k) {
    if (influences.weight[k] == 0.0f) continue;
    const auto same = std::ranges::find(result, influences.joint[k], &SlotWeight::slot);
    if (same != result.end())
      same->weight += influences.weight[k];
    else
      result.push_back({influences.joint[k], influences.weight[k]});
  }
  std::ranges::sort(result, {}, &SlotWeight::slot);
  return result;
}

void append_lanes(AlignedVector<float>& to, const std::array<Vec3f, kBlockSize>& lanes) {
  for (glm::length_t component = 0; component < 3; ++component)
    for (const Vec3f& lane : lanes) to.push_back(lane[component]);
}

class JointBlockBuilder {
 public:
  JointBlockBuilder(const Mesh& mesh, const Skin& skin) : mesh_(mesh), bind_(skin.bind_shape()) {
    for (const VertexInfluences& influences : skin.influences())
      influences_.push_back(slot_weights(influences));
    out_.vertex_count = static_cast<std::uint32_t>(mesh.vertex_count());
    out_.palette_size = static_cast<std::uint32_t>(skin.palette_size());
    out_.morph_count = static_cast<std::uint32_t>(mesh.morphs().size());
    out_.remap.resize(mesh.vertex_count());
  }

  JointBlocks make() && {
    std::vector<std::vector<std::uint16_t>> joint_sets;
    for (const auto& influences : influences_) {
      auto& set = joint_sets.emplace_back();
      for (const SlotWeight& influence : influences) set.push_back(influence.slot);
    }
    for (const SharedJoints& block : share_joints(joint_sets)) add(block);
    add_morphs();
    return std::move(out_);
  }

 private:
  void add(const SharedJoints& shared) {
    const auto place = static_cast<std::uint32_t>(out_.blocks.size() * kBlockSize);
    out_.blocks.push_back({static_cast<std::uint32_t>(out_.slots.size()),
                           static_cast<std::uint32_t>(shared.slots.size()), 0, 0});
    std::array<std::uint32_t, kBlockSize> vertex;  // per lane
    for (std::size_t lane = 0; lane < kBlockSize; ++lane)
      vertex[lane] = shared.vertices[std::min(lane, shared.vertices.size() - 1)];
    for (std::size_t lane = 0; lane < shared.vertices.size(); ++lane)
      out_.remap[vertex[lane]] = place + static_cast<std::uint32_t>(lane);

    for (const std::uint16_t slot : shared.slots) {
      out_.slots.push_back(slot);
      for (const std::uint32_t v : vertex) out_.weights.push_back(weight(v, slot));
    }
    std::array<Vec3f, kBlockSize> lanes;
    const auto fill = [&](AlignedVector<float>& to, auto of) {
      std::ranges::transform(vertex, lanes.begin(), of);
      append_lanes(to, lanes);
    };
    const auto positions = mesh_.positions(), normals = mesh_.normals();
    fill(out_.positions, [&](std::uint32_t v) { return bind_.position(positions[v]); });
    fill(out_.normals, [&](std::uint32_t v) { return bind_.normal(normals[v]); });
    const auto tangents = mesh_.tangents();
    if (tangents.empty()) return;
    fill(out_.tangents, [&](std::uint32_t v) { return bind_.tangent(tangents[v]); });
    std::uint16_t mirrored = 0;
    for (std::size_t lane = 0; lane < kBlockSize; ++lane)
      if (tangents[vertex[lane]].w < 0.0f) mirrored = static_cast<std::uint16_t>(mirrored | 1u << lane);
    out_.mirrored.push_back(mirrored);
  }

  float weight(std::uint32_t vertex, std::uint16_t slot) const {
    const auto found = std::ranges::find(influences_[vertex], slot, &SlotWeight::slot);
    return found == influences_[vertex].end() ? 0.0f : found->weight;
  }

  void add_morphs() {
    struct Delta {
      std::uint32_t block, lane, morph;
      Vec3f position, normal;
    };
    std::vector<Delta> deltas;
    for (std::size_t m = 0; m < mesh_.morphs().size(); ++m) {
      const MorphTarget& morph = mesh_.morphs()[m];
      for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
        const std::uint32_t v = morph.vertices[i];
        deltas.push_back(
            {static_cast<std::uint32_t>(out_.remap[v] / kBlockSize),
             static_cast<std::uint32_t>(out_.remap[v] % kBlockSize), static_cast<std::uint32_t>(m),
             bind_.position_delta(morph.positions[i]),
             morph.normals.empty() ? Vec3f(0.0f) : bind_.normal_delta(morph.normals[i], mesh_.normals()[v])});
      }
    }
    std::ranges::stable_sort(deltas, [](const Delta& a, const Delta& b) {
      return a.block != b.block ? a.block < b.block : a.morph < b.morph;
    });
    for (auto at = deltas.begin(); at != deltas.end();) {
      JointBlock& block = out_.blocks[at->block];
      if (block.morph_count++ == 0) block.first_morph = static_cast<std::uint32_t>(out_.morphs.size());
      out_.morphs.push_back({at->morph, static_cast<std::uint32_t>(out_.morph_deltas.size())});
      std::array<Vec3f, kBlockSize> positions{}, normals{};
      const auto first = at;
      for (; at != deltas.end() && at->block == first->block && at->morph == first->morph; ++at) {
        positions[at->lane] = at->position;
        normals[at->lane] = at->normal;
      }
      append_lanes(out_.morph_deltas, positions);
      append_lanes(out_.morph_deltas, normals);
    }
  }

  const Mesh& mesh_;
  ToBindSpace bind_;
  std::vector<std::vector<SlotWeight>> influences_;
  JointBlocks out_;
};

template <typename Vector>
std::size_t bytes_of(const Vector& v) {
  return v.size() * sizeof(v[0]);
}

}  // namespace

void quantise_weights(std::span<const float> weights, std::span<std::uint16_t> out) {
  // Round down, then give the missing steps to the weights that lost most.
  double sum = 0.0;
  for (const float w : weights) sum += w;
  std::vector<std::pair<double, std::size_t>> lost;
  std::uint32_t given = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double exact = static_cast<double>(weights[k]) / sum * kWeightOne;
    out[k] = static_cast<std::uint16_t>(exact);
    given += out[k];
    lost.emplace_back(out[k] - exact, k);
  }
  std::ranges::sort(lost);
  for (std::size_t k = 0; given < kWeightOne; ++k, ++given) ++out[lost[k % lost.size()].second];
}

std::size_t JointBlocks::bytes() const {
  return bytes_of(blocks) + bytes_of(slots) + bytes_of(weights) + bytes_of(positions) + bytes_of(normals) +
         bytes_of(tangents) + bytes_of(packed_weights) + bytes_of(packed_normals) +
         bytes_of(packed_tangents) + bytes_of(mirrored) + bytes_of(morphs) + bytes_of(morph_deltas) +
         bytes_of(remap);
}

void pack(JointBlocks& blocks) {
  const auto pack_directions = [](AlignedVector<float>& from, AlignedVector<std::int16_t>& to) {
    to.reserve(from.size());
    for (const float f : from) to.push_back(static_cast<std::int16_t>(std::lround(f * 32767.0f)));
    from = {};
  };
  pack_directions(blocks.normals, blocks.packed_normals);
  pack_directions(blocks.tangents, blocks.packed_tangents);

  blocks.packed_weights.resize(blocks.weights.size());
  std::vector<float> weights;
  std::vector<std::uint16_t> quantised;
  for (const JointBlock& block : blocks.blocks) {
    weights.resize(block.slot_count);
    quantised.resize(block.slot_count);
    for (std::size_t lane = 0; lane < kBlockSize; ++lane) {
      const auto at = [&](std::size_t k) { return (block.first_slot + k) * kBlockSize + lane; };
      for (std::size_t k = 0; k < block.slot_count; ++k) weights[k] = blocks.weights[at(k)];
      quantise_weights(weights, quantised);
      for (std::size_t k = 0; k < block.slot_count; ++k) blocks.packed_weights[at(k)] = quantised[k];
    }
  }
  blocks.weights = {};
}

JointBlocks make_joint_blocks(const Mesh& mesh, const Skin& skin) {
  return JointBlockBuilder(mesh, skin).make();
}

}  // namespace mannequin

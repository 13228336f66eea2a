#include "engine/avatar/batch_tables.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace mannequin {
namespace {

// The joints of the skins, the named joints, those that body size needs, and all their ancestors.
std::vector<bool> reached_joints(const Character& character, std::span<const Skin* const> skins,
                                 std::span<const JointIndex> world_joints) {
  std::vector<bool> reached(character.skeleton.size(), false);
  const auto reach = [&](JointIndex joint) {
    for (; joint != kNoJoint && !reached[static_cast<std::size_t>(joint)];
         joint = character.skeleton[joint].parent)
      reached[static_cast<std::size_t>(joint)] = true;
  };
  for (const Skin* skin : skins)
    for (const JointIndex joint : skin->joints()) reach(joint);
  for (const JointIndex joint : world_joints) reach(joint);
  for (const JointIndex joint : character.measure.joints()) reach(joint);
  return reached;
}

// Depth first, the child with the largest subtree last: by then its parent's slot is free for it.
class SolveOrder {
 public:
  SolveOrder(const Skeleton& skeleton, const std::vector<bool>& reached)
      : reached_(reached), children_(skeleton.size() + 1), below_(skeleton.size(), 1) {
    // Children follow their parents, so that in reverse order a joint is complete when it is counted.
    for (std::size_t j = skeleton.size(); j-- > 0;) {
      const JointIndex parent = skeleton.joints()[j].parent;
      if (!reached_[j]) continue;
      children_[static_cast<std::size_t>(parent + 1)].push_back(static_cast<JointIndex>(j));
      if (parent != kNoJoint) below_[static_cast<std::size_t>(parent)] += below_[j];
    }
    for (std::vector<JointIndex>& siblings : children_)
      std::stable_sort(siblings.begin(), siblings.end(), [&](JointIndex a, JointIndex b) {
        return below_[static_cast<std::size_t>(a)] < below_[static_cast<std::size_t>(b)];
      });
  }

  // An explicit stack: a skeleton may nest deeper than the call stack allows.
  std::vector<JointIndex> run() const {
    std::vector<JointIndex> order, stack(children_[0].rbegin(), children_[0].rend());
    while (!stack.empty()) {
      const JointIndex joint = stack.back();
      stack.pop_back();
      order.push_back(joint);
      const std::vector<JointIndex>& below = children_[static_cast<std::size_t>(joint + 1)];
      stack.insert(stack.end(), below.rbegin(), below.rend());
    }
    return order;
  }

 private:
  const std::vector<bool>& reached_;
  std::vector<std::vector<JointIndex>> children_;  // by parent + 1
  std::vector<std::size_t> below_;
};

PoseNode make_node(const Skeleton& skeleton, JointIndex index) {
  const Joint& joint = skeleton[index];
  PoseNode node{};
  node.joint = index;
  node.own_slot = kNoRow;
  node.unrotated_at_rest = joint.rest_rotation == Quat(1.0, 0.0, 0.0, 0.0);
  const Vec3f position(joint.rest_position), scale(joint.rest_scale);
  const glm::quat rotation(joint.rest_rotation);
  const float rest[kNodeRows] = {position.x, position.y, position.z, scale.x,    scale.y,
                                 scale.z,    rotation.x, rotation.y, rotation.z, rotation.w};
  std::copy(rest, rest + kNodeRows, node.rest);
  return node;
}

// Assigns each parent a slot until its last child has read it. Returns the number of slots. parents: index
// among the nodes plus one; 0: mRoot.
std::uint32_t assign_slots(std::span<const std::uint32_t> parents, std::span<PoseNode> nodes) {
  std::vector<std::uint32_t> children(nodes.size() + 1, 0), slot_of(nodes.size() + 1, 0), free_slots;
  for (const std::uint32_t parent : parents) ++children[parent];
  std::uint32_t count = 1;
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    PoseNode& node = nodes[n];
    node.parent_slot = slot_of[parents[n]];
    // A node reads its parent before it is stored itself.
    if (--children[parents[n]] == 0) free_slots.push_back(node.parent_slot);
    if (children[n + 1] == 0) continue;
    if (free_slots.empty()) free_slots.push_back(count++);
    node.own_slot = slot_of[n + 1] = free_slots.back();
    free_slots.pop_back();
  }
  return count;
}

// Solves joints side by side: in each step those that are ready, first those with the longest chain below
// them, since that chain has to wait for them.
class AloneOrder {
 public:
  // parents: as in assign_slots(); parents precede their children.
  explicit AloneOrder(std::span<const std::uint32_t> parents)
      : parents_(parents), solved_(parents.size() + 1, 0) {
    std::vector<std::uint32_t> below(parents.size() + 1, 0), ready, later;
    for (std::size_t n = parents.size(); n-- > 0;)
      below[parents[n]] = std::max(below[parents[n]], below[n + 1] + 1);
    std::vector<std::uint32_t> left(parents.size());
    std::iota(left.begin(), left.end(), 0u);
    std::stable_sort(left.begin(), left.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return below[a + 1] > below[b + 1]; });
    std::vector<bool> known(parents.size() + 1, false);
    known[0] = true;
    while (!left.empty()) {
      ready.clear();
      later.clear();
      for (const std::uint32_t n : left)
        (ready.size() < kAloneWidth && known[parents[n]] ? ready : later).push_back(n);
      add_step(ready);
      for (const std::uint32_t n : ready) known[n + 1] = true;
      left.swap(later);
    }
  }

  std::vector<AloneStep> take_steps() { return std::move(steps_); }
  // The node's place in the scratch memory.
  std::uint32_t solved(std::uint32_t node) const { return solved_[node + 1]; }

 private:
  void add_step(std::span<const std::uint32_t> nodes) {
    AloneStep step{};
    for (std::size_t k = 0; k < kAloneWidth; ++k) {
      const std::uint32_t node = nodes[std::min(k, nodes.size() - 1)];
      step.local[k] = node * kNodeRows;
      step.above[k] = solved_[parents_[node]];
    }
    steps_.push_back(step);
    // mRoot comes first.
    for (std::size_t k = 0; k < nodes.size(); ++k)
      solved_[nodes[k] + 1] = static_cast<std::uint32_t>(steps_.size() * kAloneFloats + 4 * k);
  }

  std::span<const std::uint32_t> parents_;
  std::vector<std::uint32_t> solved_;  // mRoot, then the nodes
  std::vector<AloneStep> steps_;
};

// The matrices of each palette.
std::vector<AloneOutputs> side_by_side(std::span<const PaletteOutput> outputs, bool translated_only,
                                       std::size_t skins, const AloneOrder& order) {
  std::vector<AloneOutputs> all;
  std::vector<const PaletteOutput*> chosen;
  for (std::uint32_t skin = 0; skin < skins; ++skin) {
    chosen.clear();
    for (const PaletteOutput& output : outputs)
      if (output.skin == skin && output.translated_only == translated_only) chosen.push_back(&output);
    for (std::size_t first = 0; first < chosen.size(); first += kAloneWidth) {
      AloneOutputs& made = all.emplace_back();
      made.skin = skin;
      for (std::size_t k = 0; k < kAloneWidth; ++k) {
        const PaletteOutput& output = *chosen[std::min(first + k, chosen.size() - 1)];
        made.solved[k] = order.solved(output.node);
        made.to[k] = output.slot * 12;
        for (std::size_t r = 0; r < 3; ++r)
          std::copy(output.bind + 4 * r, output.bind + 4 * (r + 1), made.bind[r] + 4 * k);
      }
    }
  }
  return all;
}

std::vector<ShapeRun> make_runs(const PrunedAppearance& pruned, std::span<const std::uint32_t> rows) {
  std::vector<ShapeRun> runs;
  for (const std::uint32_t r : rows) {
    const ShapeRow& row = pruned.shape_rows()[r];
    const std::uint32_t count = row.end - row.begin;
    auto run =
        std::find_if(runs.begin(), runs.end(), [&](const ShapeRun& known) { return known.count == count; });
    if (run == runs.end()) run = runs.insert(runs.end(), ShapeRun{count, {}, {}});
    run->rows.push_back({row.joint * kNodeRows + row.component, row.start});
    const std::span<const ShapeEntry> entries = pruned.entries().subspan(row.begin, count);
    run->entries.insert(run->entries.end(), entries.begin(), entries.end());
  }
  return runs;
}

// The effects on one vector, its rows' entries side by side; an effect without a number adds 0 to it.
// Repeated effects of one parameter on one number stay separate.
std::vector<VectorRun::Effect> effects_on(const PrunedAppearance& pruned,
                                          std::span<const ParameterIndex> parameter_of,
                                          std::span<const ShapeRow> rows) {
  std::map<std::pair<ParameterIndex, std::ptrdiff_t>, VectorRun::Effect> effects;
  for (const ShapeRow& row : rows) {
    const std::span<const ShapeEntry> entries = pruned.entries().subspan(row.begin, row.end - row.begin);
    for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
      const auto repeats = std::count_if(
          entries.begin(), entry, [&](const ShapeEntry& earlier) { return earlier.row == entry->row; });
      VectorRun::Effect& effect = effects[{parameter_of[entry->row], repeats}];
      effect.value = entry->row;
      effect.delta[row.component % 3] = entry->delta;
    }
  }
  std::vector<VectorRun::Effect> list;
  list.reserve(effects.size());
  for (const auto& [key, effect] : effects) list.push_back(effect);
  return list;
}

std::vector<VectorRun> make_vector_runs(const PrunedAppearance& pruned, std::span<const PoseNode> nodes) {
  std::vector<ParameterIndex> parameter_of(pruned.value_rows(), kNoParameter);
  for (const WeightCopy& copy : pruned.copies()) parameter_of[copy.row] = copy.parameter;
  std::map<std::size_t, VectorRun> runs;
  const std::span<const ShapeRow> rows = pruned.shape_rows();
  const auto first_of = [](const ShapeRow& row) { return row.component < kScaleRow ? 0 : kScaleRow; };
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    // Rows are in the order of the nodes and their numbers.
    const std::uint32_t node = rows[begin].joint, first = first_of(rows[begin]);
    while (end < rows.size() && rows[end].joint == node && first_of(rows[end]) == first) ++end;
    const auto effects = effects_on(pruned, parameter_of, rows.subspan(begin, end - begin));
    VectorRun& run = runs[effects.size()];
    run.count = static_cast<std::uint32_t>(effects.size());
    // + 0: no number starts as a negative zero, as in shape rows.
    const float* rest = nodes[node].rest + first;
    run.starts.push_back({{rest[0] + 0.0f, rest[1] + 0.0f, rest[2] + 0.0f}, node * kNodeRows + first});
    run.effects.insert(run.effects.end(), effects.begin(), effects.end());
  }
  std::vector<VectorRun> list;
  list.reserve(runs.size());
  for (auto& [count, run] : runs) list.push_back(std::move(run));
  return list;
}

PaletteOutput make_output(std::size_t node, std::size_t skin, std::size_t slot, const Mat4& joint_from_bind) {
  PaletteOutput output{};
  output.node = static_cast<std::uint32_t>(node);
  output.skin = static_cast<std::uint32_t>(skin);
  output.slot = static_cast<std::uint32_t>(slot);
  output.translated_only = true;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) {
      const auto number = static_cast<float>(joint_from_bind[column][row]);
      output.bind[row * 4 + column] = number;
      if (column < 3 && number != (row == column ? 1.0f : 0.0f)) output.translated_only = false;
    }
  return output;
}

}  // namespace

Result<std::unique_ptr<const BatchTables>> BatchTables::build(const Character& character,
                                                              std::span<const Skin* const> skins,
                                                              std::span<const JointIndex> world_joints) {
  if (skins.empty() && world_joints.empty())
    return fail(ErrorCode::bad_argument, "avatar batch",
                "has no skin to make palettes for, and no joint; give at least one");
  for (const Skin* skin : skins)
    if (!skin->desc().frames.empty())
      return fail(
          ErrorCode::bad_argument, "avatar batch",
          "has a skin of the system avatar, which does not follow joints only; use make_palette for it");
  const Skeleton& skeleton = character.skeleton;
  const std::vector<bool> reached = reached_joints(character, skins, world_joints);
  const std::vector<JointIndex> order = SolveOrder(skeleton, reached).run();
  Result<PrunedAppearance> pruned = PrunedAppearance::build(character.appearance, skeleton, order);
  if (!pruned) return error_of(std::move(pruned));

  std::unique_ptr<BatchTables> made(new BatchTables(character, std::move(*pruned)));
  made->node_of_.assign(skeleton.size(), kNoRow);
  made->world_joints_.assign(world_joints.begin(), world_joints.end());
  made->world_slots_.assign(skeleton.size(), kNoRow);
  for (std::size_t k = 0; k < world_joints.size(); ++k)
    made->world_slots_[static_cast<std::size_t>(world_joints[k])] = static_cast<std::uint32_t>(k);
  std::vector<std::uint32_t> parents;
  for (const JointIndex joint : order) {
    PoseNode node = make_node(skeleton, joint);
    const JointIndex parent = skeleton[joint].parent;
    parents.push_back(parent == kNoJoint ? 0 : 1 + made->node_of_[static_cast<std::size_t>(parent)]);
    made->node_of_[static_cast<std::size_t>(joint)] = static_cast<std::uint32_t>(made->nodes_.size());
    node.output_begin = static_cast<std::uint32_t>(made->outputs_.size());
    for (std::size_t k = 0; k < skins.size(); ++k)
      for (std::size_t slot = 0; slot < skins[k]->joint_count(); ++slot)
        if (skins[k]->joints()[slot] == joint)
          made->outputs_.push_back(
              make_output(made->nodes_.size(), k, slot, skins[k]->inverse_binds()[slot]));
    // A world matrix is the palette entry of a skin bound at the joint itself.
    if (const std::uint32_t slot = made->world_slot(joint); slot != kNoRow)
      made->outputs_.push_back(make_output(made->nodes_.size(), skins.size(), slot, Mat4(1.0)));
    node.output_end = static_cast<std::uint32_t>(made->outputs_.size());
    made->nodes_.push_back(node);
  }
  const std::span<const ShapeRow> rows = made->pruned_.shape_rows();
  for (const ShapeRow& row : rows)
    (row.component < kScaleRow ? made->nodes_[row.joint].shaped_position
                               : made->nodes_[row.joint].shaped_scale) = true;
  std::vector<std::uint32_t> all(rows.size());
  std::iota(all.begin(), all.end(), 0u);
  made->shape_runs_ = make_runs(made->pruned_, all);
  for (const PrunedSlider& slider : made->pruned_.sliders())
    made->touched_.push_back(make_runs(made->pruned_, slider.shape_rows));
  for (const HandSetting& setting : made->pruned_.hand_settings())
    made->touched_by_hand_.push_back(make_runs(made->pruned_, setting.shape_rows));
  made->vector_runs_ = make_vector_runs(made->pruned_, made->nodes_);
  made->slots_ = assign_slots(parents, made->nodes_);
  AloneOrder alone(parents);
  // The last are world matrices.
  made->translated_ = side_by_side(made->outputs_, true, skins.size() + 1, alone);
  made->general_ = side_by_side(made->outputs_, false, skins.size() + 1, alone);
  made->alone_steps_ = alone.take_steps();
  for (const Skin* skin : skins) made->palette_sizes_.push_back(skin->palette_size());
  if (!world_joints.empty()) made->palette_sizes_.push_back(world_joints.size() + 1);
  return std::unique_ptr<const BatchTables>(std::move(made));
}

std::size_t BatchTables::scratch_floats() const {
  // mRoot precedes the steps.
  return std::max(slots_ * kSlotRows * kBatchLanes, (alone_steps_.size() + 1) * kAloneFloats);
}

}  // namespace mannequin

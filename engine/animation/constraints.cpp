#include "engine/animation/constraints.h"

#include <algorithm>
#include <cmath>

#include "engine/math/ease.h"

namespace mannequin {
namespace {

constexpr double kFlatGround = -1.06;  // under the default avatar's soles, with mRoot at the origin
constexpr double kWeakenSeconds = 0.1, kStrengthenSeconds = 0.3;  // half-lives
constexpr double kReachSlack = 0.95;                              // of the squared distance
constexpr double kSpring = 0.7, kStillness = 0.0005;

Quat shortest_arc(const Vec3& from, const Vec3& to) {
  const Vec3 cross = glm::cross(from, to);
  const double dot = glm::dot(from, to);
  if (cross != Vec3(0.0)) {
    const double real = std::sqrt(dot * dot + glm::dot(cross, cross)) + dot;
    return glm::normalize(Quat(real, cross.x, cross.y, cross.z));
  }
  if (dot >= 0.0) return {1.0, 0.0, 0.0, 0.0};
  const Vec3 across(from.y, -from.x, 0.0);
  const Vec3 axis = across == Vec3(0.0) ? Vec3(1.0, 0.0, 0.0) : glm::normalize(across);
  return {0.0, axis.x, axis.y, axis.z};
}

// One constraint at one update.
class Chain {
 public:
  Chain(const Clip& clip, const ClipConstraint& constraint, const ConstraintMoment& moment,
        const ConstraintScene& scene, ConstrainedJoints& joints, std::span<TrackState> states,
        ConstraintState& state)
      : clip_(clip),
        desc_(constraint.desc),
        constraint_(constraint),
        moment_(moment),
        scene_(scene),
        joints_(joints),
        states_(states),
        state_(state),
        n_(constraint.desc.chain_length),
        pelvis_(clip.tracks()[constraint.chain.back()].joint) {
    // The top of any chain is mPelvis or a descendant of it.
    while (joints_.parent(pelvis_) != kNoJoint) pelvis_ = joints_.parent(pelvis_);
  }

  void run() {
    if (!state_.measured || state_.shape_version != scene_.shape_version) measure();
    if (moment_.time < desc_.ease_in_start) return;
    if (moment_.time > desc_.ease_out_stop) {
      state_.active = false;
      return;
    }
    if (!state_.active || moment_.time < desc_.ease_in_stop) activate();
    evaluate();
  }

 private:
  std::size_t track(unsigned link) const { return constraint_.chain[link]; }
  JointIndex joint(unsigned link) const { return clip_.tracks()[track(link)].joint; }
  Vec3 place(unsigned link) const { return joints_.world(joint(link)).position; }

  Vec3 point_of(JointIndex volume, const Vec3& offset) const {
    const ConstrainedJoints::Place at = joints_.world(volume);
    return at.position + at.rotation * (offset * joints_.scale(volume));
  }
  Vec3 source() const { return point_of(constraint_.source, Vec3(desc_.source_offset)); }

  Vec3 in_pelvis(const Vec3& world) const {
    const ConstrainedJoints::Place at = joints_.world(pelvis_);
    return glm::inverse(at.rotation) * (world - at.position);
  }
  Vec3 from_pelvis(const Vec3& kept) const {
    const ConstrainedJoints::Place at = joints_.world(pelvis_);
    return at.position + at.rotation * kept;
  }

  // In the current pose. The first part leads from the second joint to the source, past the first joint.
  void measure() {
    state_.measured = true;
    state_.shape_version = scene_.shape_version;
    const Vec3 end = source();
    state_.total = 0.0;
    for (unsigned j = 0; j < n_; ++j) {
      state_.lengths[j] = glm::distance(j == 0 ? end : place(j), place(j + 1));
      state_.total += state_.lengths[j];
    }
    state_.reach = state_.total + glm::distance(end, place(0));
  }

  // Called again in every update while the clip eases in.
  void activate() {
    state_.active = true;
    state_.weight = 1.0;
    if (constraint_.target == kNoJoint) {
      const Vec3 from = source();
      state_.ground = scene_.ground ? scene_.ground(from) : GroundPoint{{from.x, from.y, kFlatGround}, {}};
      state_.ground.position += Vec3(desc_.target_offset);
    }
    for (unsigned j = 1; j < n_; ++j) state_.before[j] = in_pelvis(place(j));
  }

  Vec3 target(const Vec3& from) const {
    const bool ground = constraint_.target == kNoJoint;
    const Vec3 goal =
        ground ? state_.ground.position : point_of(constraint_.target, Vec3(desc_.target_offset));
    if (!desc_.plane) return goal;
    Vec3 normal = state_.ground.normal;
    if (!ground) {
      normal = goal - joints_.world(constraint_.target).position;
      if (normal == Vec3(0.0))
        normal = joints_.world(constraint_.source).rotation * -Vec3(desc_.source_offset);
      const double length = glm::length(normal);
      normal = length > 0.0 ? normal / length : Vec3(0.0);
    }
    return from + normal * glm::dot(goal - from, normal);
  }

  double weight() const {
    if (desc_.ease_out_stop == 0.0f) return state_.weight;
    const double t = moment_.time;
    return state_.weight * std::min(ramp(t, desc_.ease_in_start, desc_.ease_in_stop, 0.0, 1.0),
                                    ramp(t, desc_.ease_out_start, desc_.ease_out_stop, 1.0, 0.0));
  }

  void evaluate() {
    const Vec3 root = place(n_);
    std::array<Quat, kMaxConstraintChain + 1> had;
    for (unsigned j = 0; j <= n_; ++j) {
      // Skip this constraint; joints turned so far stay turned for the constraints after it.
      if (moment_.held[static_cast<std::size_t>(joint(j))] >= moment_.own_bits) return;
      had[j] = joints_.rotation(joint(j));
      if (has_rotation(j)) joints_.set_rotation(joint(j), states_[track(j)].rotation);
    }
    const Vec3 from = source(), goal = target(from), way = goal - from;
    const double distance = glm::length(root - goal);
    const bool out_of_reach = n_ > 0 && distance * distance * kReachSlack > state_.reach * state_.reach;
    state_.weight += ((out_of_reach ? 0.0 : 1.0) - state_.weight) *
                     part_gone(moment_.frame_seconds, out_of_reach ? kWeakenSeconds : kStrengthenSeconds);
    const double w = weight();
    if (n_ == 0) {
      // Until joints are blended, this joint keeps the rotation of its keys.
      if (!clip_.tracks()[track(0)].positions.empty())
        states_[track(0)].position =
            joints_.position(joint(0)) + glm::inverse(joints_.above(joint(0)).rotation) * (way * w);
      return;
    }
    std::array<Vec3, kMaxConstraintChain + 1> x;
    x[0] = from + way * w;
    x[n_] = root;
    relax(way, x);
    turn(x, w);
    remember(x);
    for (unsigned j = 0; j <= n_; ++j) joints_.set_rotation(joint(j), had[j]);
  }

  bool has_rotation(unsigned link) const { return !clip_.tracks()[track(link)].rotations.empty(); }

  // Damped springs pull the chain from its previous place towards the bone lengths.
  void relax(const Vec3& way, std::array<Vec3, kMaxConstraintChain + 1>& x) const {
    const double follow = part_gone(moment_.frame_seconds, 1.0 / ramp(state_.unrest, 0.0, 0.5, 0.2, 8.0));
    for (unsigned j = 1; j < n_; ++j) {
      const Vec3 carried = place(j) + way * (state_.lengths[j] / state_.total);
      x[j] = glm::mix(from_pelvis(state_.before[j]), carried, follow);
    }
    const auto most = static_cast<int>(std::lround(ramp(scene_.pixel_area, 1000.0, 80000.0, 1.0, 20.0)));
    std::array<Vec3, kMaxConstraintChain + 1> velocity{};
    const auto pull = [](const Vec3& towards, double length) {
      return towards * (glm::length(towards) - length);
    };
    for (int i = 0; i < most && n_ > 1; ++i) {
      bool still = true;
      for (unsigned j = 1; j < n_; ++j) {
        const Vec3 push = kSpring * (pull(x[j - 1] - x[j], state_.lengths[j - 1]) +
                                     pull(x[j + 1] - x[j], state_.lengths[j]));
        velocity[j] *= kSpring;
        x[j] += velocity[j] + push * 0.5;
        velocity[j] += push;
        still &= glm::dot(push, push) < kStillness * kStillness;
      }
      if (i >= 2 && still) break;
    }
  }

  // Turns each joint, from the top down, towards the target of the next one; the first keeps its place in the
  // world.
  void turn(const std::array<Vec3, kMaxConstraintChain + 1>& x, double w) {
    const Quat end = joints_.world(joint(0)).rotation;
    for (unsigned j = n_; j > 0; --j) {
      const Quat now = joints_.world(joint(j)).rotation;
      const Vec3 want = x[j - 1] - x[j];
      const Vec3 have = j == 1 ? source() - place(1) : now * joints_.position(joint(j - 1));
      set_world(j, shortest_arc(have, want) * now, w);
    }
    set_world(0, end, w);
  }

  void set_world(unsigned link, const Quat& world, double w) {
    Quat local = glm::inverse(joints_.above(joint(link)).rotation) * world;
    if (!has_rotation(link)) return;
    Quat& key = states_[track(link)].rotation;
    if (w != 1.0) local = blend_rotations(key, local, w);
    key = local;
    joints_.set_rotation(joint(link), local);
  }

  void remember(const std::array<Vec3, kMaxConstraintChain + 1>& x) {
    if (n_ < 2) return;
    double moved = 0.0;
    for (unsigned j = 1; j < n_; ++j) {
      const Vec3 now = in_pelvis(x[j]), step = now - state_.before[j];
      moved += glm::dot(step, step);
      state_.before[j] = now;
    }
    const double seconds = std::max(0.02, std::abs(static_cast<double>(moment_.time - moment_.previous)));
    state_.unrest = std::sqrt(moved / seconds / (state_.reach * (n_ - 1)));
  }

  const Clip& clip_;
  const ClipConstraintDesc& desc_;
  const ClipConstraint& constraint_;
  const ConstraintMoment& moment_;
  const ConstraintScene& scene_;
  ConstrainedJoints& joints_;
  std::span<TrackState> states_;
  ConstraintState& state_;
  unsigned n_;
  JointIndex pelvis_;
};

}  // namespace

void ConstrainedJoints::begin(const Skeleton& skeleton, std::span<const JointTransform> joints) {
  skeleton_ = &skeleton;
  joints_.assign(joints.begin(), joints.end());
  root_ = {};
  if (joints_.empty()) return;
  // The first joint is a child of mRoot.
  const JointTransform& first = joints_.front();
  root_.rotation = first.world_rotation * glm::inverse(first.rotation);
  root_.position = first.world_position - root_.rotation * first.position;
}

JointIndex ConstrainedJoints::parent(JointIndex joint) const { return (*skeleton_)[joint].parent; }

ConstrainedJoints::Place ConstrainedJoints::above(JointIndex joint) const {
  return parent(joint) == kNoJoint ? root_ : world(parent(joint));
}

ConstrainedJoints::Place ConstrainedJoints::world(JointIndex joint) const {
  // A path rather than recursion: a skeleton may nest deep.
  path_.clear();
  for (JointIndex j = joint; j != kNoJoint; j = parent(j)) path_.push_back(j);
  Place place = root_;
  Vec3 scale(1.0);
  for (auto j = path_.rbegin(); j != path_.rend(); ++j) {
    const JointTransform& local = joints_[at(*j)];
    place.position += turned(place.rotation, scale * local.position);
    place.rotation = place.rotation * local.rotation;
    scale = local.scale;
  }
  return place;
}

void apply_constraint(const Clip& clip, const ClipConstraint& constraint, const ConstraintMoment& moment,
                      const ConstraintScene& scene, ConstrainedJoints& joints, std::span<TrackState> states,
                      ConstraintState& state) {
  if (constraint.desc.chain_length > kMaxConstraintChain) return;
  Chain(clip, constraint, moment, scene, joints, states, state).run();
}

}  // namespace mannequin

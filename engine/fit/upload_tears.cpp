// Weights that tear a mesh: vertices next to each other, or in one place, that poses pull apart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "engine/avatar/avatar.h"
#include "engine/core/quantity.h"
#include "engine/fit/standard_poses.h"
#include "engine/fit/upload_rules.h"
#include "engine/skinning/palette.h"

namespace mannequin::upload {
namespace {

// Cloth between the legs and the crotch of a crude body are stretched to twenty times their length and by
// half a metre by bones that are all near. So an edge is torn only if one end follows bones farther away
// than the other does, or if its ends have next to nothing in common. Of the bodies and clothes that we have,
// those of the first kind differ by 80 mm at most, and those of the second are stretched by 0.24 m at most.
constexpr double kFarther = 0.12;                // metres between the ends' distances from their bones
constexpr float kPulled = 0.05f, kTimes = 3.0f;  // metres longer; times as long
constexpr float kApartPulled = 0.3f, kApartTimes = 5.0f;          // the same, with at least
constexpr float kApartJump = 0.9f;                                // of the weights not in common
constexpr float kOpenSeam = 0.01f;                                // metres, of two vertices in one place
constexpr float kLeastEdgeJump = 0.05f, kLeastSeamJump = 0.005f;  // less cannot pull that far
constexpr float kClearlyWorse = 1.25f;                            // times as long as in an earlier pose

// Two vertices of an edge, or in one place.
struct Pair {
  std::uint32_t a = 0, b = 0;  // a < b
  bool seam = false;           // in one place
  auto operator<=>(const Pair&) const = default;
};

// What the poses do to a pair.
struct Stretch {
  float rest = 0.0f, posed = 0.0f;  // metres between the vertices; posed: in the worst pose
  std::uint32_t pose = 0;

  float pulled() const { return posed - rest; }
};

// Which share of their weights two vertices do not have in common, 0 to 1. 0 if one has none.
float jump(const VertexInfluences& a, const VertexInfluences& b) {
  if (!(a.weight[0] > 0.0f) || !(b.weight[0] > 0.0f)) return 0.0f;
  float common = 0.0f;
  for (std::size_t i = 0; i < kMaxInfluences && a.weight[i] > 0.0f; ++i)
    for (std::size_t k = 0; k < kMaxInfluences && b.weight[k] > 0.0f; ++k)
      if (a.joint[i] == b.joint[k]) common += std::min(a.weight[i], b.weight[k]);
  return 1.0f - common;
}

// A mesh in the poses.
class Tears {
 public:
  explicit Tears(const Subject& subject) : subject_(subject) {}

  void find(Findings& findings);

 private:
  void take_influences();
  void take_pairs();
  void pose();
  bool is_torn(std::size_t pair) const;
  double from_bones(std::uint32_t vertex) const;
  std::string nearest_bone(std::uint32_t vertex) const;
  double from_bone(JointIndex joint, const Vec3& place) const;
  std::string told(std::uint32_t vertex) const;
  void report(std::span<const std::size_t> torn, std::size_t worst, Findings& findings) const;

  const Subject& subject_;
  std::vector<VertexInfluences> influences_;  // per vertex; those that are not drawn have none
  std::vector<Pair> pairs_;
  std::vector<Stretch> stretches_;  // per pair
  std::vector<SweepPose> poses_;
  std::vector<JointTransform> joints_;  // in the first pose, the rest
  std::vector<Vec3f> rest_;             // per vertex
};

// As Skin::build takes them.
void Tears::take_influences() {
  influences_.resize(subject_.mesh().positions.size());
  for (const std::uint32_t v : subject_.vertices()) {
    std::vector<InfluenceDesc> influences = subject_.influences(v);
    std::erase_if(influences, [&](const InfluenceDesc& i) {
      return subject_.joints()[i.joint] == kNoJoint || !std::isfinite(i.weight);
    });
    std::ranges::stable_sort(influences, std::greater(), &InfluenceDesc::weight);
    influences.resize(std::min(influences.size(), kMaxInfluences));
    double sum = 0.0;
    for (const InfluenceDesc& i : influences) sum += static_cast<double>(i.weight);
    for (std::size_t k = 0; k < influences.size(); ++k) {
      influences_[v].joint[k] = static_cast<std::uint16_t>(influences[k].joint);
      influences_[v].weight[k] = static_cast<float>(static_cast<double>(influences[k].weight) / sum);
    }
  }
}

void Tears::take_pairs() {
  const MeshDesc& mesh = subject_.mesh();
  const auto add = [&](std::uint32_t a, std::uint32_t b, bool seam) {
    if (a != b && jump(influences_[a], influences_[b]) >= (seam ? kLeastSeamJump : kLeastEdgeJump))
      pairs_.push_back({std::min(a, b), std::max(a, b), seam});
  };
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const std::uint32_t* corner = &mesh.indices[i];
    if (std::max({corner[0], corner[1], corner[2]}) >= influences_.size()) continue;
    for (std::size_t k = 0; k < 3; ++k) add(corner[k], corner[(k + 1) % 3], false);
  }
  const auto place = [&](std::uint32_t v) {
    const Vec3f& p = mesh.positions[v];
    return std::tuple(p.x, p.y, p.z);
  };
  std::vector<std::uint32_t> order(subject_.vertices().begin(), subject_.vertices().end());
  std::erase_if(order, [&](std::uint32_t v) { return !std::isfinite(glm::length(mesh.positions[v])); });
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  for (std::size_t i = 1; i < order.size(); ++i)
    if (place(order[i - 1]) == place(order[i])) add(order[i - 1], order[i], true);
  std::ranges::sort(pairs_);
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
}

// Measures from rest on the default avatar, not from the bind pose: what the rest moves is another rule's.
void Tears::pose() {
  const MeshDesc& mesh = subject_.mesh();
  const Character& character = subject_.character();
  std::vector<bool> used(influences_.size());
  for (const Pair& pair : pairs_) used[pair.a] = used[pair.b] = true;
  std::vector<std::uint32_t> vertices;
  for (std::uint32_t v = 0; v < used.size(); ++v)
    if (used[v]) vertices.push_back(v);
  AvatarInputs inputs;
  if (subject_.options().joint_positions) inputs.worn.push_back(worn_offsets(subject_.imported(), Uuid{}));
  AvatarState state = evaluate_avatar(character, inputs);
  poses_ = check_poses(character.skeleton);
  stretches_.resize(pairs_.size());
  std::vector<Vec3f> posed(influences_.size());
  std::vector<Mat34> palette(subject_.joints().size(), Mat34(0.0f));
  for (std::uint32_t n = 0; n < poses_.size(); ++n) {
    evaluate_pose(character, poses_[n].pose, state);
    for (std::size_t slot = 0; slot < palette.size(); ++slot)
      if (const JointIndex joint = subject_.joints()[slot]; joint != kNoJoint)
        palette[slot] = to_mat34(state.joints[static_cast<std::size_t>(joint)].world_from_joint() *
                                 subject_.imported_bind(slot) * subject_.skin().bind_shape);
    for (const std::uint32_t v : vertices)
      posed[v] = skinned_point(influences_[v], palette, mesh.positions[v]);
    if (n == 0) {
      joints_ = state.joints;
      rest_ = posed;
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const float length = glm::distance(posed[pairs_[i].a], posed[pairs_[i].b]);
      if (n == 0) stretches_[i].rest = length;
      // Poses that nobody can picture come last, and count only if they are clearly worse.
      if (length > kClearlyWorse * stretches_[i].posed) {
        stretches_[i].posed = length;
        stretches_[i].pose = n;
      }
    }
  }
}

// Metres, at rest. Volumes count as the bones that they surround.
double Tears::from_bone(JointIndex joint, const Vec3& place) const {
  const Skeleton& skeleton = subject_.skeleton();
  while (skeleton[joint].kind != JointKind::bone && skeleton[joint].parent != kNoJoint)
    joint = skeleton[joint].parent;
  const JointTransform& at = joints_[static_cast<std::size_t>(joint)];
  const Vec3 along = turned(at.world_rotation, skeleton[joint].tail), to = place - at.world_position;
  const double square = glm::dot(along, along);
  const double share = square > 0.0 ? std::clamp(glm::dot(to, along) / square, 0.0, 1.0) : 0.0;
  return glm::length(to - share * along);
}

// How far a vertex is from the bones that it follows, by weight.
double Tears::from_bones(std::uint32_t vertex) const {
  const VertexInfluences& influences = influences_[vertex];
  double sum = 0.0;
  for (std::size_t k = 0; k < kMaxInfluences && influences.weight[k] > 0.0f; ++k)
    sum += static_cast<double>(influences.weight[k]) *
           from_bone(subject_.joints()[influences.joint[k]], Vec3(rest_[vertex]));
  return sum;
}

std::string Tears::nearest_bone(std::uint32_t vertex) const {
  const Skeleton& skeleton = subject_.skeleton();
  std::string name;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t joint = 0; joint < skeleton.size(); ++joint) {
    const auto index = static_cast<JointIndex>(joint);
    if (skeleton[index].kind != JointKind::bone || skeleton[index].support != JointSupport::base) continue;
    if (const double distance = from_bone(index, Vec3(rest_[vertex])); distance < nearest) {
      nearest = distance;
      name = skeleton[index].name;
    }
  }
  return name;
}

bool Tears::is_torn(std::size_t pair) const {
  const Stretch& stretch = stretches_[pair];
  const auto [a, b, seam] = pairs_[pair];
  if (seam) return stretch.pulled() > kOpenSeam;
  if (!(stretch.pulled() > kPulled) || !(stretch.posed > kTimes * stretch.rest)) return false;
  if (stretch.pulled() > kApartPulled && stretch.posed > kApartTimes * stretch.rest &&
      jump(influences_[a], influences_[b]) > kApartJump)
    return true;
  return std::abs(from_bones(a) - from_bones(b)) > kFarther;
}

// "12 (mElbowLeft 80 %, mHipRight 20 %)"
std::string Tears::told(std::uint32_t vertex) const {
  const VertexInfluences& influences = influences_[vertex];
  std::string weights;
  for (std::size_t k = 0; k < kMaxInfluences && influences.weight[k] > 0.0f; ++k)
    weights +=
        fmt::format("{}{} {:.0f} %", k == 0 ? "" : ", ", subject_.skin().joint_names[influences.joint[k]],
                    100.0 * static_cast<double>(influences.weight[k]));
  return fmt::format("{} ({})", vertex, weights);
}

void Tears::report(std::span<const std::size_t> torn, std::size_t worst, Findings& findings) const {
  const auto seams = static_cast<std::size_t>(
      std::ranges::count_if(torn, [&](std::size_t pair) { return pairs_[pair].seam; }));
  const std::size_t edges = torn.size() - seams;
  const std::string what =
      seams == 0 ? quantity(edges, "edge is", "edges are")
      : edges == 0
          ? quantity(seams, "pair of vertices in one place is", "pairs of vertices in one place are")
          : fmt::format("{} and {} are", quantity(edges, "edge", "edges"),
                        quantity(seams, "pair of vertices in one place", "pairs of vertices in one place"));
  const auto& [rest, posed, pose] = stretches_[worst];
  // The one that follows what is farther away is the likelier fault.
  auto [at_fault, other, seam] = pairs_[worst];
  if (from_bones(other) > from_bones(at_fault)) std::swap(at_fault, other);
  findings.push_back(
      {Severity::warning,
       "torn_weights",
       subject_.mesh().name,
       subject_.skin().joint_names[influences_[at_fault].joint[0]],
       at_fault,
       fmt::format("its weights tear it when the avatar moves: {} pulled apart in {} poses. The worst, near "
                   "{}, are vertex {} and vertex {}: {:.0f} mm apart at rest, {:.0f} mm in the pose '{}'",
                   what, poses_.size(), nearest_bone(at_fault), told(at_fault), told(other),
                   1000.0 * static_cast<double>(rest), 1000.0 * static_cast<double>(posed),
                   poses_[pose].name),
       seam ? "give vertices in one place the same weights: mannequin bind IN.glb -o OUT.glb --method "
              "preserve --weld 0.0001"
            : "if few vertices are wrong, smooth the weights: mannequin bind IN.glb -o OUT.glb --method "
              "preserve --smooth 3; else take them from a body: mannequin bind IN.glb -o OUT.glb",
       {},
       poses_[pose].name});
}

void Tears::find(Findings& findings) {
  constexpr std::size_t kMostSlots = std::numeric_limits<std::uint16_t>::max();
  const SkinDesc& imported = subject_.imported();
  // Another rule names what does not match.
  if (imported.inverse_binds.size() != imported.joint_names.size() || subject_.joints().size() > kMostSlots)
    return;
  take_influences();
  take_pairs();
  if (pairs_.empty()) return;
  pose();
  std::vector<std::size_t> torn;
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (is_torn(i)) torn.push_back(i);
  if (torn.empty()) return;
  report(torn,
         *std::ranges::max_element(torn, {}, [&](std::size_t pair) { return stretches_[pair].pulled(); }),
         findings);
}

}  // namespace

void check_tears(const Subject& subject, Findings& findings) { Tears(subject).find(findings); }

}  // namespace mannequin::upload

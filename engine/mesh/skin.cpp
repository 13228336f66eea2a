#include "engine/mesh/skin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

bool is_of_avatar(const SkinDesc& desc, const Skeleton& skeleton) {
  return desc.frames.empty() && skeleton.find("mPelvis") != kNoJoint;
}

constexpr std::size_t kMaxNamesInMessage = 5;

// Palettes have three rows; the fourth must be that of an affine matrix, up to the writer's
// rounding.
bool affine(const Mat4& m) {
  constexpr double kTolerance = 1e-4;
  return std::abs(m[0][3]) < kTolerance && std::abs(m[1][3]) < kTolerance && std::abs(m[2][3]) < kTolerance &&
         std::abs(m[3][3] - 1.0) < kTolerance;
}

void set_last_row(Mat4& m) {
  for (int column = 0; column < 4; ++column) m[column][3] = column == 3 ? 1.0 : 0.0;
}

// Relative to the lengths of the columns, so that the unit of length does not matter.
bool invertible(const Mat4& m) {
  const Mat3 linear(m);
  const double lengths = glm::length(linear[0]) * glm::length(linear[1]) * glm::length(linear[2]);
  return lengths > 0.0 && std::isfinite(lengths) && std::abs(glm::determinant(linear)) > 1e-9 * lengths;
}

class SkinCheck {
 public:
  SkinCheck(const SkinDesc& desc, const std::string& mesh, std::size_t vertices)
      : desc_(desc), mesh_(mesh), vertices_(vertices) {}

  Status counts() const {
    const std::size_t joints = desc_.joint_names.size();
    if (joints >= std::numeric_limits<std::uint16_t>::max())
      return bad("", fmt::format("is bound to {} joints, more than a palette can hold", joints));
    if (desc_.inverse_binds.size() != joints)
      return bad("",
                 fmt::format(
                     "has {} inverse bind matrices for {} joints; every joint needs one: bind the mesh again",
                     desc_.inverse_binds.size(), joints));
    if (!desc_.frames.empty() && desc_.frames.size() != joints)
      return bad("", fmt::format("has frames for {} joints, but {} joints", desc_.frames.size(), joints));
    if (!desc_.joint_positions.empty() && desc_.joint_positions.size() != joints)
      return bad("", fmt::format("has {} joint positions for {} joints; leave unknown ones empty",
                                 desc_.joint_positions.size(), joints));
    // Without joints the list is empty.
    if (joints == 0 && desc_.influence_begin.empty() && desc_.influences.empty()) return {};
    if (desc_.influence_begin.size() != vertices_ + 1)
      return bad(
          "", fmt::format("lists the influences of {} vertices, but the mesh has {}; bind it again",
                          desc_.influence_begin.empty() ? 0 : desc_.influence_begin.size() - 1, vertices_));
    if (desc_.influence_begin.front() != 0 || desc_.influence_begin.back() != desc_.influences.size() ||
        !std::is_sorted(desc_.influence_begin.begin(), desc_.influence_begin.end()))
      return bad("", fmt::format("the vertices' offsets into the list of {} influences are out of order",
                                 desc_.influences.size()));
    return {};
  }

  Status influences() const {
    for (std::size_t v = 0; v + 1 < desc_.influence_begin.size(); ++v)
      for (std::size_t i = desc_.influence_begin[v]; i < desc_.influence_begin[v + 1]; ++i)
        if (desc_.influences[i].joint >= desc_.joint_names.size())
          return bad(
              fmt::format(", vertex {}", v),
              fmt::format("is weighted to joint {}, but there are only {} (numbered from 0); bind it again",
                          desc_.influences[i].joint, desc_.joint_names.size()));
    return {};
  }

  Status matrices() const {
    if (!is_finite(desc_.bind_shape))
      return bad("", "the bind shape matrix has a number that is not finite; bind it again");
    if (!affine(desc_.bind_shape))
      return bad("", "the last row of the bind shape matrix is not 0 0 0 1; it may be written transposed");
    if (!invertible(desc_.bind_shape))
      return bad(
          "",
          "the bind shape matrix flattens the mesh, so it cannot transform normals; apply its scale and "
          "bind it again");
    for (std::size_t j = 0; j < desc_.joint_names.size(); ++j) {
      const std::string where = fmt::format(", joint '{}'", desc_.joint_names[j]);
      if (!is_finite(desc_.inverse_binds[j]))
        return bad(where, "the inverse bind matrix has a number that is not finite; bind the mesh again");
      if (!affine(desc_.inverse_binds[j]))
        return bad(where,
                   "the last row of the inverse bind matrix is not 0 0 0 1; it may be written transposed");
      if (desc_.joint_positions.empty() || !desc_.joint_positions[j]) continue;
      const Vec3& p = *desc_.joint_positions[j];
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        return bad(where, "the joint position has a number that is not finite; correct it or leave it out");
    }
    if (!std::isfinite(desc_.pelvis_offset))
      return bad("", "the pelvis offset is not finite; give metres, or 0");
    return {};
  }

 private:
  Status bad(const std::string& place, std::string what) const {
    return fail(ErrorCode::bad_data, fmt::format("mesh '{}'{}", mesh_, place), std::move(what));
  }

  const SkinDesc& desc_;
  const std::string& mesh_;
  std::size_t vertices_;
};

// A file can contain a name of any length; no joint has a longer one. Cuts between UTF-8 characters.
std::string shortened(const std::string& name) {
  std::size_t size = 60;
  if (name.size() <= size) return name;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0) == 0x80) --size;
  return name.substr(0, size);
}

Result<std::vector<JointIndex>> find_joints(const SkinDesc& desc, const std::string& mesh,
                                            const Skeleton& skeleton) {
  std::vector<JointIndex> joints;
  std::string unknown;
  std::size_t count = 0;
  for (const std::string& name : desc.joint_names) {
    const bool is_root = !desc.frames.empty() && desc.frames[joints.size()] == SlotFrame::root;
    const JointIndex joint = is_root ? kNoJoint : skeleton.find(name);
    joints.push_back(joint);
    if (is_root || joint != kNoJoint || ++count > kMaxNamesInMessage) continue;
    const std::string shown = shortened(name);
    const std::string nearest = skeleton.nearest_name(shown);
    unknown += fmt::format("{}'{}'{}", unknown.empty() ? "" : ", ", shown,
                           nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
  }
  if (count == 0) return joints;
  if (count > kMaxNamesInMessage) unknown += fmt::format(" and {} more", count - kMaxNamesInMessage);
  return fail(
      ErrorCode::bad_data, fmt::format("mesh '{}'", mesh),
      fmt::format(
          "is bound to {} that the skeleton does not have: {}; rename the bone and its weights, or bind "
          "to another one",
          count == 1 ? "a joint" : fmt::format("{} joints", count), unknown));
}

// The viewer's order: greatest weight first, among equals the higher joint index.
bool stands_before(const InfluenceDesc& a, const InfluenceDesc& b) {
  return a.weight != b.weight ? a.weight > b.weight : a.joint > b.joint;
}

// Returns the number of influences above 0. NaN weights count as absent, like negative ones.
std::size_t reduce(std::span<const InfluenceDesc> influences, std::vector<InfluenceDesc>& kept,
                   VertexInfluences& out) {
  kept.clear();
  for (const InfluenceDesc& influence : influences)
    if (influence.weight > 0.0f && std::isfinite(influence.weight)) kept.push_back(influence);
  const std::size_t count = std::min(kept.size(), kMaxInfluences);
  std::partial_sort(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(count), kept.end(),
                    stands_before);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += kept[i].weight;
  for (std::size_t i = 0; i < count; ++i) {
    out.joint[i] = static_cast<std::uint16_t>(kept[i].joint);
    out.weight[i] = static_cast<float>(kept[i].weight / sum);
  }
  return kept.size();
}

// Keeps the entries for which `kept` is true, if the list has one per joint.
template <typename T>
void keep_entries(std::vector<T>& list, const std::vector<bool>& kept) {
  if (list.size() != kept.size()) return;
  std::size_t next = 0;
  for (std::size_t j = 0; j < kept.size(); ++j)
    if (kept[j]) list[next++] = list[j];
  list.resize(next);
}

}  // namespace

std::size_t prune_unused_joints(SkinDesc& skin) {
  const std::size_t count = skin.joint_names.size();
  std::vector<bool> used(count, false);
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.joint < count && influence.weight > 0.0f) used[influence.joint] = true;
  std::vector<std::uint32_t> renumbered(count, 0);
  std::uint32_t left = 0;
  for (std::size_t j = 0; j < count; ++j)
    if (used[j]) renumbered[j] = left++;
  if (left == 0 || left == count) return 0;
  std::vector<InfluenceDesc> influences;
  influences.reserve(skin.influences.size());
  for (std::size_t v = 0; v + 1 < skin.influence_begin.size(); ++v) {
    const std::size_t begin = skin.influence_begin[v], end = skin.influence_begin[v + 1];
    skin.influence_begin[v] = static_cast<std::uint32_t>(influences.size());
    for (std::size_t i = begin; i < end && i < skin.influences.size(); ++i)
      if (const InfluenceDesc& influence = skin.influences[i];
          influence.joint < count && used[influence.joint])
        influences.push_back({renumbered[influence.joint], influence.weight});
  }
  if (!skin.influence_begin.empty())
    skin.influence_begin.back() = static_cast<std::uint32_t>(influences.size());
  skin.influences = std::move(influences);
  keep_entries(skin.joint_names, used);
  keep_entries(skin.frames, used);
  keep_entries(skin.inverse_binds, used);
  keep_entries(skin.joint_positions, used);
  return count - left;
}

Result<Skin> Skin::build(SkinDesc desc, const Mesh& mesh, const Skeleton& skeleton) {
  Result<Skin> skin = build_for(std::move(desc), mesh.name(), mesh.vertex_count(), skeleton);
  if (skin && is_of_avatar(skin->desc_, skeleton)) skin->bind_as_others(mesh);
  return skin;
}

// The importer keeps weights by position. Source: glTF import oracle, 14.
void Skin::bind_as_others(const Mesh& mesh) {
  if (unbound_.empty()) return;
  const auto place = [&](std::uint32_t v) {
    const Vec3f& p = mesh.positions()[v];
    return std::tuple(p.x, p.y, p.z);
  };
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::map<std::tuple<float, float, float>, std::uint32_t> last;  // bound vertex at an unbound one's place
  for (const std::uint32_t v : unbound_) last.emplace(place(v), kNone);
  std::vector<bool> is_unbound(influences_.size(), false);
  for (const std::uint32_t v : unbound_) is_unbound[v] = true;
  for (std::uint32_t v = 0; v < influences_.size(); ++v) {
    if (is_unbound[v]) continue;
    const auto found = last.find(place(v));
    if (found == last.end()) continue;
    if (found->second == kNone || mesh.source_indices()[v] > mesh.source_indices()[found->second])
      found->second = v;
  }
  std::erase_if(unbound_, [&](std::uint32_t v) {
    const std::uint32_t other = last.at(place(v));
    if (other != kNone) influences_[v] = influences_[other];
    return other != kNone;
  });
}

Result<Skin> Skin::build_rig(SkinDesc desc, const std::string& name, const Skeleton& skeleton) {
  desc.influence_begin.clear();
  desc.influence_begin.shrink_to_fit();
  desc.influences.clear();
  desc.influences.shrink_to_fit();
  desc.influence_begin.push_back(0);
  return build_for(std::move(desc), name, 0, skeleton);
}

Result<Skin> Skin::build_for(SkinDesc desc, const std::string& mesh, std::size_t vertex_count,
                             const Skeleton& skeleton) {
  const SkinCheck check(desc, mesh, vertex_count);
  const Status status =
      check.counts().and_then([&] { return check.influences(); }).and_then([&] { return check.matrices(); });
  if (!status) return error_of(status);
  auto joints = find_joints(desc, mesh, skeleton);
  if (!joints) return error_of(joints);

  Skin skin;
  skin.joints_ = std::move(*joints);
  set_last_row(desc.bind_shape);
  for (Mat4& inverse_bind : desc.inverse_binds) set_last_row(inverse_bind);
  if (desc.influence_begin.empty()) desc.influence_begin.assign(vertex_count + 1, 0);
  skin.influences_.resize(vertex_count);
  // In-world such a vertex follows the first joint. Source: mesh oracle 29.
  const std::uint16_t unbound_slot =
      is_of_avatar(desc, skeleton) && skin.joint_count() > 0 ? 0 : skin.bind_slot();
  std::vector<InfluenceDesc> kept;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const std::uint32_t begin = desc.influence_begin[v], end = desc.influence_begin[v + 1];
    VertexInfluences& influences = skin.influences_[v];
    const std::size_t found =
        reduce(std::span(desc.influences).subspan(begin, end - begin), kept, influences);
    if (found > kMaxInfluences) skin.reduced_.push_back(v);
    if (found > 0) continue;
    influences.joint[0] = unbound_slot;
    influences.weight[0] = 1.0f;
    skin.unbound_.push_back(v);
  }
  skin.desc_ = std::move(desc);
  return skin;
}

std::span<const JointIndex> Skin::joints() const { return joints_; }
std::span<const Mat4> Skin::inverse_binds() const { return desc_.inverse_binds; }
std::span<const VertexInfluences> Skin::influences() const { return influences_; }
std::span<const std::uint32_t> Skin::unbound_vertices() const { return unbound_; }
std::span<const std::uint32_t> Skin::reduced_vertices() const { return reduced_; }

}  // namespace mannequin

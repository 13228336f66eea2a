#include "engine/mesh/normals.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

// Gives equal positions the same number. Millions may be distinct, so each costs few bytes.
class NumberedPlaces {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Reserves for this many vertices of `positions`, which must not change.
  NumberedPlaces(const std::vector<Vec3f>& positions, std::size_t vertices)
      : positions_(positions), slots_(std::bit_ceil(2 * vertices + 2), kNone) {}

  void add(std::uint32_t vertex) {
    std::uint32_t& slot = slots_[slot_of(positions_[vertex])];
    if (slot != kNone) return;
    slot = static_cast<std::uint32_t>(first_.size());
    first_.push_back(vertex);
  }
  // kNone: no added vertex has this position.
  std::uint32_t number(const Vec3f& position) const { return slots_[slot_of(position)]; }
  std::size_t size() const { return first_.size(); }

 private:
  std::size_t slot_of(const Vec3f& position) const {
    const std::hash<float> hash;  // equal for 0 and -0
    std::size_t at = (hash(position.x) * 31 + hash(position.y)) * 31 + hash(position.z);
    for (at &= slots_.size() - 1; slots_[at] != kNone && positions_[first_[slots_[at]]] != position;)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  const std::vector<Vec3f>& positions_;
  std::vector<std::uint32_t> slots_;  // numbers; half of them stay empty
  std::vector<std::uint32_t> first_;  // by number: a vertex at that position
};

}  // namespace

std::size_t finish_normals(MeshDesc& mesh) {
  std::vector<std::uint32_t> missing;
  for (std::uint32_t v = 0; v < mesh.normals.size(); ++v) {
    const Vec3 normal(mesh.normals[v]);
    const double length = glm::length(normal);
    if (length > 1e-12) {
      mesh.normals[v] = Vec3f(normal / length);
    } else {
      missing.push_back(v);
    }
  }
  if (missing.empty()) return 0;
  NumberedPlaces places(mesh.positions, missing.size());
  // NaN equals nothing, not even itself.
  for (const std::uint32_t v : missing)
    if (is_finite(mesh.positions[v])) places.add(v);
  std::vector<Vec3> around(places.size(), Vec3(0.0));
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const Vec3f* p = mesh.positions.data();
    const Vec3 a(p[mesh.indices[i]]), b(p[mesh.indices[i + 1]]), c(p[mesh.indices[i + 2]]);
    const Vec3 area = glm::cross(b - a, c - a);  // of twice the triangle's area: weights by area
    for (std::size_t corner = 0; corner < 3; ++corner)
      if (const std::uint32_t place = places.number(p[mesh.indices[i + corner]]);
          place != NumberedPlaces::kNone)
        around[place] += area;
  }
  for (const std::uint32_t v : missing) {
    const std::uint32_t place =
        is_finite(mesh.positions[v]) ? places.number(mesh.positions[v]) : NumberedPlaces::kNone;
    const Vec3 sum = place == NumberedPlaces::kNone ? Vec3(0.0) : around[place];
    const double length = glm::length(sum);
    mesh.normals[v] = length > 0.0 && std::isfinite(length) ? Vec3f(sum / length) : Vec3f(0.0f, 0.0f, 1.0f);
  }
  return missing.size();
}

}  // namespace mannequin

#include "tools/preview/render/coarse_triangles.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace mannequin::preview {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
// A connected part keeps at least this many points, or all: a lash or a button must not vanish.
constexpr std::size_t kLeastOfPart = 12;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185u;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44du;
  return x ^ (x >> 33);
}

std::uint64_t hash_of(const Vec3f& p) {
  const Vec3f zero = p + 0.0f;  // removes the sign of zeros
  return mixed(std::bit_cast<std::uint32_t>(zero.x) +
               mixed(std::bit_cast<std::uint32_t>(zero.y) + mixed(std::bit_cast<std::uint32_t>(zero.z))));
}

// An array of lists, stored consecutively.
class Lists {
 public:
  // each(add) calls add(key, value) for every entry; it must repeat the same calls.
  template <typename Each>
  Lists(std::size_t keys, const Each& each) : begin_(keys + 1, 0) {
    each([&](std::uint32_t key, std::uint32_t) { ++begin_[key + 1]; });
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    values_.resize(begin_.back());
    std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
    each([&](std::uint32_t key, std::uint32_t value) { values_[at[key]++] = value; });
  }
  std::span<const std::uint32_t> operator[](std::uint32_t key) const {
    return std::span(values_).subspan(begin_[key], begin_[key + 1] - begin_[key]);
  }

 private:
  std::vector<std::uint32_t> begin_, values_;
};

// Coincident vertices with the same motion are one point, whatever their texture coordinates and normals.
std::vector<std::uint32_t> points_of(const Mesh& mesh, std::span<const VertexInfluences> influences,
                                     std::size_t& count) {
  const auto positions = mesh.positions();
  std::vector<std::uint32_t> point(positions.size());
  std::vector<std::uint32_t> table(std::bit_ceil(2 * positions.size()), kNone);
  count = 0;
  for (std::uint32_t v = 0; v < point.size(); ++v) {
    const auto same = [&](std::uint32_t other) {
      return positions[other] == positions[v] && influences[other].joint == influences[v].joint &&
             influences[other].weight == influences[v].weight;
    };
    std::size_t at = hash_of(positions[v]) & (table.size() - 1);
    while (table[at] != kNone && !same(table[at])) at = (at + 1) & (table.size() - 1);
    if (table[at] == kNone) {
      table[at] = v;
      point[v] = static_cast<std::uint32_t>(count++);
    } else {
      point[v] = point[table[at]];
    }
  }
  return point;
}

// Edges with a triangle on one side only: ends of the mesh,
// or seams of its texture or smoothness. As pairs of points.
std::vector<std::pair<std::uint32_t, std::uint32_t>> open_edges(const Mesh& mesh,
                                                                std::span<const std::uint32_t> point) {
  const auto indices = mesh.indices();
  // Around a vertex inside the surface, each triangle's next corner is another one's previous corner.
  std::vector<std::uint64_t> left_over(mesh.vertex_count(), 0);
  for (std::size_t i = 0; i < indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k)
      left_over[indices[i + k]] += mixed(indices[i + (k + 1) % 3]) - mixed(indices[i + (k + 2) % 3]);
  std::vector<std::uint64_t> edges;
  for (std::size_t i = 0; i < indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t a = indices[i + k], b = indices[i + (k + 1) % 3];
      if (left_over[a] != 0 && left_over[b] != 0) edges.push_back(a << 32 | b);
    }
  std::ranges::sort(edges);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
  for (const std::uint64_t edge : edges)
    if (!std::ranges::binary_search(edges, std::rotl(edge, 32)))
      open.emplace_back(point[edge >> 32], point[edge & kNone]);
  return open;
}

// The size of each point's connected part.
std::vector<std::uint32_t> part_sizes(std::span<const std::uint32_t> corners, std::size_t count) {
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t p) {
    while (parent[p] != p) p = parent[p] = parent[parent[p]];
    return p;
  };
  for (std::size_t i = 0; i < corners.size(); i += 3)
    for (const std::size_t k : {1u, 2u}) {
      const auto [low, high] = std::minmax({root(corners[i]), root(corners[i + k])});
      parent[high] = low;
    }
  std::vector<std::uint32_t> size(count, 0);
  for (std::uint32_t p = 0; p < count; ++p) ++size[root(p)];
  for (std::uint32_t p = 0; p < count; ++p) size[p] = size[root(p)];
  return size;
}

// Groups neighbouring points into clusters, each named by the point that it grew from.
class Clusters {
 public:
  Clusters(std::span<const std::uint32_t> corners, std::size_t points,
           std::span<const std::pair<std::uint32_t, std::uint32_t>> open, std::size_t reduction)
      : corners_(corners),
        triangles_(points,
                   [&](const auto& add) {
                     for (std::uint32_t i = 0; i < corners.size(); ++i) add(corners[i], i / 3);
                   }),
        along_(points,
               [&](const auto& add) {
                 for (const auto& [a, b] : open) {
                   add(a, b);
                   add(b, a);
                 }
               }),
        sizes_(part_sizes(corners, points)),
        most_(reduction),
        cluster_(points, kNone) {
    // Edges and seams first, so that points of their own represent them.
    for (std::uint32_t p = 0; p < points; ++p)
      if (is_open(p)) grow(p);
    for (std::uint32_t p = 0; p < points; ++p) {
      waiting_.push_back(p);
      while (first_waiting_ < waiting_.size()) grow(waiting_[first_waiting_++]);
    }
  }

  std::vector<std::uint32_t> take() { return std::move(cluster_); }

 private:
  bool is_open(std::uint32_t p) const { return !along_[p].empty(); }

  // Points that may join p's cluster: an edge may only grow along itself, or it would be pulled inwards.
  template <typename Visit>
  void for_neighbours(std::uint32_t p, const Visit& visit) const {
    for (const std::uint32_t q : along_[p]) visit(q);
    for (const std::uint32_t triangle : triangles_[p])
      for (const std::uint32_t q : corners_.subspan(std::size_t{triangle} * 3, 3))
        if (q != p && !is_open(q)) visit(q);
  }

  void grow(std::uint32_t seed) {
    if (cluster_[seed] != kNone) return;
    const std::size_t most = std::clamp<std::size_t>(sizes_[seed] / kLeastOfPart, 1, most_);
    members_.assign(1, seed);
    cluster_[seed] = seed;
    std::uint32_t beside = kNone;
    for (std::size_t i = 0; i < members_.size(); ++i)
      for_neighbours(members_[i], [&](std::uint32_t q) {
        if (cluster_[q] == kNone && members_.size() < most) {
          cluster_[q] = seed;
          members_.push_back(q);
        } else if (cluster_[q] == kNone) {
          if (!is_open(q)) waiting_.push_back(q);
        } else if (cluster_[q] != seed) {
          beside = cluster_[q];
        }
      });
    // Points left over between clusters join one of them.
    if (3 * members_.size() < most && beside != kNone && is_open(beside) == is_open(seed))
      for (const std::uint32_t p : members_) cluster_[p] = beside;
  }

  std::span<const std::uint32_t> corners_;
  Lists triangles_;  // by point
  Lists along_;      // by point: the neighbours along open edges
  std::vector<std::uint32_t> sizes_;
  std::size_t most_;
  std::vector<std::uint32_t> cluster_, members_;
  std::vector<std::uint32_t> waiting_;  // next to clusters: growing from there leaves few gaps
  std::size_t first_waiting_ = 0;
};

// Each vertex's representative: among those in its place, the most similar one.
std::vector<std::uint32_t> stand_ins(const Mesh& mesh, std::span<const std::uint32_t> point,
                                     std::span<const std::uint32_t> cluster) {
  const Lists vertices(cluster.size(), [&](const auto& add) {
    for (std::uint32_t v = 0; v < point.size(); ++v) add(point[v], v);
  });
  std::vector<std::uint32_t> face_of(mesh.vertex_count(), 0);
  for (std::uint32_t f = 0; f < mesh.faces().size(); ++f)
    std::fill_n(face_of.begin() + mesh.faces()[f].first_vertex, mesh.faces()[f].vertex_count, f);
  std::vector<std::uint32_t> stand_in(point.size());
  for (std::uint32_t v = 0; v < point.size(); ++v) {
    const auto unlike = [&](std::uint32_t other) {
      const Vec2f uv = mesh.uvs()[other] - mesh.uvs()[v];
      const Vec3f normal = mesh.normals()[other] - mesh.normals()[v];
      return glm::dot(uv, uv) + glm::dot(normal, normal) + (face_of[other] == face_of[v] ? 0.0f : 8.0f);
    };
    const auto choice = vertices[cluster[point[v]]];
    stand_in[v] = choice.size() == 1 ? choice.front() : *std::ranges::min_element(choice, {}, unlike);
  }
  return stand_in;
}

}  // namespace

CoarseTriangles coarse_triangles(const Mesh& mesh, std::span<const VertexInfluences> influences,
                                 std::size_t reduction) {
  std::size_t points = 0;
  const std::vector<std::uint32_t> point = points_of(mesh, influences, points);
  std::vector<std::uint32_t> corners;
  corners.reserve(mesh.indices().size());
  for (const std::uint32_t v : mesh.indices()) corners.push_back(point[v]);
  const auto cluster = Clusters(corners, points, open_edges(mesh, point), reduction).take();
  const std::vector<std::uint32_t> stand_in = stand_ins(mesh, point, cluster);

  CoarseTriangles made;
  made.indices.reserve(mesh.indices().size() / std::max<std::size_t>(reduction, 1));
  for (const FaceDesc& face : mesh.faces()) {
    const std::size_t first = made.indices.size();
    for (std::size_t i = face.first_index; i < std::size_t{face.first_index} + face.index_count; i += 3) {
      const std::uint32_t a = cluster[corners[i]], b = cluster[corners[i + 1]], c = cluster[corners[i + 2]];
      if (a == b || b == c || c == a) continue;
      for (std::size_t k = 0; k < 3; ++k) made.indices.push_back(stand_in[mesh.indices()[i + k]]);
    }
    made.faces.push_back({first, made.indices.size() - first});
  }
  return made;
}

}  // namespace mannequin::preview

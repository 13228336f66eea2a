// Coarse triangles for drafts: indeed fewer, without holes, shrinkage or loss.
#include "tools/preview/render/coarse_triangles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace mannequin::preview {
namespace {

constexpr std::size_t kReduction = 16;

VertexInfluences on_joint(std::uint16_t joint) {
  VertexInfluences influences;
  influences.joint[0] = joint;
  influences.weight[0] = 1.0f;
  return influences;
}

struct Bound {
  MeshDesc desc;
  std::vector<VertexInfluences> influences;

  // A face of its own: a grid of columns x rows quads, where `at` has its corners.
  template <typename At>
  void add_grid(std::uint32_t columns, std::uint32_t rows, std::uint16_t joint, const At& at) {
    const auto first = static_cast<std::uint32_t>(desc.positions.size());
    const auto first_index = static_cast<std::uint32_t>(desc.indices.size());
    for (std::uint32_t row = 0; row <= rows; ++row)
      for (std::uint32_t column = 0; column <= columns; ++column) {
        desc.positions.push_back(at(column, row));
        desc.normals.emplace_back(0.0f, 0.0f, 1.0f);
        desc.uvs.emplace_back(static_cast<float>(column) / static_cast<float>(columns),
                              static_cast<float>(row) / static_cast<float>(rows));
        desc.source_indices.push_back(static_cast<std::uint32_t>(desc.source_indices.size()));
        influences.push_back(on_joint(joint));
      }
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::uint32_t a = first + row * (columns + 1) + column, b = a + 1, c = a + columns + 1;
        for (const std::uint32_t v : {a, b, c, b, c + 1, c}) desc.indices.push_back(v);
      }
    desc.faces.push_back({.material = 0,
                          .first_vertex = first,
                          .vertex_count = (columns + 1) * (rows + 1),
                          .first_index = first_index,
                          .index_count = 6 * columns * rows});
  }

  void add_sheet(std::uint32_t columns, std::uint32_t rows, const Vec3f& from, std::uint16_t joint = 0) {
    add_grid(columns, rows, joint, [&](std::uint32_t column, std::uint32_t row) {
      return from + 0.01f * Vec3f(static_cast<float>(column), static_cast<float>(row), 0.0f);
    });
  }

  Mesh mesh() {
    desc.name = "mesh";
    desc.materials.push_back({.name = "plain", .texture = {}});
    auto built = Mesh::build(desc);
    EXPECT_TRUE(built) << built.error().message();
    return std::move(*built);
  }
};

// A ball of radius 1 with a seam from pole to pole, and all corners of a pole in one place.
Bound ball(std::uint32_t columns, std::uint32_t rows) {
  Bound made;
  made.add_grid(columns, rows, 0, [&](std::uint32_t column, std::uint32_t row) {
    const double turn = 2.0 * M_PI * (column % columns) / columns, down = M_PI * row / rows;
    const double around = row == 0 || row == rows ? 0.0 : std::sin(down);
    return Vec3f(around * std::cos(turn), around * std::sin(turn), std::cos(down));
  });
  return made;
}

double area(const Mesh& mesh, std::span<const std::uint32_t> indices) {
  double sum = 0.0;
  const auto at = [&](std::size_t i) { return Vec3(mesh.positions()[indices[i]]); };
  for (std::size_t i = 0; i < indices.size(); i += 3)
    sum += 0.5 * glm::cross(at(i + 1) - at(i), at(i + 2) - at(i)).z;
  return sum;
}

TEST(CoarseTriangles, AreFewerAndCloseToTheMesh) {
  const Bound bound = ball(256, 128);
  const Mesh mesh = Bound(bound).mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  const std::size_t fine = mesh.indices().size() / 3, got = coarse.indices.size() / 3;
  EXPECT_LT(got, fine / (kReduction / 2));
  EXPECT_GT(got, fine / (kReduction * 3));
  for (std::size_t i = 0; i < coarse.indices.size(); i += 3) {
    Vec3 middle(0.0);
    for (std::size_t k = 0; k < 3; ++k) middle += Vec3(mesh.positions()[coarse.indices[i + k]]) / 3.0;
    ASSERT_GT(glm::length(middle), 0.97);
  }
}

TEST(CoarseTriangles, HaveNoHolesWhereTheMeshHasNone) {
  const Bound bound = ball(128, 64);
  const Mesh mesh = Bound(bound).mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  using Place = std::tuple<float, float, float>;
  const auto place = [&](std::size_t i) {
    const Vec3f& p = mesh.positions()[coarse.indices[i]];
    return Place(p.x, p.y, p.z);
  };
  // Each edge is gone along as often one way as the other.
  std::map<std::pair<Place, Place>, int> balance;
  for (std::size_t i = 0; i < coarse.indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const Place a = place(i + k), b = place(i + (k + 1) % 3);
      balance[std::minmax({a, b})] += a < b ? 1 : -1;
    }
  for (const auto& [edge, count] : balance) ASSERT_EQ(count, 0);
  EXPECT_GT(balance.size(), 100u);
}

TEST(CoarseTriangles, EndWhereTheMeshEnds) {
  Bound bound;
  bound.add_sheet(100, 100, Vec3f(0.0f));
  const Mesh mesh = bound.mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  EXPECT_LT(coarse.indices.size(), mesh.indices().size() / 6);
  EXPECT_GT(area(mesh, coarse.indices), 0.97 * area(mesh, mesh.indices()));
}

TEST(CoarseTriangles, KeepNarrowAndSmallParts) {
  Bound bound;
  bound.add_sheet(100, 100, Vec3f(0.0f));
  bound.add_sheet(1, 200, Vec3f(2.0f, 0.0f, 0.0f));  // a ribbon
  bound.add_sheet(2, 2, Vec3f(3.0f, 0.0f, 0.0f));    // a button
  const Mesh mesh = bound.mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  ASSERT_EQ(coarse.faces.size(), 3u);
  const auto part = [&](std::size_t f) {
    return std::span(coarse.indices).subspan(coarse.faces[f].first, coarse.faces[f].count);
  };
  EXPECT_LT(part(1).size(), 1200u / 4);
  EXPECT_GT(area(mesh, part(1)), 0.85 * 0.01 * 2.0);
  EXPECT_EQ(part(2).size(), 8u * 3);
}

TEST(CoarseTriangles, OfAFaceAreBetweenItsOwnVertices) {
  Bound bound;
  bound.add_sheet(50, 100, Vec3f(0.0f));
  bound.add_sheet(50, 100, Vec3f(0.5f, 0.0f, 0.0f));  // continues where that ends
  const Mesh mesh = bound.mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  ASSERT_EQ(coarse.faces.size(), 2u);
  std::set<float> ends[2];
  for (std::size_t f = 0; f < 2; ++f) {
    const FaceDesc& face = mesh.faces()[f];
    EXPECT_GT(coarse.faces[f].count, 0u);
    for (std::size_t i = 0; i < coarse.faces[f].count; ++i) {
      const std::uint32_t v = coarse.indices[coarse.faces[f].first + i];
      ASSERT_GE(v, face.first_vertex);
      ASSERT_LT(v, face.first_vertex + face.vertex_count);
      if (mesh.positions()[v].x == 0.5f) ends[f].insert(mesh.positions()[v].y);
    }
  }
  EXPECT_EQ(ends[0], ends[1]) << "both faces take the same points of their border";
  EXPECT_GT(ends[0].size(), 3u);
}

TEST(CoarseTriangles, JoinNothingThatMovesApart) {
  Bound bound;
  bound.add_sheet(50, 50, Vec3f(0.0f), 0);
  bound.add_sheet(50, 50, Vec3f(0.5f, 0.0f, 0.0f), 1);
  const Mesh mesh = bound.mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, kReduction);
  for (std::size_t i = 0; i < coarse.indices.size(); i += 3)
    for (std::size_t k = 1; k < 3; ++k)
      ASSERT_EQ(bound.influences[coarse.indices[i + k]].joint, bound.influences[coarse.indices[i]].joint);
}

TEST(CoarseTriangles, OneForOneAreTheMeshItself) {
  Bound bound;
  bound.add_sheet(10, 10, Vec3f(0.0f));
  const Mesh mesh = bound.mesh();
  const CoarseTriangles coarse = coarse_triangles(mesh, bound.influences, 1);
  EXPECT_TRUE(std::ranges::equal(coarse.indices, mesh.indices()));
}

}  // namespace
}  // namespace mannequin::preview

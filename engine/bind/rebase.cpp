#include "engine/bind/rebase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/math/finite.h"

namespace mannequin {
namespace {

constexpr double kLeastDeterminant = 1e-9;

Mat4 blended(const VertexInfluences& influences, std::span<const Mat4> palette) {
  Mat4 out(0.0);
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    out += static_cast<double>(influences.weight[k]) * palette[influences.joint[k]];
  return out;
}

Vec3f unit_float(const Vec3& v) {
  const double length = glm::length(v);
  return length > 0.0 && std::isfinite(length) ? Vec3f(v / length) : Vec3f(0.0f);
}

// Of the singular values: square roots of the eigenvalues of M^T M, by the closed formula for symmetric 3x3
// matrices (O. K. Smith 1961).
double condition_of(const Mat3& m) {
  const Mat3 a = glm::transpose(m) * m;
  const double mean = (a[0][0] + a[1][1] + a[2][2]) / 3.0;
  const double off = a[1][0] * a[1][0] + a[2][0] * a[2][0] + a[2][1] * a[2][1];
  double spread = 2.0 * off;
  for (int i = 0; i < 3; ++i) spread += (a[i][i] - mean) * (a[i][i] - mean);
  const double p = std::sqrt(spread / 6.0);
  if (!(p > 1e-15 * mean)) return 1.0;
  Mat3 b = a;
  for (int i = 0; i < 3; ++i) b[i][i] -= mean;
  const double r = std::clamp(glm::determinant(b) / (2.0 * p * p * p), -1.0, 1.0);
  const double angle = std::acos(r) / 3.0;
  const double largest = mean + 2.0 * p * std::cos(angle);
  const double least = mean + 2.0 * p * std::cos(angle + 2.0 * std::numbers::pi / 3.0);
  if (!(least > 0.0)) return std::numeric_limits<double>::infinity();
  return std::sqrt(largest / least);
}

bool invertible(const Mat4& m) {
  return is_finite(m) && std::abs(glm::determinant(Mat3(m))) > kLeastDeterminant;
}

// Transforms each morph delta by its vertex's matrix.
template <typename MatrixOf>
void turn_morphs(MeshDesc& mesh, MatrixOf matrix_of, bool positions) {
  for (MorphTarget& morph : mesh.morphs) {
    auto& deltas = positions ? morph.positions : morph.normals;
    for (std::size_t i = 0; i < deltas.size(); ++i)
      deltas[i] = Vec3f(matrix_of(morph.vertices[i]) * Vec3(deltas[i]));
  }
}

}  // namespace

void pose_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette) {
  const Mat4& shape = skin.bind_shape();
  const Mat3 shape_normals = glm::transpose(glm::inverse(Mat3(shape)));
  const auto matrix = [&](std::size_t v) { return blended(skin.influences()[v], palette); };
  turn_morphs(
      mesh, [&](std::uint32_t v) { return Mat3(matrix(v) * shape); }, true);
  turn_morphs(
      mesh, [&](std::uint32_t v) { return Mat3(matrix(v)) * shape_normals; }, false);
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Mat4 world = matrix(v);
    mesh.positions[v] = Vec3f(Vec3(world * shape * Vec4(Vec3(mesh.positions[v]), 1.0)));
    mesh.normals[v] = unit_float(Mat3(world) * (shape_normals * Vec3(mesh.normals[v])));
    if (!mesh.tangents.empty())
      mesh.tangents[v] =
          Vec4f(unit_float(Mat3(world * shape) * Vec3(Vec3f(mesh.tangents[v]))), mesh.tangents[v].w);
  }
}

RebaseOutcome rebase_mesh(MeshDesc& mesh, const Skin& skin, std::span<const Mat4> palette,
                          std::span<const Vec3> targets) {
  RebaseOutcome out;
  const Mat4& shape = skin.bind_shape();
  const Mat3 linear(shape), normal_matrix = glm::transpose(glm::inverse(linear));
  std::vector<Mat4> world(mesh.positions.size());
  std::vector<Mat4> solved_by(mesh.positions.size());
  for (std::size_t v = 0; v < world.size(); ++v) {
    const VertexInfluences& influences = skin.influences()[v];
    world[v] = solved_by[v] = blended(influences, palette);
    const double condition = condition_of(Mat3(world[v]));
    if (!(condition <= kPoorCondition)) out.poor.push_back({static_cast<std::uint32_t>(v), condition});
    if (invertible(world[v])) continue;
    const auto strongest = std::ranges::max_element(influences.weight) - influences.weight.begin();
    solved_by[v] = palette[influences.joint[static_cast<std::size_t>(strongest)]];
    if (!invertible(solved_by[v])) solved_by[v] = Mat4(1.0);
  }
  turn_morphs(
      mesh, [&](std::uint32_t v) { return glm::inverse(Mat3(solved_by[v]) * linear) * linear; }, true);
  const Mat3 from_normals = glm::inverse(normal_matrix);
  const auto unturned = [&](std::size_t v) {
    return from_normals * glm::inverse(Mat3(solved_by[v])) * normal_matrix;
  };
  turn_morphs(
      mesh, [&](std::uint32_t v) { return unturned(v); }, false);
  for (std::size_t v = 0; v < world.size(); ++v) {
    const Vec3 position = Vec3(glm::inverse(solved_by[v] * shape) * Vec4(targets[v], 1.0));
    mesh.positions[v] = Vec3f(position);
    mesh.normals[v] = unit_float(unturned(v) * Vec3(mesh.normals[v]));
    if (!mesh.tangents.empty())
      mesh.tangents[v] = Vec4f(
          unit_float(glm::inverse(Mat3(solved_by[v]) * linear) * linear * Vec3(Vec3f(mesh.tangents[v]))),
          mesh.tangents[v].w);
    const Vec3 back(world[v] * shape * Vec4(Vec3(mesh.positions[v]), 1.0));
    if (const double distance = glm::distance(back, targets[v]); !(distance <= out.residual)) {
      out.residual = distance;
      out.worst_vertex = static_cast<std::uint32_t>(v);
    }
  }
  return out;
}

}  // namespace mannequin

// Binding for C: converts arrays to surfaces and tables, and back.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>

#include "engine/bind/copy.h"
#include "engine/bind/heat.h"
#include "engine/bind/smooth.h"
#include "engine/bind/voxel.h"
#include "engine/bind/weight_edits.h"
#include "engine/c_api/bind_arrays.h"
#include "mannequin/c_bind.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

constexpr std::size_t kPerVertex = 4;

Result<WeldedSurface> welded_surface(const mannequin_bind_mesh* given, const char* name) {
  const Result<GivenMesh> taken = read_mesh(given, name);
  if (!taken) return error_of(taken);
  MeshDesc mesh;
  mesh.positions = taken->positions;
  for (const Surface::Triangle& triangle : taken->triangles)
    mesh.indices.insert(mesh.indices.end(), triangle.begin(), triangle.end());
  mesh.source_indices.resize(mesh.positions.size());
  std::iota(mesh.source_indices.begin(), mesh.source_indices.end(), 0u);
  return make_surface(mesh, Mat4(1.0), Welding::border);
}

// The table's groups are the caller's joints 0, 1, ...; "17" is joint 17.
mannequin_status output_result(WeightTable table, const WeldedSurface& welded,
                               const mannequin_bind_options& options, mannequin_bind_result* result) {
  smooth_weights(table, welded.surface.edges, std::clamp(options.smooth, 0, 1000), 0.5);
  limit_weights(table, kPerVertex, welded.surface, {});
  normalise_weights(table);
  std::uint32_t unweighted = 0;
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    const auto& weights = table.vertices[welded.vertex[v]];
    bool any = false;
    for (std::size_t k = 0; k < kPerVertex; ++k) {
      const bool has = k < weights.size() && weights[k].weight > 0.0;
      any = any || has;
      result->joints[kPerVertex * v + k] =
          has ? static_cast<std::uint16_t>(std::stoul(table.groups[weights[k].group])) : std::uint16_t{0};
      result->weights[kPerVertex * v + k] = has ? static_cast<float>(weights[k].weight) : 0.0f;
    }
    unweighted += !any;
  }
  if (result->struct_size >=
      offsetof(mannequin_bind_result, unweighted_count) + sizeof result->unweighted_count)
    result->unweighted_count = unweighted;
  return MANNEQUIN_OK;
}

bool has_room(const mannequin_bind_result* result) {
  const auto taken = taken_struct(result);
  return taken && taken->joints != nullptr && taken->weights != nullptr;
}

constexpr const char* kNoRoom = "the result is null, has null arrays, or was not made with MANNEQUIN_INIT";

BindProgress progress_of(const mannequin_bind_options& options) {
  if (options.progress == nullptr) return {};
  return [=](double part) { return options.progress(options.user, part) != 0; };
}

std::optional<WeightSource> weight_source(const WeldedSurface& welded, const std::uint16_t* joints,
                                          const float* weights) {
  WeightSource source{"source", welded.surface, {}};
  std::uint16_t most = 0;
  for (std::size_t i = 0; i < kPerVertex * welded.vertex.size(); ++i) {
    if (!(weights[i] >= 0.0f && weights[i] < 1e6f)) return std::nullopt;
    if (weights[i] > 0.0f) most = std::max(most, joints[i]);
  }
  for (std::size_t j = 0; j <= most; ++j) source.weights.groups.push_back(std::to_string(j));
  source.weights.vertices.resize(welded.surface.positions.size());
  for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
    auto& list = source.weights.vertices[welded.vertex[v]];
    if (!list.empty()) continue;
    for (std::size_t k = 0; k < kPerVertex; ++k) {
      const float weight = weights[kPerVertex * v + k];
      const std::uint32_t joint = joints[kPerVertex * v + k];
      if (!(weight > 0.0f)) continue;
      const auto same = std::ranges::find(list, joint, &GroupWeight::group);
      if (same == list.end())
        list.push_back({joint, static_cast<double>(weight)});
      else
        same->weight += static_cast<double>(weight);
    }
  }
  return source;
}

}  // namespace

mannequin_status mannequin_bind(const mannequin_bind_mesh* mesh, const mannequin_bind_bone* bones,
                                uint32_t bone_count, const mannequin_bind_options* options,
                                mannequin_bind_result* result, char* error, size_t error_size) {
  const ErrorBuffer failed{error, error_size};
  return bind_guarded(failed, [&] {
    const auto choice = taken_struct(options);
    if (!choice || (bones == nullptr && bone_count > 0) || bone_count > 65535)
      return failed.fail(MANNEQUIN_BAD_ARGUMENT,
                         "options or bones are null, or there are more than 65535 bones");
    if (!has_room(result)) return failed.fail(MANNEQUIN_BAD_ARGUMENT, kNoRoom);
    const Result<WeldedSurface> welded = welded_surface(mesh, "mesh");
    if (!welded) return failed.fail(welded.error());
    std::vector<BindBone> segments;
    for (std::uint32_t b = 0; b < bone_count; ++b)
      segments.push_back(
          {std::to_string(b), "", Vec3(triple(bones[b].head, 0)), Vec3(triple(bones[b].tail, 0))});
    const HeatOptions how{{}, {}, progress_of(*choice)};
    Result<BoundWeights> bound = choice->voxel ? voxel_weights(welded->surface, segments, how)
                                               : heat_weights(welded->surface, segments, how);
    if (!bound) return failed.fail(bound.error());
    return output_result(std::move(bound->weights), *welded, *choice, result);
  });
}

mannequin_status mannequin_transfer(const mannequin_bind_mesh* mesh, const mannequin_bind_mesh* source,
                                    const uint16_t* source_joints, const float* source_weights,
                                    const mannequin_bind_options* options, mannequin_bind_result* result,
                                    char* error, size_t error_size) {
  const ErrorBuffer failed{error, error_size};
  return bind_guarded(failed, [&] {
    const auto choice = taken_struct(options);
    if (!choice || source_joints == nullptr || source_weights == nullptr)
      return failed.fail(MANNEQUIN_BAD_ARGUMENT, "options or weights of the source are null");
    if (!has_room(result)) return failed.fail(MANNEQUIN_BAD_ARGUMENT, kNoRoom);
    const Result<WeldedSurface> welded = welded_surface(mesh, "mesh");
    if (!welded) return failed.fail(welded.error());
    const Result<WeldedSurface> from = welded_surface(source, "source");
    if (!from) return failed.fail(from.error());
    const std::optional<WeightSource> weighted = weight_source(*from, source_joints, source_weights);
    if (!weighted)
      return failed.fail(MANNEQUIN_BAD_ARGUMENT, "a weight of the source is negative or not finite");
    TransferOptions how;
    if (choice->distance > 0.0f) how.distance = static_cast<double>(choice->distance);
    if (choice->angle > 0.0f) how.angle_degrees = static_cast<double>(choice->angle);
    how.progress = progress_of(*choice);
    Result<BoundWeights> bound = transfer_weights(welded->surface, SourceTrees({&*weighted, 1}), how);
    if (!bound) return failed.fail(bound.error());
    return output_result(std::move(bound->weights), *welded, *choice, result);
  });
}

mannequin_status mannequin_rebase(const float* targets, uint32_t vertex_count, const uint16_t* joints,
                                  const float* weights, const float* matrices, uint32_t matrix_count,
                                  float* positions, double* residual, char* error, size_t error_size) {
  const ErrorBuffer failed{error, error_size};
  return bind_guarded(failed, [&] {
    if (vertex_count > 0 && (!targets || !joints || !weights || !matrices || !positions))
      return failed.fail(MANNEQUIN_BAD_ARGUMENT, "an array is null");
    std::vector<Mat4> palette(matrix_count, Mat4(1.0));
    for (std::size_t m = 0; m < matrix_count; ++m)
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column)
          palette[m][column][row] =
              static_cast<double>(matrices[12 * m + static_cast<std::size_t>(4 * row + column)]);
    std::vector<Vec3f> solved(vertex_count);
    double worst = 0.0;
    for (std::size_t v = 0; v < vertex_count; ++v) {
      Mat4 blended(0.0);
      double sum = 0.0;
      for (std::size_t k = 0; k < kPerVertex; ++k) {
        const double weight = static_cast<double>(weights[kPerVertex * v + k]);
        if (weight == 0.0) continue;
        if (joints[kPerVertex * v + k] >= matrix_count)
          return failed.fail(MANNEQUIN_BAD_DATA,
                             "vertex " + std::to_string(v) + " names a joint without matrix");
        blended += weight * palette[joints[kPerVertex * v + k]];
        sum += weight;
      }
      blended = sum > 0.0 ? blended * (1.0 / sum) : Mat4(1.0);
      const Vec3 target(triple(targets, v));
      if (std::abs(glm::determinant(Mat3(blended))) > 1e-9)
        solved[v] = Vec3f(Vec3(glm::inverse(blended) * Vec4(target, 1.0)));
      else
        solved[v] = Vec3f(target);
      const double distance = glm::distance(Vec3(blended * Vec4(Vec3(solved[v]), 1.0)), target);
      if (!std::isfinite(distance))
        return failed.fail(MANNEQUIN_BAD_ARGUMENT,
                           "vertex " + std::to_string(v) + " has numbers that are not finite");
      worst = std::max(worst, distance);
    }
    for (std::size_t v = 0; v < solved.size(); ++v)
      std::memcpy(positions + 3 * v, &solved[v], sizeof solved[v]);
    if (residual != nullptr) *residual = worst;
    return mannequin_status{MANNEQUIN_OK};
  });
}

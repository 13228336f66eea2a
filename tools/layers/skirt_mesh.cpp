#include "tools/layers/skirt_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/bind/copy.h"
#include "engine/bind/skin_table.h"
#include "engine/bind/smooth.h"
#include "engine/bind/weight_edits.h"
#include "engine/io/builtin_mesh.h"

namespace mannequin::layers {
namespace {

// Places, metres in bind space.
constexpr double kWaist = 1.155, kHem = 0.13;
constexpr double kWidest = 0.35;  // hands hang further out than any hip
// From the skin at the waist, and how much further out per metre downwards.
constexpr double kGap = 0.007, kFlare = 0.09;
constexpr double kBand = 0.02;  // metres above and below that count as one height
constexpr std::size_t kColumns = 48, kRows = 36;
constexpr int kSmoothing = 12;
// Of the texture, above and below: a repeated one would show the waist at the hem.
constexpr double kMargin = 1.0 / 128.0;

std::size_t vertex_at(std::size_t row, std::size_t column) { return row * (kColumns + 1) + column; }

// Seen from above; the seam is at the back.
double turn(std::size_t column) {
  return 2.0 * std::numbers::pi * (static_cast<double>(column) / static_cast<double>(kColumns) - 0.5);
}

// How far the body reaches in each direction at one height: what encloses both legs.
std::array<double, kColumns> reach(const std::vector<Vec3>& body, const Vec2& middle, double z) {
  std::array<double, kColumns> most{};
  for (const Vec3& p : body) {
    if (std::abs(p.z - z) > kBand || std::abs(p.y) > kWidest) continue;
    for (std::size_t c = 0; c < kColumns; ++c)
      most[c] =
          std::max(most[c], (p.x - middle.x) * std::cos(turn(c)) + (p.y - middle.y) * std::sin(turn(c)));
  }
  return most;
}

// Rows from the waist down; cloth hangs from wherever it was furthest out.
MeshDesc hanging_sheet(const std::vector<Vec3>& body) {
  Vec2 middle(0.0);
  double count = 0.0;
  for (const Vec3& p : body)
    if (std::abs(p.z - kWaist) < kBand && std::abs(p.y) < kWidest) middle.x += p.x, count += 1.0;
  middle.x /= std::max(count, 1.0);
  MeshDesc mesh;
  mesh.name = "skirt";
  mesh.materials.push_back({"BAKED_SKIRT", Vec4f(0.45f, 0.20f, 0.28f, 1.0f), ""});
  std::array<double, kColumns> radius{};
  for (std::size_t r = 0; r <= kRows; ++r) {
    const double part = static_cast<double>(r) / kRows, z = kWaist + part * (kHem - kWaist);
    const std::array<double, kColumns> body_here = reach(body, middle, z);
    for (std::size_t c = 0; c < kColumns; ++c) radius[c] = std::max(radius[c], body_here[c]);
    for (std::size_t c = 0; c <= kColumns; ++c) {
      const double out = radius[c % kColumns] + kGap + kFlare * (kWaist - z);
      mesh.positions.emplace_back(middle.x + out * std::cos(turn(c)), out * std::sin(turn(c)), z);
      mesh.uvs.emplace_back(static_cast<double>(c) / kColumns,
                            kMargin + (1.0 - 2.0 * kMargin) * (1.0 - part));
      mesh.source_indices.push_back(static_cast<std::uint32_t>(vertex_at(r, c % kColumns)));
    }
  }
  for (std::size_t r = 0; r < kRows; ++r)
    for (std::size_t c = 0; c < kColumns; ++c) {
      const auto a = static_cast<std::uint32_t>(vertex_at(r, c)), b = a + 1,
                 below_a = static_cast<std::uint32_t>(vertex_at(r + 1, c)), below_b = below_a + 1;
      mesh.indices.insert(mesh.indices.end(), {a, below_a, b, b, below_a, below_b});
    }
  mesh.faces.push_back({0, 0, static_cast<std::uint32_t>(mesh.positions.size()), 0,
                        static_cast<std::uint32_t>(mesh.indices.size())});
  return mesh;
}

}  // namespace

Result<BoundMeshDesc> skirt_mesh(Sex sex, const Skeleton& skeleton) {
  const Result<io::BoundMeshFile> file = io::read_builtin_mesh("mannequin", sex);
  if (!file) return error_of(file);
  const BoundMeshDesc& body = file->meshes.front();
  const WeldedSurface skin = make_surface(body.mesh, body.skin.bind_shape, Welding::border);
  BoundMeshDesc skirt;
  skirt.mesh = hanging_sheet(skin.surface.positions);
  const WeldedSurface sheet = make_surface(skirt.mesh, Mat4(1.0), Welding::source_index);
  for (const std::uint32_t v : sheet.vertex)
    skirt.mesh.normals.emplace_back(vertex_normals(sheet.surface)[v]);
  const WeightSource source{"mannequin", skin.surface, weights_of_skin(body.skin, skin)};
  Result<BoundWeights> bound = copy_weights(sheet.surface, SourceTrees({&source, 1}));
  if (!bound) return error_of(bound);
  smooth_weights(bound->weights, sheet.surface.edges, kSmoothing, 0.5);
  mirror_weights(bound->weights, sheet.surface);
  limit_weights(bound->weights, kMaxInfluences, sheet.surface, {});
  normalise_weights(bound->weights);
  drop_empty_groups(bound->weights);
  const auto binds = joint_binds(body.skin), rest = joint_binds(skeleton);
  skirt.skin = skin_of_weights(bound->weights, sheet, SkinDesc{}, std::array{&binds, &rest});
  return skirt;
}

}  // namespace mannequin::layers

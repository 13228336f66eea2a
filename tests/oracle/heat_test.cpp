// Automatic, copied and smoothed weights against the recorded ones of shared/oracle/heat.
#include "engine/bind/heat.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/bind/copy.h"
#include "engine/bind/smooth.h"
#include "engine/bind/surface_faults.h"
#include "engine/bind/weight_edits.h"
#include "tests/bind/bind_case.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

Surface surface_of(const json& recorded) {
  Surface surface;
  const json& numbers = recorded.at("vertices");
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    surface.positions.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  if (recorded.contains("triangles")) {
    const json& corners = recorded.at("triangles");
    for (std::size_t i = 0; i < corners.size(); i += 3)
      surface.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
    surface.edges = triangle_edges(surface.triangles);
    return surface;
  }
  for (const json& face : recorded.at("faces"))
    for (std::size_t c = 0; c < face.size(); ++c) {
      const std::uint32_t a = face[c], b = face[(c + 1) % face.size()];
      surface.edges.push_back({std::min(a, b), std::max(a, b)});
      if (c + 2 < face.size()) surface.triangles.push_back({face[0], face[c + 1], face[c + 2]});
    }
  std::ranges::sort(surface.edges);
  surface.edges.erase(std::unique(surface.edges.begin(), surface.edges.end()), surface.edges.end());
  return surface;
}

std::vector<BindBone> bones_of(const json& recorded) {
  std::vector<BindBone> bones;
  const auto place = [](const json& p) { return Vec3(p[0], p[1], p[2]); };
  for (const json& bone : recorded.at("bones"))
    bones.push_back({bone.at("name"), bone.at("parent").is_null() ? "" : bone.at("parent").get<std::string>(),
                     place(bone.at("head")), place(bone.at("tail"))});
  return bones;
}

WeightTable table_of(const json& groups, const json& weights) {
  WeightTable table;
  for (const json& group : groups)
    table.groups.push_back((group.is_string() ? group : group.at("name")).get<std::string>());
  for (const json& vertex : weights) {
    table.vertices.emplace_back();
    for (const json& w : vertex) table.vertices.back().push_back({w[0], w[1]});
  }
  return table;
}

// `left_out`: vertices whose choice is open.
void compare_weights(const WeightTable& ours, const WeightTable& theirs,
                     const std::set<std::size_t>& left_out, Worst& worst) {
  ASSERT_EQ(ours.groups, theirs.groups);
  ASSERT_EQ(ours.vertices.size(), theirs.vertices.size());
  for (std::size_t v = 0; v < ours.vertices.size(); ++v) {
    if (left_out.contains(v)) continue;
    for (std::uint32_t g = 0; g < ours.groups.size(); ++g)
      worst.compare(weight_of(ours.vertices[v], g), weight_of(theirs.vertices[v], g),
                    ours.groups[g] + " at vertex " + std::to_string(v));
  }
}

void expect_recorded_weights(const json& recorded, double limit) {
  const auto bound = heat_weights(surface_of(recorded), bones_of(recorded));
  ASSERT_TRUE(bound) << bound.error().message();
  Worst heat(limit);
  compare_weights(bound->weights, table_of(recorded.at("bones"), recorded.at("weights")), {}, heat);
  EXPECT_WITHIN_LIMIT(heat);
}

constexpr const char* kHeatFolder = "oracle/heat/";

TEST(HeatOracle, CapsuleAndBody) {
  for (const char* name : {"capsule_arm.json.gz", "ruth2body_base26.json.gz"}) {
    MANNEQUIN_NEEDS_SHARED(std::string(kHeatFolder) + name);
    const json recorded = read_json(shared_path(std::string(kHeatFolder) + name));
    expect_recorded_weights(recorded, 1e-5);
    EXPECT_TRUE(surface_faults(surface_of(recorded), bones_of(recorded)).empty()) << name;
  }
}

TEST(HeatOracle, ProbesAndTheirFaults) {
  MANNEQUIN_NEEDS_SHARED(std::string(kHeatFolder) + "probes.json.gz");
  const std::map<std::string, std::string> expected = {{"probe_soup", "not_welded"},
                                                       {"probe_far_bones", "far_from_bones"},
                                                       {"probe_inside_out", "inside_out"},
                                                       {"probe_two_coincident_shells", "duplicate_vertices"},
                                                       {"probe_loose_vertices", "loose_vertices"},
                                                       {"probe_shell_around", "no_bone_seen"},
                                                       {"probe_scaled_0.01", "wrong_unit"},
                                                       {"probe_zero_area_triangles", "zero_area_triangles"},
                                                       {"probe_island_without_visible_bone", "no_bone_seen"}};
  const json cases = read_json(shared_path(std::string(kHeatFolder) + "probes.json.gz")).at("cases");
  ASSERT_EQ(cases.size(), expected.size());
  for (const json& recorded : cases) {
    const std::string name = recorded.at("meta").at("name");
    SCOPED_TRACE(name);
    const Surface surface = surface_of(recorded);
    const auto bound = heat_weights(surface, bones_of(recorded));
    ASSERT_TRUE(bound) << bound.error().message();
    BindFaults faults = bound->faults;
    for (BindFault& fault : surface_faults(surface, bones_of(recorded))) faults.push_back(std::move(fault));
    ASSERT_TRUE(codes(faults).contains(expected.at(name)));
    // Where the recorded bind fails as a whole, ours leaves out the triangle without area alone.
    if (!recorded.at("blender_warning").is_null()) {
      EXPECT_EQ(fault_named(bound->faults, "zero_area_triangles")->vertices,
                (std::vector<std::uint32_t>{530, 531, 532}));
      continue;
    }
    // Recorded in single precision: a soup's sums come to 1.00001 there.
    expect_recorded_weights(recorded, name == "probe_far_bones" ? 5e-4 : 1.05e-5);
  }
}

TEST(HeatOracle, CopiedAndSmoothed) {
  MANNEQUIN_NEEDS_SHARED(std::string(kHeatFolder) + "transfer_shirt.json.gz");
  const json body = read_json(shared_path(std::string(kHeatFolder) + "ruth2body_weights.json.gz"));
  const json shirt = read_json(shared_path(std::string(kHeatFolder) + "transfer_shirt.json.gz"));
  const WeightSource source{"body", surface_of(body), table_of(body.at("groups"), body.at("weights"))};
  const Surface surface = surface_of(shirt);
  const auto recorded = [&](const char* key) { return table_of(shirt.at("groups"), shirt.at(key)); };
  const auto vertices = [&](const char* key) {
    const json& list = shirt.at(key);
    return std::set<std::size_t>(list.begin(), list.end());
  };

  const auto face = copy_weights(surface, SourceTrees({&source, 1}));
  ASSERT_TRUE(face) << face.error().message();
  Worst interpolated(1e-4);
  compare_weights(face->weights, recorded("nearest_face_interpolated"), vertices("ambiguous_face"),
                  interpolated);
  EXPECT_WITHIN_LIMIT(interpolated);

  const auto vertex = copy_weights(surface, SourceTrees({&source, 1}, Nearest::vertex));
  ASSERT_TRUE(vertex);
  Worst nearest_vertex(1e-4);
  compare_weights(vertex->weights, recorded("nearest_vertex"), vertices("ambiguous_vertex"), nearest_vertex);
  EXPECT_WITHIN_LIMIT(nearest_vertex);

  WeightTable table = recorded("nearest_face_interpolated");
  smooth_weights(table, surface.edges, 1, 0.5);
  Worst once(2e-6);
  compare_weights(table, recorded("smooth_after_1"), {}, once);
  EXPECT_WITHIN_LIMIT(once);
  smooth_weights(table, surface.edges, 4, 0.5);
  Worst five_times(2e-6);
  compare_weights(table, recorded("smooth_after_5"), {}, five_times);
  EXPECT_WITHIN_LIMIT(five_times);
  normalise_weights(table);
  Worst normalised(2e-6);
  compare_weights(table, recorded("smooth_after_5_normalised"), {}, normalised);
  EXPECT_WITHIN_LIMIT(normalised);
}

}  // namespace
}  // namespace mannequin::test

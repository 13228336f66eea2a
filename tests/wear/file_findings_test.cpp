#include "engine/wear/file_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "tests/builtin_character.h"
#include "tests/io/glb_parts.h"
#include "tests/io/small_meshes.h"

namespace mannequin::test {
namespace file_findings_test {

// What closes the viewer is one finding, though it has no weights either.
TEST(FileFindings, TellAPrimitiveWithoutWeightsOnce) {
  BoundMeshDesc bound = two_joint_strip();
  bound.skin.joint_names = {"mHipLeft", "mHipRight"};
  Glb glb = Glb::read(io::write_glb(std::span(&bound, 1), &builtin_character().skeleton).value());
  nlohmann::json& primitives = glb.structure["meshes"][0]["primitives"];
  nlohmann::json bare = primitives[0];
  bare["attributes"].erase("JOINTS_0");
  bare["attributes"].erase("WEIGHTS_0");
  primitives.push_back(bare);
  const auto file = io::read_gltf(glb.write(), "bare.glb", "");
  ASSERT_TRUE(file) << file.error().message();
  const Findings findings = file_findings(*file, builtin_character(), {});
  EXPECT_EQ(std::ranges::count(findings, "viewer_crash", &Finding::code), 1);
  EXPECT_EQ(std::ranges::count(findings, "unweighted_vertices", &Finding::code), 0);
}

}  // namespace file_findings_test
}  // namespace mannequin::test

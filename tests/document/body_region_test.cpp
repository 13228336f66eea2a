#include "tools/document/body_region.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/avatar/builtin_figure.h"
#include "tests/document/loud_translation.h"

namespace mannequin::document {
namespace {

// How often each region of the built-in body is named by its vertices.
const std::map<std::string, std::vector<std::uint32_t>>& regions() {
  static const std::map<std::string, std::vector<std::uint32_t>> kRegions = [] {
    const test::BuiltinMesh& body = test::builtin_mesh("mannequin", Sex::female);
    std::map<std::string, std::vector<std::uint32_t>> found;
    for (std::uint32_t v = 0; v < body.mesh.vertex_count(); ++v)
      found[body_region(test::figure_character().skeleton, body.skin, v, Vec3(body.mesh.normals()[v]))]
          .push_back(v);
    return found;
  }();
  return kRegions;
}

TEST(BodyRegion, NamesBothSidesOfTheBodyAlike) {
  for (const auto& [name, vertices] : regions()) {
    // Weights that are equal but for their last bit fall on either side of a border.
    if (!name.starts_with("left ") || vertices.size() < 100) continue;
    const auto right = regions().find("right " + name.substr(5));
    ASSERT_NE(right, regions().end()) << name;
    EXPECT_NEAR(static_cast<double>(right->second.size()), static_cast<double>(vertices.size()),
                0.1 * static_cast<double>(vertices.size()) + 4.0)
        << name;
  }
}

TEST(BodyRegion, IsWherePeopleSayItIs) {
  const test::BuiltinMesh& body = test::builtin_mesh("mannequin", Sex::female);
  const auto mean = [&](const std::string& name) {
    Vec3 sum(0.0);
    const auto found = regions().find(name);
    EXPECT_NE(found, regions().end()) << name;
    if (found == regions().end()) return sum;
    for (const std::uint32_t v : found->second) sum += Vec3(body.mesh.positions()[v]);
    return sum / static_cast<double>(found->second.size());
  };
  const Vec3 armpit = mean("left armpit"), knee = mean("left knee"), elbow = mean("left elbow");
  EXPECT_GT(armpit.y, 0.05);  // Y is left
  EXPECT_GT(armpit.z, 1.1);
  EXPECT_LT(armpit.z, 1.5);
  EXPECT_LT(armpit.y, elbow.y);
  EXPECT_GT(knee.z, 0.3);
  EXPECT_LT(knee.z, 0.7);
  EXPECT_LT(mean("right elbow").y, -0.2);
  EXPECT_GT(mean("left thigh, front").x, mean("left thigh, back").x);
  EXPECT_GT(mean("left thigh, outer side").y, mean("left thigh, inner side").y);
}

TEST(BodyRegion, IsReadInOtherLanguages) {
  use_translation(test::loud_translation());
  for (const auto& [name, vertices] : regions())
    EXPECT_TRUE(test::is_loud(tr_sentence(name))) << name << ": " << tr_sentence(name);
  use_translation({});
}

TEST(BodyRegion, HasFewNames) {
  EXPECT_EQ(regions().count("body"), 0u);
  EXPECT_LT(regions().size(), 400u);
}

}  // namespace
}  // namespace mannequin::document

// COLLADA in: meshes.
#include <cmath>

#include "tests/io/collada_check.h"

namespace mannequin::test {
namespace collada_geometry_test {

std::string primitive(const std::string& kind, const std::string& content,
                      const std::string& material = "skin") {
  return "<" + kind + " material=\"" + material +
         "\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" "
         "offset=\"1\"/>" +
         content + "</" + kind + ">";
}

TEST(ColladaGeometry, MergesEqualCornersAndSplitsOthers) {
  SmallDae dae;
  // Position 0 is also written as position 3, with -0; its second corner has another uv.
  dae.positions = R"(<float_array id="p-array">0 0 0 1 0 0 1 1 0 0 -0 0</float_array>)";
  dae.uvs = R"(<float_array id="t-array">0 0 1 0 1 1 0 0 0.5 0.5</float_array>)";
  dae.primitives = R"(<triangles material="skin"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#n" offset="1"/><input semantic="TEXCOORD" source="#t" offset="2"/>
<p>0 0 0 1 0 1 2 0 2  3 0 3 2 0 2 1 0 1  0 0 4 1 0 1 2 0 2</p></triangles>)";
  const auto file = accepted(dae);
  const MeshDesc& mesh = file.meshes.at(0).mesh;
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 1, 3, 1, 2}));
  EXPECT_EQ(mesh.source_indices, (std::vector<std::uint32_t>{0, 1, 2, 0}));
}

TEST(ColladaGeometry, FansPolygonsOfEitherKind) {
  SmallDae dae;
  dae.primitives = primitive("polylist", "<vcount>4 3</vcount><p>0 0 1 0 2 0 3 0  0 0 2 0 3 0</p>");
  const std::vector<std::uint32_t> expected = {0, 1, 2, 0, 2, 3, 0, 2, 3};
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.indices, expected);
  dae.primitives = primitive("polygons", "<p>0 0 1 0 2 0 3 0</p><p>0 0 2 0 3 0</p>");
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.indices, expected);
  dae.primitives =
      primitive("polygons", "<p>0 0 1 0 2 0 3 0</p><ph><p>0 0 2 0 3 0</p><h>1 0 1 0 1 0</h></ph>");
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.indices, expected);
  dae.primitives = primitive("polylist", "<vcount>2 3 1</vcount><p>0 0 1 0  0 0 1 0 2 0  3 0</p>");
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).mesh.indices, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_TRUE(noted(file, "small_polygons"));
}

TEST(ColladaGeometry, MakesAFacePerPrimitiveSortedByMaterialIgnoringCase) {
  SmallDae dae;
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2 0</p>", "b_low") +
                   primitive("triangles", "<p>0 0 2 0 3 0</p>", "A") +
                   primitive("triangles", "<p>1 0 2 0 3 0</p>", "bZ") +
                   primitive("triangles", "<p>3 0 2 0 1 0</p>", "A") + primitive("triangles", "", "unused");
  const auto file = accepted(dae);
  const MeshDesc& mesh = file.meshes.at(0).mesh;
  ASSERT_EQ(mesh.faces.size(), 4u);
  std::vector<std::string> names;
  for (const FaceDesc& face : mesh.faces) names.push_back(mesh.materials[face.material].name);
  EXPECT_EQ(names, (std::vector<std::string>{"A", "A", "bZ", "b_low"}));  // '_' sorts after capitals
  EXPECT_EQ(mesh.materials.size(), 3u);
  for (std::uint32_t f = 0; f < 4; ++f) {
    EXPECT_EQ(mesh.faces[f].first_vertex, 3 * f);
    EXPECT_EQ(mesh.faces[f].first_index, 3 * f);
  }
  EXPECT_EQ(mesh.source_indices[0], 0u);
  EXPECT_EQ(mesh.source_indices[3], 3u);
}

TEST(ColladaGeometry, ComputesMissingNormals) {
  SmallDae dae;
  // A roof: two slopes that share the ridge.
  dae.positions = R"(<float_array id="p-array">-1 0 0 0 0 1 0 1 1 1 0 0</float_array>)";
  dae.primitives =
      R"(<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 1 3 2</p></triangles>)";
  const auto file = accepted(dae);
  EXPECT_TRUE(noted(file, "no_normals"));
  EXPECT_TRUE(noted(file, "no_uv"));
  const MeshDesc& mesh = file.meshes.at(0).mesh;
  const float slope = std::sqrt(0.5f);
  EXPECT_NEAR(glm::length(mesh.normals[0] - Vec3f(-slope, 0, slope)), 0.0f, 1e-6f);
  EXPECT_NEAR(glm::length(mesh.normals[1] - Vec3f(0, 0, 1)), 0.0f, 1e-6f);
  EXPECT_EQ(mesh.uvs[0], Vec2f(0, 0));
}

TEST(ColladaGeometry, GivesNormalsUnitLengthAndReplacesThoseOfLengthZero) {
  SmallDae dae;
  dae.normals = R"(<float_array id="n-array">0 3 4 0 0 0</float_array>)";
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2 1</p>");
  const auto file = accepted(dae);
  EXPECT_TRUE(noted(file, "zero_normals"));
  EXPECT_EQ(file.meshes.at(0).mesh.normals[0], Vec3f(0, 0.6f, 0.8f));
  EXPECT_EQ(file.meshes.at(0).mesh.normals[2], Vec3f(0, 0, 1));
}

TEST(ColladaGeometry, TakesNormalsAndUvsOfTheVerticesElement) {
  SmallDae dae;
  dae.normals = R"(<float_array id="n-array">1 0 0 0 1 0 0 0 1 0 0 -1</float_array>)";
  dae.vertices += R"(<input semantic="NORMAL" source="#n"/><input semantic="TEXCOORD" source="#t"/>)";
  dae.primitives = R"(<triangles><input semantic="VERTEX" source="#v" offset="0"/><p>1 2 3</p></triangles>)";
  const auto file = accepted(dae);
  const MeshDesc& mesh = file.meshes.at(0).mesh;
  EXPECT_EQ(mesh.normals[0], Vec3f(0, 1, 0));
  EXPECT_EQ(mesh.uvs[1], Vec2f(1, 1));
}

TEST(ColladaGeometry, FollowsOffsetAndStrideOfTheAccessor) {
  SmallDae dae;
  dae.vertices = R"(<input semantic="POSITION" source="#wide"/>)";
  dae.geometries =
      R"(<geometry id="other"><mesh><source id="wide"><float_array id="wide-array">9 0 0 0 7 1 0 0 7 1 1 0 7 0 1 0</float_array>
<technique_common><accessor source="#wide-array" offset="1" stride="4"/></technique_common></source></mesh></geometry>)";
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).mesh.positions[3], Vec3f(0, 1, 0));
}

TEST(ColladaGeometry, ReadsNumbersInEveryNotation) {
  SmallDae dae;
  dae.positions =
      "<float_array id=\"p-array\">+0.5 -.25 1e-400\t1E0\r\n1. 1e+0 <!-- here --> 1 <![CDATA[ 1 0 ]]> 0 1 "
      "0</float_array>";
  const auto file = accepted(dae);
  const MeshDesc& mesh = file.meshes.at(0).mesh;
  EXPECT_EQ(mesh.positions[0], Vec3f(0.5f, -0.25f, 0.0f));
  EXPECT_EQ(mesh.positions[1], Vec3f(1, 1, 1));
  EXPECT_EQ(mesh.positions[2], Vec3f(1, 1, 0));
}

TEST(ColladaGeometry, RefusesWhatDoesNotFit) {
  SmallDae dae;
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2</p>");
  expect_refused(dae, "not a multiple of the 6");
  dae.primitives = primitive("polylist", "<vcount>3 3</vcount><p>0 0 1 0 2 0</p>");
  expect_refused(dae, "need 12");
  dae.primitives = primitive("polylist", "<p>0 0 1 0 2 0</p>");
  expect_refused(dae, "need 0");
  dae.primitives = primitive("polylist", "<vcount>-3 6</vcount><p>0 0 1 0 2 0</p>");
  expect_refused(dae, "negative number -3");
  dae.primitives = primitive("polygons", "<p>0 0 1 0 2</p>");
  expect_refused(dae, "not a multiple of the 2");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 4 0</p>");
  expect_refused(dae, "corner 2 of <triangles> refers to position 4, but there are only 4");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 -1 0</p>");
  expect_refused(dae, "position -1");
  dae.primitives = primitive("triangles", "<p>0 0 1 1 2 0</p>");
  expect_refused(dae, "normal 1, but there are only 1");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 99999999999 0</p>");
  expect_refused(dae, "larger than any index");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2.5 0</p>");
  expect_refused(dae, "'2.5' in <p> is not a number");
  dae.primitives =
      "<triangles><input semantic=\"NORMAL\" source=\"#n\" offset=\"0\"/><p>0 0 0</p></triangles>";
  expect_refused(dae, "no VERTEX input");
  dae.primitives =
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"4000000000\"/><p>0 0 0</p></triangles>";
  expect_refused(dae, "not an index into a tuple");
  dae.primitives =
      "<triangles><input semantic=\"VERTEX\" source=\"#nobody\" offset=\"0\"/><p>0 0 0</p></triangles>";
  expect_refused(dae, "no <vertices> of that id");
  dae.primitives = "<lines><p>0 1</p></lines>";
  expect_refused(dae, "no triangles");
}

TEST(ColladaGeometry, NamesTheLineOfABadNumber) {
  SmallDae dae;
  dae.positions = "<float_array id=\"p-array\">0 0 0\n1 0 0\n1 nan 0 0 1 0</float_array>";
  const std::string text = dae.text();
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("nan")), '\n');
  const auto file = dae.read();
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().where, "small.dae:" + std::to_string(line));
  EXPECT_NE(file.error().what.find("entry 7"), std::string::npos) << file.error().what;
}

}  // namespace collada_geometry_test
}  // namespace mannequin::test

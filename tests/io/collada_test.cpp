// COLLADA in: what the documents say, in small.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/io/small_dae.h"

namespace mannequin::test {
namespace {

io::BoundMeshFile accepted(const SmallDae& dae) {
  auto file = dae.read();
  EXPECT_TRUE(file) << file.error().message();
  return file ? std::move(*file) : io::BoundMeshFile{};
}

bool noted(const io::BoundMeshFile& file, const std::string& code) {
  return std::any_of(file.notes.begin(), file.notes.end(),
                     [&](const io::Note& note) { return note.code == code; });
}

void expect_refused(const SmallDae& dae, const std::string& part, ErrorCode code = ErrorCode::bad_data) {
  const auto file = dae.read();
  ASSERT_FALSE(file) << part;
  EXPECT_EQ(file.error().code, code);
  EXPECT_NE(file.error().what.find(part), std::string::npos) << file.error().message();
  EXPECT_EQ(file.error().where.rfind("small.dae", 0), 0u) << file.error().where;
}

SmallDae unrigged(const std::string& node_content) {
  SmallDae dae;
  dae.rigged = false;
  dae.instances = "<node>" + node_content + "<instance_geometry url=\"#leaf-mesh\"/></node>";
  return dae;
}

std::string primitive(const std::string& kind, const std::string& content,
                      const std::string& material = "skin") {
  return "<" + kind + " material=\"" + material +
         "\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" "
         "offset=\"1\"/>" +
         content + "</" + kind + ">";
}

TEST(Collada, ReadsAQuadOnTwoJoints) {
  const auto file = accepted({});
  ASSERT_EQ(file.meshes.size(), 1u);
  EXPECT_TRUE(file.notes.empty()) << file.notes.front().what;
  const MeshDesc& mesh = file.meshes[0].mesh;
  EXPECT_EQ(mesh.name, "leaf");
  ASSERT_EQ(mesh.positions.size(), 4u);
  EXPECT_EQ(mesh.positions[2], Vec3f(1, 1, 0));
  EXPECT_EQ(mesh.normals[3], Vec3f(0, 0, 1));
  EXPECT_EQ(mesh.uvs[3], Vec2f(0, 1));
  EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(mesh.source_indices, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  ASSERT_EQ(mesh.materials.size(), 1u);
  EXPECT_EQ(mesh.materials[0].name, "skin");

  const SkinDesc& skin = file.meshes[0].skin;
  EXPECT_EQ(skin.joint_names, (std::vector<std::string>{"mPelvis", "mTorso"}));
  EXPECT_EQ(skin.bind_shape, Mat4(1.0));
  EXPECT_EQ(skin.inverse_binds[1][3], Vec4(0, 0, -1.2, 1));
  EXPECT_EQ(skin.joint_positions[0], Vec3(0, 0, 1.067));
  EXPECT_EQ(skin.joint_positions[1], Vec3(0.01, 0.02, 0.084));
  EXPECT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 1, 3, 4, 5}));
  EXPECT_EQ(skin.influences[1].joint, 0u);
  EXPECT_EQ(skin.influences[1].weight, 0.25f);
  EXPECT_EQ(skin.influences[2].joint, 1u);
  EXPECT_EQ(skin.influences[2].weight, 0.75f);
}

// --- geometry

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
  EXPECT_EQ(names, (std::vector<std::string>{"A", "A", "bZ", "b_low"}));  // '_' stands behind capitals
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
  expect_refused(dae, "no multiple of the 6");
  dae.primitives = primitive("polylist", "<vcount>3 3</vcount><p>0 0 1 0 2 0</p>");
  expect_refused(dae, "need 12");
  dae.primitives = primitive("polylist", "<p>0 0 1 0 2 0</p>");
  expect_refused(dae, "need 0");
  dae.primitives = primitive("polylist", "<vcount>-3 6</vcount><p>0 0 1 0 2 0</p>");
  expect_refused(dae, "negative number -3");
  dae.primitives = primitive("polygons", "<p>0 0 1 0 2</p>");
  expect_refused(dae, "no multiple of the 2");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 4 0</p>");
  expect_refused(dae, "corner 2 of <triangles> refers to position 4, but there are only 4");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 -1 0</p>");
  expect_refused(dae, "position -1");
  dae.primitives = primitive("triangles", "<p>0 0 1 1 2 0</p>");
  expect_refused(dae, "normal 1, but there are only 1");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 99999999999 0</p>");
  expect_refused(dae, "larger than any index");
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2.5 0</p>");
  expect_refused(dae, "'2.5' in <p> is no number");
  dae.primitives =
      "<triangles><input semantic=\"NORMAL\" source=\"#n\" offset=\"0\"/><p>0 0 0</p></triangles>";
  expect_refused(dae, "no VERTEX input");
  dae.primitives =
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"4000000000\"/><p>0 0 0</p></triangles>";
  expect_refused(dae, "no place in a tuple");
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

// --- skin

TEST(ColladaSkin, IsTheIdentityWithoutABindShape) {
  SmallDae dae;
  dae.bind_shape.clear();
  EXPECT_EQ(accepted(dae).meshes.at(0).skin.bind_shape, Mat4(1.0));
}

TEST(ColladaSkin, TurnsRowsIntoOurMatrices) {
  SmallDae dae;
  dae.bind_shape = "<bind_shape_matrix>0 -1 0 5 1 0 0 6 0 0 1 7 0 0 0 1</bind_shape_matrix>";
  const auto file = accepted(dae);
  const Mat4& bind = file.meshes.at(0).skin.bind_shape;
  EXPECT_EQ(Vec3(bind * Vec4(1, 0, 0, 1)), Vec3(5, 7, 7));
  EXPECT_TRUE(noted(file, "bind_shape_orientation"));
}

TEST(ColladaSkin, KeepsAnyNumberOfInfluencesPerVertex) {
  SmallDae dae;
  dae.vertex_weights = R"(<vertex_weights count="4"><input semantic="JOINT" source="#j" offset="0"/>
<input semantic="WEIGHT" source="#w" offset="1"/><vcount>6 0 1 1</vcount><v>0 1 1 1 0 2 1 2 0 0 1 0  1 0 -1 0</v></vertex_weights>)";
  const auto file = accepted(dae);
  const SkinDesc& skin = file.meshes.at(0).skin;
  EXPECT_EQ(skin.influence_begin, (std::vector<std::uint32_t>{0, 6, 6, 7, 7}));
  EXPECT_TRUE(noted(file, "too_many_influences"));
  EXPECT_TRUE(noted(file, "bind_shape_influences"));
  const auto unweighted = std::find_if(file.notes.begin(), file.notes.end(), [](const io::Note& note) {
    return note.code == "unweighted_vertices";
  });
  ASSERT_NE(unweighted, file.notes.end());
  EXPECT_NE(unweighted->what.find("2 vertices without a weight above 0 (in the file: 1, 3)"),
            std::string::npos)
      << unweighted->what;
}

TEST(ColladaSkin, ReadsWeightsByOffset) {
  SmallDae dae;
  dae.vertex_weights = R"(<vertex_weights count="4"><input semantic="WEIGHT" source="#w" offset="1"/>
<input semantic="JOINT" source="#j" offset="3"/><vcount>1 1 1 1</vcount>
<v>9 0 9 1  9 1 9 0  9 2 9 1  9 0 9 0</v></vertex_weights>)";
  const auto file = accepted(dae);
  const SkinDesc& skin = file.meshes.at(0).skin;
  EXPECT_EQ(skin.influences[0].joint, 1u);
  EXPECT_EQ(skin.influences[2].weight, 0.75f);
}

TEST(ColladaSkin, GivesVerticesThatShareAPositionItsInfluences) {
  SmallDae dae;
  dae.normals = R"(<float_array id="n-array">0 0 1 0 0 -1</float_array>)";
  dae.primitives = primitive("triangles", "<p>0 0 1 0 2 0 2 1 1 1 0 1</p>");
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).mesh.source_indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0}));
  EXPECT_EQ(file.meshes.at(0).skin.influence_begin, (std::vector<std::uint32_t>{0, 1, 3, 4, 5, 7, 8}));
}

TEST(ColladaSkin, PutsNamesWithBlanksTogetherAgain) {
  SmallDae dae;
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis Left Shoulder</Name_array>)";
  dae.joint_nodes = R"(<node id="mPelvis" sid="mPelvis"><translate>0 0 1</translate>
<node id="Left_Shoulder" name="Left Shoulder"><translate>1 2 3</translate></node></node>)";
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).skin.joint_names, (std::vector<std::string>{"mPelvis", "Left_Shoulder"}));
  EXPECT_EQ(file.meshes.at(0).skin.joint_positions[1], Vec3(1, 2, 3));
}

TEST(ColladaSkin, RefusesWhatDoesNotFit) {
  SmallDae dae;
  dae.vertex_weights = R"(<vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/>
<input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 1 1</vcount><v>0 0 0 0 0 0</v></vertex_weights>)";
  expect_refused(dae, "<vcount> lists 3 vertices, but the geometry has 4 positions");
  dae = {};
  dae.vertex_weights.replace(dae.vertex_weights.find("0 0 0 1 1 2"), 11, "0 0 2 1 1 2");
  expect_refused(dae, "vertex 1 refers to joint 2, but there are only 2");
  dae = {};
  dae.vertex_weights.replace(dae.vertex_weights.find("0 0 0 1 1 2"), 11, "0 0 -2 1 1 2");
  expect_refused(dae, "vertex 1 refers to joint -2");
  dae = {};
  dae.vertex_weights.replace(dae.vertex_weights.find("0 0 0 1 1 2"), 11, "0 0 0 1 1 -1");
  expect_refused(dae, "vertex 1 refers to weight -1");
  dae = {};
  dae.weights = R"(<float_array id="w-array">1 inf 0</float_array>)";
  expect_refused(dae, "'inf' in <float_array> is not a finite number");
  dae = {};
  dae.bind_shape = "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0</bind_shape_matrix>";
  expect_refused(dae, "15 numbers instead of 16");
  dae = {};
  dae.joints = R"(<Name_array id="j-array" count="0"></Name_array>)";
  expect_refused(dae, "names no joints");
  dae = {};
  dae.joints_element = R"(<joints><input semantic="JOINT" source="#j"/></joints>)";
  expect_refused(dae, "no input INV_BIND_MATRIX");
  dae = {};
  dae.joints_element.clear();
  expect_refused(dae, "no <joints>");
}

// --- joint positions

TEST(ColladaJoints, AreFoundBySidThenNameThenId) {
  SmallDae dae;
  dae.joint_nodes = R"(<node id="mPelvis"><translate>9 9 9</translate>
<node name="mPelvis"><translate>8 8 8</translate><node sid="mPelvis"><translate>1 2 3</translate></node></node>
<node id="mTorso"><translate>4 5 6</translate></node></node>)";
  const auto file = accepted(dae);
  const auto& positions = file.meshes.at(0).skin.joint_positions;
  EXPECT_EQ(positions[0], Vec3(1, 2, 3));
  EXPECT_EQ(positions[1], Vec3(4, 5, 6));
}

TEST(ColladaJoints, AreThoseOfTheirOwnSkeleton) {
  SmallDae dae;
  dae.joint_nodes =
      R"(<node id="A"><node sid="mPelvis"><translate>1 1 1</translate></node></node>
<node id="B"><node sid="mPelvis"><translate>2 2 2</translate></node><node sid="mTorso"><translate>3 3 3</translate></node></node>)";
  dae.instances.replace(dae.instances.find("#mPelvis"), 8, "#A");
  dae.controllers = SmallDae{}.skin("other-skin", "#leaf-mesh");
  dae.instances +=
      R"(<node><instance_controller url="#other-skin"><skeleton>#B</skeleton></instance_controller></node>)";
  const auto file = accepted(dae);
  ASSERT_EQ(file.meshes.size(), 2u);
  EXPECT_EQ(file.meshes[0].skin.joint_positions[0], Vec3(1, 1, 1));
  EXPECT_EQ(file.meshes[0].skin.joint_positions[1], Vec3(3, 3, 3));  // only the other skeleton has it
  EXPECT_EQ(file.meshes[1].skin.joint_positions[0], Vec3(2, 2, 2));
}

TEST(ColladaJoints, TakeTheTranslationThatTheViewerTakes) {
  const auto position = [](const std::string& content) {
    SmallDae dae;
    dae.joint_nodes = "<node id=\"mPelvis\" sid=\"mPelvis\">" + content + "</node>";
    return accepted(dae).meshes.at(0).skin.joint_positions[0];
  };
  const std::string other = "<translate>9 9 9</translate>";
  EXPECT_EQ(
      position(other +
               "<translate sid=\"location\">8 8 8</translate><translate sid=\"translate\">1 2 3</translate>"),
      Vec3(1, 2, 3));
  EXPECT_EQ(position(other + "<translate sid=\"location\">8 8 8</translate>"), Vec3(8, 8, 8));
  EXPECT_EQ(position("<rotate>0 0 1 90</rotate><scale>2 2 2</scale>" + other), Vec3(9, 9, 9));
  EXPECT_EQ(position("<matrix>1 0 0 4 0 1 0 5 0 0 1 6 0 0 0 1</matrix>"), Vec3(4, 5, 6));
  EXPECT_EQ(position("<scale>1 1 1</scale>"), std::nullopt);
}

// --- scene

TEST(ColladaScene, PlacesUnriggedMeshes) {
  const auto dae = unrigged("<translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>");
  const auto file = accepted(dae);
  EXPECT_FALSE(file.meshes.at(0).rigged());
  EXPECT_NEAR(glm::length(file.meshes[0].mesh.positions[1] - Vec3f(10, 2, 0)), 0.0f, 1e-6f);
  EXPECT_NEAR(glm::length(file.meshes[0].mesh.normals[1] - Vec3f(0, 0, 1)), 0.0f, 1e-6f);
}

TEST(ColladaScene, AppliesUnitAndUpAxisToUnriggedMeshesOnly) {
  auto dae = unrigged("");
  dae.asset = R"(<unit meter="0.5"/><up_axis>Y_UP</up_axis>)";
  EXPECT_NEAR(glm::length(accepted(dae).meshes.at(0).mesh.positions[2] - Vec3f(0.5f, 0, 0.5f)), 0.0f, 1e-6f);
  dae.asset = R"(<up_axis>X_UP</up_axis>)";
  EXPECT_NEAR(glm::length(accepted(dae).meshes.at(0).mesh.positions[2] - Vec3f(0, 1, -1)), 0.0f, 1e-6f);
  dae.asset = "";  // Y up, by the specification
  EXPECT_NEAR(glm::length(accepted(dae).meshes.at(0).mesh.positions[2] - Vec3f(1, 0, 1)), 0.0f, 1e-6f);

  SmallDae rigged;
  rigged.asset = R"(<unit meter="0.5"/><up_axis>Y_UP</up_axis>)";
  const auto file = accepted(rigged);
  EXPECT_EQ(file.meshes.at(0).mesh.positions[2], Vec3f(1, 1, 0));
  EXPECT_TRUE(noted(file, "unit"));
  EXPECT_TRUE(noted(file, "up_axis"));
}

TEST(ColladaScene, RefusesMirroredPlacementsAndUnsignsScales) {
  expect_refused(unrigged("<matrix>-1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"), "mirrors it");
  expect_refused(unrigged("<scale>1 0 1</scale>"), "flattens it");
  const auto file = accepted(unrigged("<scale>-2 1 1</scale>"));
  EXPECT_EQ(file.meshes.at(0).mesh.positions[1], Vec3f(2, 0, 0));
  EXPECT_TRUE(noted(file, "negative_scale"));
}

TEST(ColladaScene, MakesAMeshPerPlacementAndPerSkin) {
  auto dae = unrigged("");
  dae.instances +=
      R"(<node><instance_node url="#library"/></node><node><translate>0 0 3</translate><instance_node url="#library"/></node>)";
  dae.nodes =
      R"(<node id="library"><translate>0 0 1</translate><node><instance_geometry url="#leaf-mesh"/></node></node>)";
  const auto file = accepted(dae);
  ASSERT_EQ(file.meshes.size(), 3u);
  EXPECT_EQ(file.meshes[1].mesh.positions[0], Vec3f(0, 0, 1));
  EXPECT_EQ(file.meshes[2].mesh.positions[0], Vec3f(0, 0, 4));
}

TEST(ColladaScene, TakesMeshesThemselvesWhereNothingIsPlaced) {
  SmallDae dae;
  dae.rigged = false;
  dae.instances.clear();
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.positions[2], Vec3f(1, 1, 0));
}

TEST(ColladaScene, LeavesOutWhatIsNotInTheScene) {
  SmallDae dae;
  dae.geometries =
      R"(<geometry id="spare"><mesh><triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>)";
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.size(), 1u);
  EXPECT_TRUE(noted(file, "not_in_scene"));
}

TEST(ColladaScene, RefusesNodesThatContainThemselves) {
  auto dae = unrigged("");
  dae.nodes = R"(<node id="a"><instance_node url="#b"/></node><node id="b"><instance_node url="#a"/></node>)";
  dae.instances += R"(<node><instance_node url="#a"/></node>)";
  expect_refused(dae, "contains itself");
}

TEST(ColladaScene, FillsInColoursAndTextures) {
  SmallDae dae;
  dae.materials = R"(<material id="skin-material"><instance_effect url="#fx"/></material>)";
  dae.effects =
      R"(<effect id="fx"><profile_COMMON><technique><phong><diffuse><color>0.5 0.25 0.125 0.75</color></diffuse></phong></technique></profile_COMMON></effect>)";
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.materials[0].base_color, Vec4f(0.5f, 0.25f, 0.125f, 0.75f));
  dae.images = R"(<image id="image"><init_from>textures/skin of leaf.png</init_from></image>)";
  dae.effects =
      R"(<effect id="fx"><profile_COMMON><newparam sid="surface"><surface type="2D"><init_from>image</init_from></surface></newparam>
<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>
<technique><lambert><diffuse><texture texture="sampler" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON></effect>)";
  EXPECT_EQ(accepted(dae).meshes.at(0).mesh.materials[0].texture, "textures/skin of leaf.png");
}

// --- document

TEST(ColladaDocument, TurnsBlanksOfNamesIntoUnderscores) {
  SmallDae dae;
  std::string text = dae.text();
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("name=\"leaf\"", "name=\"my leaf\"");
  replace("id=\"leaf-mesh\"", "id=\"my mesh\"");
  replace("#leaf-mesh", "#my%20mesh");
  replace("id=\"leaf-skin\"", "id=\"my skin\"");
  replace("#leaf-skin", "#my_skin");
  const auto file = SmallDae::read_text(text);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->meshes.at(0).mesh.name, "my_leaf");
}

TEST(ColladaDocument, RefusesOtherFiles) {
  SmallDae dae;
  dae.root = R"(<COLLADA xmlns="http://www.w3.org/2000/svg" version="1.4.1">)";
  expect_refused(dae, "the namespace is 'http://www.w3.org/2000/svg'", ErrorCode::cannot_read);
  for (const auto& [text, part] : {std::pair("", "is empty"),
                                   {" \n ", "is empty"},
                                   {"<svg/>", "starts with <svg>"},
                                   {"solid cube", "is not XML"},
                                   {"glTF\x02", "is not XML"}}) {
    const auto file = SmallDae::read_text(text);
    ASSERT_FALSE(file) << text;
    EXPECT_EQ(file.error().code, ErrorCode::cannot_read);
    EXPECT_NE(file.error().what.find(part), std::string::npos) << file.error().message();
  }
}

TEST(ColladaDocument, RefusesTextThatIsNotUtf8AtItsLine) {
  SmallDae dae;
  dae.asset += "\n<comments>caf\xE9</comments>";
  const auto file = dae.read();
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().where, "small.dae:4");
  EXPECT_NE(file.error().what.find("0xE9 is not UTF-8"), std::string::npos) << file.error().what;
  const auto utf16 = SmallDae::read_text(std::string_view("\xFF\xFE<\0?\0", 6));
  ASSERT_FALSE(utf16);
  EXPECT_NE(utf16.error().what.find("UTF-16"), std::string::npos);
}

TEST(ColladaDocument, ReadsLatin1WhereTheFileDeclaresIt) {
  SmallDae dae;
  std::string text = dae.text();
  text.replace(text.find("utf-8"), 5, "ISO-8859-1");
  text.replace(text.find("name=\"leaf\""), 11, "name=\"caf\xE9\"");
  const auto file = SmallDae::read_text(text);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->meshes.at(0).mesh.name, "caf\xC3\xA9");
}

TEST(ColladaDocument, SaysWhenSomethingLiesInAnotherFile) {
  auto dae = unrigged("");
  dae.instances = R"(<node><instance_geometry url="other.dae#leaf-mesh"/></node>)";
  expect_refused(dae, "lies in another file", ErrorCode::unsupported);
}

}  // namespace
}  // namespace mannequin::test

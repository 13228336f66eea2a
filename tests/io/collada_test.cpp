// COLLADA in: documents and their scenes.
#include <algorithm>

#include "tests/io/collada_check.h"

namespace mannequin::test {
namespace collada_test {

SmallDae unrigged(const std::string& node_content) {
  SmallDae dae;
  dae.rigged = false;
  dae.instances = "<node>" + node_content + "<instance_geometry url=\"#leaf-mesh\"/></node>";
  return dae;
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
  expect_refused(dae, "is in another file", ErrorCode::unsupported);
}

}  // namespace collada_test
}  // namespace mannequin::test

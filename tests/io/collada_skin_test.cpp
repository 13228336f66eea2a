// COLLADA in: skins and the positions of their joints.
#include <algorithm>

#include "tests/io/collada_check.h"

namespace mannequin::test {
namespace collada_skin_test {

std::string primitive(const std::string& kind, const std::string& content,
                      const std::string& material = "skin") {
  return "<" + kind + " material=\"" + material +
         "\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"NORMAL\" source=\"#n\" "
         "offset=\"1\"/>" +
         content + "</" + kind + ">";
}

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

TEST(ColladaSkin, NotesNegativeWeights) {
  SmallDae dae;
  EXPECT_FALSE(noted(accepted(dae), "bad_weights"));
  dae.weights = R"(<float_array id="w-array" count="3">1 -0.25 0.75</float_array>)";
  EXPECT_TRUE(noted(accepted(dae), "bad_weights"));
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

const io::Note* note_called(const io::BoundMeshFile& file, const std::string& code) {
  const auto found = std::ranges::find(file.notes, code, &io::Note::code);
  return found == file.notes.end() ? nullptr : &*found;
}

// The viewer reads two joints there.
TEST(ColladaSkin, ShowsNamesThatFallApartButRefusesThem) {
  SmallDae dae;
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis Left Shoulder</Name_array>)";
  dae.joint_nodes = R"(<node id="mPelvis" sid="mPelvis"><translate>0 0 1</translate>
<node id="Left_Shoulder" name="Left Shoulder"><translate>1 2 3</translate></node></node>)";
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).skin.joint_names, (std::vector<std::string>{"mPelvis", "Left_Shoulder"}));
  EXPECT_EQ(file.meshes.at(0).skin.joint_positions[1], Vec3(1, 2, 3));
  const io::Note* split = note_called(file, "split_joint_name");
  ASSERT_NE(split, nullptr);
  EXPECT_EQ(split->severity, Severity::error);
  EXPECT_NE(split->what.find("'Left' and 'Shoulder'"), std::string::npos) << split->what;
  EXPECT_NE(split->what.find("'Left_Shoulder'"), std::string::npos) << split->what;
  // Without a declared count the number of matrices decides; with underscores there is nothing to decide.
  dae.joints = R"(<Name_array id="j-array">mPelvis Left Shoulder</Name_array>)";
  EXPECT_NE(note_called(accepted(dae), "split_joint_name"), nullptr);
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis Left_Shoulder</Name_array>)";
  EXPECT_EQ(note_called(accepted(dae), "split_joint_name"), nullptr);
}

TEST(ColladaSkin, NamesBothHalvesWhereTheCountsThenDiffer) {
  SmallDae dae;
  dae.joint_nodes = R"(<node sid="mPelvis"><node name="Left Shoulder"/><node name="mTorso"/></node>)";
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis Left Shoulder mTorso</Name_array>)";
  expect_refused(dae, "'Left Shoulder' is read as 'Left' and 'Shoulder'");
  // Counted as two throughout: two joints here as there.
  dae.joints = R"(<Name_array id="j-array" count="2">Left Shoulder</Name_array>)";
  const auto file = accepted(dae);
  EXPECT_EQ(file.meshes.at(0).skin.joint_names, (std::vector<std::string>{"Left", "Shoulder"}));
  EXPECT_NE(note_called(file, "split_joint_name"), nullptr);
  // A name that the scene does not have, either: the words that no node is called.
  dae.joint_nodes = R"(<node sid="mPelvis" name="mPelvis"><node name="mTorso"/></node>)";
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis m Torso</Name_array>)";
  const auto stray = accepted(dae);
  ASSERT_NE(note_called(stray, "split_joint_name"), nullptr);
  EXPECT_NE(note_called(stray, "split_joint_name")->what.find("'m Torso' is read as 'm' and 'Torso'"),
            std::string::npos);
  // Of three words.
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis L Upper Arm</Name_array>)";
  const auto three = accepted(dae);
  ASSERT_NE(note_called(three, "split_joint_name"), nullptr);
  EXPECT_NE(
      note_called(three, "split_joint_name")->what.find("'L Upper Arm' is read as 'L' and 'Upper' and 'Arm'"),
      std::string::npos);
  // Two joints of the scene that another node's name happens to join.
  dae.joint_nodes = R"(<node sid="mPelvis"><node sid="mTorso"/><node name="mPelvis mTorso"/></node>)";
  dae.joints = R"(<Name_array id="j-array" count="2">mPelvis mTorso</Name_array>)";
  EXPECT_EQ(note_called(accepted(dae), "split_joint_name"), nullptr);
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

// Where the viewer looks for them: a second armature before that of the skin is not its own.
TEST(ColladaJoints, AreListedBelowTheSkeletonFirst) {
  SmallDae dae;
  const std::string own = dae.joint_nodes;
  dae.joint_nodes = R"(<node id="copy" sid="mPelvis" type="JOINT"><translate>9 9 9</translate></node>)" + own;
  const auto file = accepted(dae);
  const auto first = std::ranges::find(file.joints, "mPelvis", &FileJoint::name);
  ASSERT_NE(first, file.joints.end());
  EXPECT_EQ(first->position, Vec3(0, 0, 1.067));
  const auto below = std::ranges::find(file.joints, "mTorso", &FileJoint::name);
  ASSERT_NE(below, file.joints.end());
  EXPECT_EQ(below->parent, first - file.joints.begin());
  EXPECT_EQ(std::ranges::count(file.joints, "mPelvis", &FileJoint::name), 2);
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

}  // namespace collada_skin_test
}  // namespace mannequin::test

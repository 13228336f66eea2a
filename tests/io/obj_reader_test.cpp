#include "engine/io/obj_reader.h"

#include <gtest/gtest.h>

#include "engine/io/mpfb/vertex_groups.h"
#include "engine/io/obj_writer.h"
#include "engine/rig/rig.h"

namespace mannequin::io {
namespace obj_reader_test {

const std::string kObj =
    "# a comment\r\n"
    "mtllib some.mtl\no thing\n"
    "v 1 2 3\nv 4 5 6 1.0\nv\t7 8 9 # behind\nv 10 11 12 0.1 0.2 0.3\n"
    "vt 0.25 0.75\nvt .5\nvn 0 2 0\n"
    "g body arms\nusemtl skin\ns off\n"
    "f 1/1 2/2 3/1 4/2\n"
    "g arms\n"
    "f -4//-1 2//1 \\\n 3//1\n"
    "f 1/1/1 3/2/1 4\nl 1 2\n";

std::string error_of(const std::string& text) {
  const auto mesh = read_obj(text, "m.obj");
  return mesh ? "" : mesh.error().message();
}

TEST(Obj, IsReadIntoBlendersFrame) {
  const BaseMesh mesh = read_obj(kObj, "m.obj").value();
  ASSERT_EQ(mesh.positions.size(), 4u);
  EXPECT_LT(glm::length(mesh.positions[0] - Vec3(0.1, -0.3, 0.2)), 1e-15);
  EXPECT_LT(glm::length(mesh.positions[3] - Vec3(1.0, -1.2, 1.1)), 1e-15);
  EXPECT_EQ(mesh.scale_factor, kMetreScale);
  EXPECT_EQ(mesh.uvs, (std::vector<Vec2f>{{0.25f, 0.75f}, {0.5f, 0.0f}}));
  EXPECT_EQ(mesh.normals, std::vector<Vec3f>{Vec3f(0, 0, 1)});
  EXPECT_EQ(mesh.polygon_begin, (std::vector<std::uint32_t>{0, 4, 7, 10}));
  EXPECT_EQ(mesh.corners[0], (BaseMeshCorner{0, 0, -1}));
  EXPECT_EQ(mesh.corners[4], (BaseMeshCorner{0, -1, 0}));
  EXPECT_EQ(mesh.corners[8], (BaseMeshCorner{2, 1, 0}));
  EXPECT_EQ(mesh.corners[9], (BaseMeshCorner{3, -1, -1}));
  EXPECT_EQ(mesh.groups.at("body"), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.groups.at("arms"), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  const BaseMesh upright = read_obj(kObj, "m.obj", {.metres_per_unit = 2.0, .up = UpAxis::z}).value();
  EXPECT_EQ(upright.positions[0], Vec3(2, 4, 6));
  EXPECT_EQ(upright.scale_factor, kMetreScale);  // it is in metres, whatever its file was
}

TEST(Obj, OurOwnFilesAreReadAsWrittenUnlessToldOtherwise) {
  const std::vector<Vec3f> positions{{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, normals(3, Vec3f(0, 0, 1));
  const std::vector<std::uint32_t> indices{0, 1, 2};
  PosedMesh posed;
  posed.name = "top";
  posed.positions = positions;
  posed.normals = normals;
  posed.indices = indices;
  const std::string text = write_obj(std::span(&posed, 1)).value();
  const auto first = [&](const ObjReading& reading) {
    return read_obj(text, "top.obj", reading).value().positions.front() / reading.metres_per_unit;
  };
  EXPECT_EQ(first(kObjInMetres), Vec3(1, 2, 3));
  EXPECT_EQ(first({1.0, UpAxis::y}), Vec3(1, -3, 2));
  EXPECT_EQ(up_axis(text, kObjInMetres), UpAxis::z);
  EXPECT_EQ(up_axis("# Blender\n" + text, kObjInMetres), UpAxis::y) << "another program wrote it";
}

TEST(Obj, SaysWhatIsWrongAndWhere) {
  const auto says = [](const std::string& text, const char* wanted) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(wanted), std::string::npos) << error << "\nshould say: " << wanted;
  };
  const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  says("", "m.obj:1");
  says("# nothing\n", "no vertices");
  says("v 0 0\n", "m.obj:1");
  says("v 0 nan 0\n", "'nan'");
  says("v 0 1e9 0\n", "million");
  says(three + "f 1 2\n", "m.obj:4");
  says(three + "f 1 2 4\n", "vertex '4', but only 3");
  says(three + "f 0 1 2\n", "vertex '0'");
  says(three + "f 1 2 -4\n", "vertex '-4'");
  says(three + "f 1/1 2/1 3/1\n", "texture coordinate '1', but only 0");
  says(three + "f 1//1 2//1 3//1\n", "normal '1', but only 0");
  says(three + "f 1 2 x\n", "vertex 'x'");
  std::string many = three + "f";
  for (int i = 0; i < 2000; ++i) many += " 1";
  says(many + "\n", "corners");
  std::string groups = three + "g";
  for (int i = 0; i < 100; ++i) groups += " g" + std::to_string(i);
  says(groups + "\n", "groups at once");
  EXPECT_EQ(error_of(three + "f 1 2 3"), "");
}

TEST(Obj, IsToldFromOtherText) {
  EXPECT_TRUE(looks_like_obj(kObj));
  EXPECT_TRUE(looks_like_obj("v 1 2 3"));
  EXPECT_FALSE(looks_like_obj("HIERARCHY\nROOT hip"));
  EXPECT_FALSE(looks_like_obj("hello"));
  EXPECT_FALSE(looks_like_obj("# only a comment\n"));
}

TEST(MpfbVertexGroups, AreRunsOfVertices) {
  BaseMesh mesh = read_obj(kObj, "m.obj").value();
  ASSERT_TRUE(read_mpfb_vertex_groups(R"({"body": [[1, 1], [3, 3]], "joint-a": [[0, 2]]})", "g.json", mesh));
  EXPECT_EQ(mesh.groups.at("body"), (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(mesh.groups.at("joint-a"), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(mesh.groups.at("arms").size(), 4u);
  const auto error = [&](const char* text) {
    const auto status = read_mpfb_vertex_groups(text, "g.json", mesh);
    return status ? std::string() : status.error().message();
  };
  EXPECT_NE(error("[]").find("g.json"), std::string::npos);
  EXPECT_NE(error(R"({"a": 1})").find("group 'a'"), std::string::npos);
  EXPECT_NE(error(R"({"a": [[0, 4]]})").find("run 0"), std::string::npos);
  EXPECT_NE(error(R"({"a": [[2, 1]]})").find("run 0"), std::string::npos);
  EXPECT_NE(error(R"({"a": [[0, 1], [0]]})").find("run 1"), std::string::npos);
  EXPECT_NE(error(R"({"a": [[-1, 1]]})").find("run 0"), std::string::npos);
  EXPECT_EQ(mesh.groups.count("a"), 0u);
  // A short file cannot ask for endless lists.
  std::string many = "{\"a\": [[0, 3]";
  for (int i = 0; i < 1000; ++i) many += ",[0,3]";
  EXPECT_NE(error((many + "]}").c_str()).find("exceeds the limit"), std::string::npos);
}

}  // namespace obj_reader_test
}  // namespace mannequin::io

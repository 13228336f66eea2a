#include "tests/hostile/crafted_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "engine/io/bound_mesh.h"
#include "engine/io/gltf_writer.h"
#include "tests/hostile/limited_run.h"
#include "tests/io/asset_files.h"
#include "tests/io/glb_parts.h"
#include "tests/io/small_images.h"
#include "tests/io/small_meshes.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

Glb crafted_strip() {
  const std::vector<BoundMeshDesc> meshes{two_joint_strip()};
  return Glb::read(*io::write_glb(meshes, nullptr));
}

// `count` vertices that all read the same bytes' worth of accessors, drawn by many primitives.
Glb many_vertices(std::size_t count, std::size_t primitives, std::size_t sets, std::size_t targets) {
  Glb glb = crafted_strip();
  json& structure = glb.structure;
  const auto add = [&](std::size_t element, int number, const char* shape) {
    std::vector<std::byte> bytes(count * element);
    const float quarter = 0.25f;  // a weight
    for (std::size_t at = 0; element == 16 && at < bytes.size(); at += 4)
      std::memcpy(bytes.data() + at, &quarter, sizeof quarter);
    const std::size_t view = glb.add_view(bytes.data(), bytes.size());
    structure["accessors"].push_back(
        {{"bufferView", view}, {"componentType", number}, {"count", count}, {"type", shape}});
    return structure["accessors"].size() - 1;
  };
  json primitive = structure["meshes"][0]["primitives"][0];
  json& attributes = primitive["attributes"];
  primitive.erase("indices");
  attributes = {{"POSITION", add(12, 5126, "VEC3")}};
  const std::size_t joints = add(4, 5121, "VEC4"), weights = add(16, 5126, "VEC4");
  for (std::size_t set = 0; set < sets; ++set) {
    attributes[fmt::format("JOINTS_{}", set)] = joints;
    attributes[fmt::format("WEIGHTS_{}", set)] = weights;
  }
  for (std::size_t t = 0; t < targets; ++t)
    primitive["targets"].push_back({{"POSITION", attributes["POSITION"]}});
  if (targets > 0) structure["meshes"][0]["weights"] = std::vector<int>(targets, 1);
  structure["meshes"][0]["primitives"] = std::vector<json>(primitives, primitive);
  return glb;
}

Glb many_unknown_joints(std::size_t count) {
  Glb glb = crafted_strip();
  json& structure = glb.structure;
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < count; ++j) {
    joints.push_back(structure["nodes"].size());
    structure["nodes"].push_back({{"name", fmt::format("mNoSuchJoint{}", j)}});
  }
  structure["scenes"][0]["nodes"].push_back(joints.front());
  structure["skins"][0] = {{"joints", joints}};
  return glb;
}

// Few vertices that triangles name over and over, which packs to nothing.
io::Bytes many_triangles(std::size_t count) {
  constexpr std::size_t kVertices = 1000;
  Llsd::Map face = without(without(triangle_face(), "Normal"), "TexCoord0");
  face = with(std::move(face), "Position", Llsd(io::Bytes(6 * kVertices)));
  face = with(std::move(face), "TriangleList", Llsd(io::Bytes(6 * count)));
  face = with(std::move(face), "Weights", Llsd(io::Bytes(kVertices, std::byte{0xff})));
  return asset_bytes({{"skin", Llsd(two_joint_skin())}, {"high_lod", level({std::move(face)})}});
}

Glb textured(const io::Bytes& image) {
  Glb glb = crafted_strip();
  const std::size_t view = glb.add_view(image.data(), image.size());
  glb.structure["images"][0] = {{"bufferView", view}, {"mimeType", "image/png"}};
  glb.structure["textures"][0] = {{"source", 0}};
  glb.structure["materials"][0] = {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}};
  glb.structure["meshes"][0]["primitives"][0]["material"] = 0;
  return glb;
}

// One small mesh in many places.
Glb many_places(std::size_t count) {
  Glb glb = crafted_strip();
  json& structure = glb.structure;
  for (std::size_t n = 0; n < count; ++n) {
    structure["scenes"][0]["nodes"].push_back(structure["nodes"].size());
    structure["nodes"].push_back({{"mesh", 0}});
  }
  return glb;
}

// Few vertices and many triangles, in many places.
std::string many_instances(std::size_t triangles, std::size_t instances) {
  std::string text =
      R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">)"
      R"(<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="9">)"
      R"(0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3"/>)"
      R"(</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>)";
  text +=
      fmt::format(R"(<triangles count="{}"><input semantic="VERTEX" source="#v" offset="0"/><p>)", triangles);
  for (std::size_t t = 0; t < triangles; ++t) text += "0 1 2 ";
  text += R"(</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>)"
          R"(<visual_scene id="s"><node id="n">)";
  for (std::size_t i = 0; i < instances; ++i) text += R"(<instance_geometry url="#g"/>)";
  return text + R"(</node></visual_scene></library_visual_scenes><scene>)"
                R"(<instance_visual_scene url="#s"/></scene></COLLADA>)";
}

std::string pose_of_unknown_names(std::size_t count) {
  std::string text = "{\"rotations\": {";
  for (std::size_t i = 0; i < count; ++i)
    text += fmt::format("{}\"mChestt{}\": [0, 0, 0, 1]", i == 0 ? "" : ", ", i);
  return text + "}}";
}

// Each parameter drives the next twice: 2^levels steps for code that follows every path.
std::string doubling_drivers(int levels) {
  std::string text =
      "<linden_avatar version=\"2.0\"><skeleton file_name=\"avatar_skeleton.xml\"></skeleton>"
      "<driver_parameters>";
  for (int i = 0; i < levels; ++i) {
    text += fmt::format(
        "<param id=\"{}\" group=\"0\" name=\"p{}\" wearable=\"shape\" edit_group=\"shape_body\" "
        "value_min=\"0\" value_max=\"1\"><param_driver>",
        9000 + i, i);
    for (int twice = 0; i + 1 < levels && twice < 2; ++twice)
      text += fmt::format("<driven id=\"{}\"/>", 9001 + i);
    text += "</param_driver></param>";
  }
  return text + "</driver_parameters></linden_avatar>";
}

}  // namespace

std::vector<CraftedFile> write_crafted_files(const std::filesystem::path& folder) {
  using Kind = CraftedFile::Kind;
  std::vector<CraftedFile> files;
  const auto add = [&](const char* name, const auto& content, Kind kind, bool refused = false) {
    if (const Status written = io::write_file(folder / name, content))
      files.push_back({folder / name, kind, refused});
  };
  add("shared_accessors.glb", many_vertices(4096, 900, 1, 0).write(), Kind::mesh, true);
  // Checkers make each vertex a hundred times slower, and budgets are not measured under them: fewer ask the
  // same.
  const std::size_t shared = program_is_checked() ? 8 : 80;
  add("shared_within_limits.glb", many_vertices(4096, shared, 1, 0).write(), Kind::mesh);
  add("influence_sets.glb", many_vertices(4096, 1, 4000, 0).write(), Kind::mesh, true);
  add("morph_targets.glb", many_vertices(4096, 1, 1, 20000).write(), Kind::mesh, true);
  add("unknown_joints.glb", many_unknown_joints(9000).write(), Kind::mesh);
  add("png_bomb.glb", textured(overlong_png(16, 16, std::size_t{256} << 20)).write(), Kind::mesh);
  add("png_size.glb", textured(overlong_png(60000, 60000, 1024)).write(), Kind::mesh);
  add("triangles.llmesh", many_triangles(5'000'000), Kind::mesh, true);
  add("triangles_within_limits.llmesh", many_triangles(program_is_checked() ? 200'000 : 2'000'000),
      Kind::mesh);
  add("places.glb", many_places(io::kMaxMeshes).write(), Kind::mesh, true);
  add("instances.dae", many_instances(500, 20'000), Kind::mesh, true);
  add("nested.gltf", std::string(900'000, '['), Kind::mesh, true);
  add(
      "values.gltf",
      "{\"asset\":{\"version\":\"2.0\"},\"extras\":[0" +
          [] {
            std::string many;
            for (int i = 0; i < 480'000; ++i) many += ",0";
            return many;
          }() +
          "]}",
      Kind::mesh);
  add("unknown.pose.json", pose_of_unknown_names(25'000), Kind::pose, true);
  add(
      "unknown.shape.json",
      "{\"params\": {" +
          [] {
            std::string many;
            for (int i = 0; i < 40'000; ++i) many += fmt::format("{}\"Heightt{}\": 1", i == 0 ? "" : ", ", i);
            return many;
          }() +
          "}}",
      Kind::shape, true);

  // A texture that is a pipe without a writer: opening it blocks for ever.
  Glb pipe = textured({});
  pipe.structure["images"][0] = {{"uri", "pipe.png"}};
  if (::mkfifo((folder / "pipe.png").c_str(), 0600) == 0) add("pipe.glb", pipe.write(), Kind::mesh);
  Glb outside = textured({});
  outside.structure["images"][0] = {{"uri", "outside.png"}};
  std::error_code error;
  std::filesystem::create_symlink("/dev/zero", folder / "outside.png", error);
  add("outside.glb", outside.write(), Kind::mesh);

  std::filesystem::create_directories(folder / "drivers");
  (void)io::write_file(
      folder / "drivers/avatar_skeleton.xml",
      std::string_view("<linden_skeleton version=\"2.0\" num_bones=\"1\" num_collision_volumes=\"0\">"
                       "<bone name=\"mPelvis\" pos=\"0 0 1\" rot=\"0 0 0\" scale=\"1 1 1\" pivot=\"0 0 1\"/>"
                       "</linden_skeleton>"));
  add("drivers/avatar_lad.xml", doubling_drivers(40), Kind::character, true);
  if (!files.empty() && files.back().kind == Kind::character) files.back().path = folder / "drivers";
  return files;
}

std::vector<CraftedFile> copy_recorded_files(const std::filesystem::path& folder) {
  std::vector<CraftedFile> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(shared_path("fixtures/hostile"), error)) {
    if (entry.path().extension() == ".md") continue;
    const auto copy = folder / entry.path().filename();
    std::filesystem::copy_file(entry.path(), copy, error);
    files.push_back({copy, CraftedFile::Kind::mesh, false});
  }
  if (!files.empty()) ::mkfifo((folder / "fifo.png").c_str(), 0600);
  return files;
}

std::vector<std::filesystem::path> copy_spoilt_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  const auto from = shared_path("fixtures/spoilt");
  std::filesystem::copy(from, folder, std::filesystem::copy_options::recursive, error);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file() && entry.path().extension() != ".md" && entry.path().extension() != ".bin")
      files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace mannequin::test

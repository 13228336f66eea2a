#include "tests/hostile/large_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <random>
#include <span>
#include <string_view>

#include "engine/io/anim_file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/mesh_asset_writer.h"
#include "tests/io/asset_files.h"
#include "tests/io/glb_parts.h"
#include "tests/io/small_clips.h"
#include "tests/io/small_dae.h"
#include "tests/io/small_images.h"
#include "tests/io/small_meshes.h"

namespace mannequin::test {
namespace {

using Commands = std::vector<std::vector<std::string>>;

// Written in large pieces.
class Writer {
 public:
  explicit Writer(const std::filesystem::path& path) : file_(path, std::ios::binary) {}
  void text(std::string_view text) { file_.write(text.data(), static_cast<std::streamsize>(text.size())); }
  void repeat(std::string_view unit, std::size_t count) {
    constexpr std::size_t kAtOnce = 10'000;
    std::string block;
    for (std::size_t i = 0; i < std::min(count, kAtOnce); ++i) block += unit;
    for (; count >= kAtOnce; count -= kAtOnce) text(block);
    text(std::string_view(block).substr(0, count * unit.size()));
  }
  bool done() { return file_.flush().good(); }

 private:
  std::ofstream file_;
};

// Where the parts of a document that are too long for a string go.
constexpr const char* kHere = "@HERE@";

// The document with each mark replaced by what `fill` writes for it.
template <typename Fill>
bool write_marked(const std::filesystem::path& path, std::string_view document, Fill&& fill) {
  Writer out(path);
  int mark = 0;
  for (std::size_t at = document.find(kHere); at != std::string_view::npos; at = document.find(kHere)) {
    out.text(document.substr(0, at));
    fill(out, mark++);
    document.remove_prefix(at + std::string_view(kHere).size());
  }
  out.text(document);
  return out.done();
}

bool write_triangles(const std::filesystem::path& path) {
  const std::size_t count = kLargeBytes / 6;
  SmallDae dae;
  dae.primitives = fmt::format(
      "<triangles count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{}</p></triangles>",
      count, kHere);
  return write_marked(path, dae.text(), [&](Writer& out, int) { out.repeat("0 1 2 ", count); });
}

// Three vertices, and faces of two bytes a corner.
bool write_faces(const std::filesystem::path& path, std::string_view begin, std::string_view line) {
  Writer out(path);
  out.text("v 0 0 0\nv 1 0 0\nv 0 1 0\n");
  out.text(begin);
  out.repeat(line, kLargeBytes / line.size());
  return out.done();
}

// Every face is in as many groups as allowed.
bool write_groups(const std::filesystem::path& path) {
  std::string groups = "g";
  for (int i = 0; i < 32; ++i) groups += fmt::format(" g{}", i);
  std::string face = "f";
  for (int i = 0; i < 300; ++i) face += " 1 2 3";
  return write_faces(path, groups + "\n", face + "\n");
}

bool write_frames(const std::filesystem::path& path) {
  const std::size_t count = kLargeBytes / 6;
  Writer out(path);
  out.text(
      fmt::format("HIERARCHY\nROOT hip\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                  "End Site\n{{\nOFFSET 0 0 0\n}}\n}}\nMOTION\nFrames: {}\nFrame Time: 0.000001\n",
                  count));
  out.repeat("0 0 0\n", count);
  return out.done();
}

// Levels that unpack to as much as is let through.
bool write_levels(const std::filesystem::path& path) {
  Llsd::Map face = triangle_face();
  const io::Bytes level = io::write_llsd(io::Llsd(io::Llsd::Array{io::Llsd(std::move(face))}));
  io::Llsd::Map header;
  io::Llsd::Map entry;
  entry.emplace_back("offset", io::Llsd(std::int32_t{0}));
  entry.emplace_back("size", io::Llsd(static_cast<std::int32_t>(kLargeBytes)));
  header.emplace_back("high_lod", io::Llsd(std::move(entry)));
  const io::Bytes begin = io::write_llsd(io::Llsd(std::move(header)));
  Writer out(path);
  out.text(io::as_text(begin));
  // Stored, not packed: a zlib stream whose blocks say how long they are.
  out.text(std::string_view("\x78\x01", 2));
  constexpr std::size_t kBlock = 0xffff;
  const std::string block = std::string("\0\xff\xff\0\0", 5) + std::string(kBlock, '!');
  std::string first = block;
  const std::string list = std::string("[\x05\xf5\xe1\x00", 5);  // of 100 million values
  first.replace(5, list.size(), list);
  out.text(first);
  out.repeat(block, kLargeBytes / block.size() - 1);
  return out.done();
}

// A sheet of vertices, each somewhere else, two triangles to a vertex.
struct Sheet {
  std::uint32_t count, width;
  explicit Sheet(std::size_t vertices)
      : count(static_cast<std::uint32_t>(vertices)),
        width(static_cast<std::uint32_t>(std::sqrt(static_cast<double>(vertices)))) {}

  Vec3f at(std::uint32_t v) const {
    const float x = static_cast<float>(v % width) / static_cast<float>(width),
                y = static_cast<float>(v / width) / static_cast<float>(width);
    return {x - 0.5f, 0.1f * std::sin(20.0f * x), 2.0f * y};
  }
  std::uint32_t squares() const { return count - width - 1; }
  std::array<std::uint32_t, 6> square(std::uint32_t v) const {
    return {v, v + 1, v + width, v + 1, v + width + 1, v + width};
  }
};

constexpr std::array<const char*, 20> kJoints = {
    "mPelvis",        "mTorso",        "mChest",      "mNeck",       "mHead",
    "mCollarLeft",    "mShoulderLeft", "mElbowLeft",  "mWristLeft",  "mCollarRight",
    "mShoulderRight", "mElbowRight",   "mWristRight", "mHipLeft",    "mKneeLeft",
    "mAnkleLeft",     "mHipRight",     "mKneeRight",  "mAnkleRight", "mFootRight"};

bool write_bytes(const std::filesystem::path& path, const io::Bytes& bytes) {
  return io::write_file(path, bytes).has_value();
}

// As an exporter writes it: 76 bytes a vertex.
bool write_vertices(const std::filesystem::path& path) {
  const Sheet sheet(kLargeBytes / 76);
  const std::vector<BoundMeshDesc> strip{two_joint_strip()};
  Glb glb = Glb::read(*io::write_glb(strip, nullptr));
  nlohmann::json& structure = glb.structure;
  glb.binary.reserve(kLargeBytes + kLargeBytes / 10);
  const auto add = [&](const auto& values, int number, const char* shape, std::size_t each) {
    const std::size_t bytes = values.size() * sizeof values[0];
    structure["accessors"].push_back({{"bufferView", glb.add_view(values.data(), bytes)},
                                      {"componentType", number},
                                      {"count", bytes / each},
                                      {"type", shape}});
    return structure["accessors"].size() - 1;
  };
  std::vector<std::size_t> joints;
  for (const char* name : kJoints) {
    joints.push_back(structure["nodes"].size());
    structure["nodes"].push_back({{"name", name}});
    structure["scenes"][0]["nodes"].push_back(joints.back());
  }
  structure["skins"][0] = {{"joints", joints}};
  nlohmann::json primitive = structure["meshes"][0]["primitives"][0];
  structure["meshes"][0] = {{"name", "sheet"}};
  primitive.erase("indices");
  primitive["attributes"] = nlohmann::json::object();
  nlohmann::json& attributes = primitive["attributes"];
  std::vector<Vec3f> places;
  std::vector<Vec2f> uvs;
  std::vector<std::uint8_t> influences;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t v = 0; v < sheet.count; ++v) {
    places.emplace_back(sheet.at(v));
    uvs.emplace_back(sheet.at(v));
    for (std::uint32_t k = 0; k < 4; ++k)
      influences.push_back(
          static_cast<std::uint8_t>((16 * std::uint64_t{v} / sheet.count + k) % kJoints.size()));
  }
  for (std::uint32_t v = 0; v < sheet.squares(); ++v)
    for (const std::uint32_t index : sheet.square(v)) indices.push_back(index);
  attributes["POSITION"] = add(places, 5126, "VEC3", 12);
  attributes["NORMAL"] = add(std::vector<Vec3f>(sheet.count, {0.0f, 1.0f, 0.0f}), 5126, "VEC3", 12);
  attributes["TEXCOORD_0"] = add(uvs, 5126, "VEC2", 8);
  attributes["JOINTS_0"] = add(influences, 5121, "VEC4", 4);
  attributes["WEIGHTS_0"] = add(std::vector<Vec4f>(sheet.count, {0.4f, 0.3f, 0.2f, 0.1f}), 5126, "VEC4", 16);
  primitive["indices"] = add(indices, 5125, "SCALAR", 4);
  structure["meshes"][0]["primitives"] = {primitive};
  return write_bytes(path, glb.write());
}

std::string source_text(const char* id, std::size_t count, int stride) {
  return fmt::format("<float_array id=\"{}-array\" count=\"{}\">{}</float_array>", id,
                     count * std::size_t(stride), kHere);
}

// As an exporter writes it: each vertex has a place and a normal of its own.
bool write_dae_vertices(const std::filesystem::path& path) {
  const Sheet sheet(kLargeBytes / 86);
  SmallDae dae;
  dae.positions = source_text("p", sheet.count, 3);
  dae.normals = source_text("n", sheet.count, 3);
  dae.vertices = R"(<input semantic="POSITION" source="#p"/><input semantic="NORMAL" source="#n"/>)";
  dae.primitives = fmt::format(
      "<triangles count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>{}</p></triangles>",
      2 * sheet.squares(), kHere);
  dae.vertex_weights = fmt::format(
      R"(<vertex_weights count="{}"><input semantic="JOINT" source="#j" offset="0"/>)"
      R"(<input semantic="WEIGHT" source="#w" offset="1"/><vcount>{}</vcount><v>{}</v></vertex_weights>)",
      sheet.count, kHere, kHere);
  return write_marked(path, dae.text(), [&](Writer& out, int mark) {
    if (mark == 1) return out.repeat("0 -1 0 ", sheet.count);
    if (mark == 3) return out.repeat("2 ", sheet.count);
    if (mark == 4) return out.repeat("0 1 1 2 ", sheet.count);
    for (std::uint32_t v = 0; v < (mark == 2 ? sheet.squares() : sheet.count); ++v) {
      const Vec3f at = sheet.at(v);
      out.text(mark == 0 ? fmt::format("{:.6f} {:.6f} {:.6f} ", at.x, at.y, at.z)
                         : fmt::format("{} ", fmt::join(sheet.square(v), " ")));
    }
  });
}

// Few places and few normals; each corner of a triangle is another combination of both, and so a vertex.
bool write_corners(const std::filesystem::path& path) {
  const std::uint32_t side = 3100, corners = 3 * (kLargeBytes / 10 / 3);
  SmallDae dae;
  dae.positions = source_text("p", side, 3);
  dae.normals = source_text("n", side, 3);
  dae.primitives = fmt::format(
      "<triangles count=\"{}\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
      "<input semantic=\"NORMAL\" source=\"#n\" offset=\"1\"/><p>{}</p></triangles>",
      corners / 3, kHere);
  dae.vertex_weights = fmt::format(
      R"(<vertex_weights count="{}"><input semantic="JOINT" source="#j" offset="0"/>)"
      R"(<input semantic="WEIGHT" source="#w" offset="1"/><vcount>{}</vcount><v>{}</v></vertex_weights>)",
      side, kHere, kHere);
  return write_marked(path, dae.text(), [&](Writer& out, int mark) {
    if (mark == 3) return out.repeat("4 ", side);
    if (mark == 4) return out.repeat("0 1 1 2 0 2 1 1 ", side);
    if (mark == 2) {
      for (std::uint32_t c = 0; c < corners; ++c) out.text(fmt::format("{} {} ", c / side, c % side));
      return;
    }
    for (std::uint32_t i = 0; i < side; ++i) out.text(fmt::format("{} 1 {} ", i % 60 / 60.0, i / 60 / 60.0));
  });
}

// A face of this many vertices and triangles that hardly compress.
Llsd::Map dense_face(std::size_t vertices, std::size_t triangles) {
  std::minstd_rand random(7);
  const auto numbers = [&](std::size_t count, std::uint32_t below) {
    io::Bytes bytes;
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::uint32_t>(random()) % below;
      bytes.push_back(static_cast<std::byte>(number & 0xff));
      bytes.push_back(static_cast<std::byte>(number >> 8));
    }
    return Llsd(std::move(bytes));
  };
  Llsd::Map face = without(without(triangle_face(), "Normal"), "TexCoord0");
  const auto most = static_cast<std::uint32_t>(vertices);
  face = with(std::move(face), "Position", numbers(3 * vertices, 65535));
  face = with(std::move(face), "TriangleList", numbers(3 * triangles, most));
  return with(std::move(face), "Weights", Llsd(io::Bytes(vertices, std::byte{0xff})));
}

// A saved upload of as many assets as fill the file.
bool write_upload(const std::filesystem::path& path, std::size_t vertices, std::size_t triangles) {
  const io::Bytes asset =
      asset_bytes({{"skin", Llsd(two_joint_skin())}, {"high_lod", level({dense_face(vertices, triangles)})}});
  Llsd::Array meshes;
  for (std::size_t bytes = asset.size(); bytes < kLargeBytes; bytes += asset.size())
    meshes.emplace_back(asset);
  Llsd::Map upload;
  upload.emplace_back("name", Llsd(std::string("many")));
  upload.emplace_back("mesh", Llsd(std::move(meshes)));
  return write_bytes(path, io::write_llsd(Llsd(std::move(upload))));
}

bool write_keys(const std::filesystem::path& path) {
  io::AnimFile file = small_anim();
  file.tracks.resize(1);
  std::vector<io::AnimKey>& keys = file.tracks[0].rotations;
  keys.clear();
  for (std::size_t i = 0; i < kLargeBytes / 8; ++i)
    keys.push_back({static_cast<std::uint16_t>(65535 * i / (kLargeBytes / 8)),
                    {static_cast<std::uint16_t>(i % 65536), 32768, 40000}});
  return write_bytes(path, io::write_anim(file));
}

// A picture of noise, as large as one may be.
bool write_picture(const std::filesystem::path& path) {
  std::vector<std::uint8_t> noise(std::size_t{4096} * 3050 * 8);
  std::minstd_rand random(3);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random() >> 8);
  const io::Bytes png = small_png(4096, 3050, noise, {.depth = 16});
  const std::vector<BoundMeshDesc> strip{two_joint_strip()};
  Glb glb = Glb::read(*io::write_glb(strip, nullptr));
  glb.structure["images"][0] = {{"bufferView", glb.add_view(png.data(), png.size())},
                                {"mimeType", "image/png"}};
  glb.structure["textures"][0] = {{"source", 0}};
  glb.structure["materials"][0] = {{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}};
  return write_bytes(path, glb.write());
}

}  // namespace

std::vector<LargeFile> large_files() {
  const Commands looks = {{"inspect", "FILE"}};
  const Commands clips = {{"inspect", "FILE"}, {"joints", "--pose", "FILE"}};
  const Commands meshes = {
      {"inspect", "FILE"},
      {"check", "FILE"},
      {"skin", "FILE", "-o", "OUT.glb"},
      {"convert", "FILE", "OUT.glb"},
      {"convert", "FILE", "OUT.dae"},
  };
  Commands shown = meshes;
  shown.push_back({"preview", "FILE", "--screenshot", "OUT.png", "--size", "320x240", "--outfit", "none"});
  return {
      {"vertices.glb", write_vertices, shown},
      {"vertices.dae", write_dae_vertices, meshes},
      {"corners.dae", write_corners, meshes},
      {"vertices.slm", [](const auto& path) { return write_upload(path, 65000, 1); }, meshes},
      {"indices.slm", [](const auto& path) { return write_upload(path, 60000, 300000); }, meshes},
      {"keys.anim", write_keys, looks},
      {"picture.glb", write_picture, looks},
      {"triangles.dae", write_triangles, {{"inspect", "FILE"}, {"convert", "FILE", "OUT.glb"}}},
      {"faces.obj", [](const auto& path) { return write_faces(path, "", "f 1 2 3\n"); }, looks},
      {"groups.obj", write_groups, looks},
      {"values.llmesh", write_levels, {{"inspect", "FILE"}, {"check", "FILE"}}},
      {"frames.bvh", write_frames, clips},
  };
}

}  // namespace mannequin::test

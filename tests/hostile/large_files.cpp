#include "tests/hostile/large_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "engine/io/mesh_asset_writer.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_dae.h"

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

// Every face in as many groups as one may be.
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

}  // namespace

std::vector<LargeFile> large_files() {
  const Commands looks = {{"inspect", "FILE"}};
  const Commands clips = {{"inspect", "FILE"}, {"joints", "--pose", "FILE"}};
  return {
      {"triangles.dae", write_triangles, {{"inspect", "FILE"}, {"convert", "FILE", "OUT.glb"}}},
      {"faces.obj", [](const auto& path) { return write_faces(path, "", "f 1 2 3\n"); }, looks},
      {"groups.obj", write_groups, looks},
      {"values.llmesh", write_levels, {{"inspect", "FILE"}, {"check", "FILE"}}},
      {"frames.bvh", write_frames, clips},
  };
}

}  // namespace mannequin::test

// fuzz_seeds FOLDER: writes the fuzzers' binary seeds to FOLDER, with the project's own writers and the
// tests' small files. FOLDER is tests/fuzz/corpus, whose text seeds are hand-written.
#include <cstdio>
#include <filesystem>

#include "engine/io/file.h"
#include "engine/io/mesh_asset_writer.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_clips.h"
#include "tests/io/small_images.h"
#include "tests/io/small_llm.h"
#include "tests/io/small_tga.h"

namespace mannequin {
namespace {

using io::Bytes;
using io::Llsd;

Llsd::Map small_blocks() {
  Llsd::Map blocks;
  blocks.emplace_back("skin", Llsd(test::two_joint_skin()));
  Llsd::Map empty;
  empty.emplace_back("NoGeometry", Llsd(true));
  blocks.emplace_back("high_lod", test::level({test::triangle_face(), std::move(empty)}));
  Llsd::Map hulls;
  hulls.emplace_back("HullList", test::data({4}));
  hulls.emplace_back("Positions", test::data({0, 0, 0,   0,   0, 0, 255, 255, 0, 0, 0,   0,
                                              0, 0, 255, 255, 0, 0, 0,   0,   0, 0, 255, 255}));
  hulls.emplace_back("BoundingVerts", test::data({0, 0, 0,   0,   0, 0, 255, 255, 0, 0, 0,   0,
                                                  0, 0, 255, 255, 0, 0, 0,   0,   0, 0, 255, 255}));
  hulls.emplace_back("Min", test::list({-0.5, -0.5, -0.5}));
  hulls.emplace_back("Max", test::list({0.5, 0.5, 0.5}));
  blocks.emplace_back("physics_convex", Llsd(std::move(hulls)));
  return blocks;
}

// One of each kind.
Llsd every_kind() {
  Llsd::Map map;
  map.emplace_back("nothing", Llsd());
  map.emplace_back("truth", Llsd(true));
  map.emplace_back("integer", Llsd(std::int32_t{-7}));
  map.emplace_back("real", Llsd(0.25));
  map.emplace_back("id", Llsd(Uuid{}));
  map.emplace_back("date", Llsd(io::LlsdDate{1.5}));
  map.emplace_back("text", Llsd(std::string("a")));
  map.emplace_back("link", Llsd(io::LlsdUri{"b:c"}));
  map.emplace_back("data", test::data({1, 2, 255}));
  map.emplace_back("list", test::list({1, 2}));
  return Llsd(std::move(map));
}

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Bytes saved_upload() {
  Llsd::Map upload, instance;
  upload.emplace_back("name", Llsd(std::string("seed")));
  upload.emplace_back("mesh", Llsd(Llsd::Array{Llsd(std::string(io::as_text(test::triangle_asset())))}));
  instance.emplace_back("mesh_id", Llsd(std::int32_t{0}));
  instance.emplace_back("label", Llsd(std::string("leaf")));
  instance.emplace_back("transform", test::moved(1, 2, 3));
  upload.emplace_back("instance", Llsd(Llsd::Array{Llsd(std::move(instance))}));
  return io::write_llsd(Llsd(std::move(upload)));
}

bool write_seed(const std::filesystem::path& path, const Bytes& bytes) {
  std::filesystem::create_directories(path.parent_path());
  const Status status = io::write_file(path, bytes);
  if (!status) std::fprintf(stderr, "%s\n", status.error().message().c_str());
  return status.has_value();
}

bool write_seeds(const std::filesystem::path& folder) {
  Bytes old_header = bytes_of("<? LLSD/Binary ?>\n");
  const Bytes asset = test::triangle_asset();
  old_header.insert(old_header.end(), asset.begin(), asset.end());
  const BaseMeshDesc mesh = test::small_llm_mesh();
  BaseMeshDesc eye = mesh;
  eye.weights.clear();
  eye.skin_joints.clear();
  std::vector<std::uint8_t> pixels(4 * 9 * 7);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i);
  const std::uint8_t packets[] = {0x82, 3, 2, 1, 0x00, 6, 5, 4};
  const std::uint8_t palette_row[] = {0b00011011};
  const std::pair<const char*, Bytes> seeds[] = {
      {"anim/small.anim", io::write_anim(test::small_anim())},
      {"anim/old.anim", io::write_anim(test::small_old_anim())},
      {"jpeg/color.jpg", test::small_jpeg(19, 10, {200, 100, 50})},
      {"jpeg/progressive.jpg", test::small_jpeg(19, 10, {9, 90, 190}, test::JpegKind::progressive)},
      {"jpeg/inks.jpg", test::small_jpeg(19, 10, {255, 128, 0, 128}, test::JpegKind::cmyk)},
      {"tga/packed.tga", test::small_tga(11, 4, 4, 1, {0, 0, 0, 9, 8, 7, 7, 7, 7, 7, 1, 2, 3, 3, 3, 3})},
      {"tga/rgba.tga", test::small_tga(2, 2, 1, 4, {1, 2, 3, 4, 5, 6, 7, 8}, 0x28)},
      {"png/rgba.png", test::small_png(9, 7, pixels)},
      {"png/interlaced.png", test::small_png(9, 7, pixels, {6, 8, true})},
      {"png/palette.png", test::small_png(4, 1, palette_row, {3, 2})},
      {"tga/color.tga", test::small_tga(9, 7, pixels, {2, 32})},
      {"tga/packets.tga", test::small_tga(2, 2, packets, {10, 24})},
      {"tga/palette.tga", test::small_tga(4, 4, pixels, {1, 8})},
      {"llm/small.llm", test::write_llm(mesh)},
      {"llm/detail.llm", test::write_llm(mesh, false)},
      {"llm/eye.llm", test::write_llm(eye)},
      {"llsd/kinds.llsd", io::write_llsd(every_kind())},
      {"llsd/quoted.llsd", bytes_of(std::string_view("{\0\0\0\1'a\\x41\\n'[\0\0\0\1\"b\"]}", 24))},
      {"mesh_asset/triangle.llmesh", asset},
      {"mesh_asset/old_header.llmesh", old_header},
      {"mesh_asset/upload.slm", saved_upload()},
      {"mesh_blocks/skin.llsd", io::write_llsd(Llsd(small_blocks()))},
      {"pgm/binary.pgm", bytes_of("P5 # by hand\n3 2\n255\n\x20\x40\x60\x7f\x61\x41")},
  };
  bool written = true;
  for (const auto& [name, bytes] : seeds) written &= write_seed(folder / name, bytes);
  return written;
}

}  // namespace
}  // namespace mannequin

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: fuzz_seeds FOLDER\n");
    return 2;
  }
  return mannequin::write_seeds(arguments[1]) ? 0 : 1;
}

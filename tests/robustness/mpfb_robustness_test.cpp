// Spoilt rigs, weights and base meshes: each gives an Error that names the file, never a crash, and costs no
// more than its size justifies.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>

#include "engine/io/mpfb/rig_file.h"
#include "engine/io/mpfb/vertex_groups.h"
#include "engine/io/mpfb/weights_file.h"
#include "engine/io/obj_reader.h"
#include "engine/rig/rigged_mesh.h"
#include "engine/rig/strategy.h"

namespace mannequin::io {
namespace mpfb_robustness_test {

const std::string kRig =
    R"({"version": 110, "is_subrig": false, "scale_factor": 0.1, "extra_bones": ["DEF-b"],
"bones": {"a": {"head": {"strategy": "CUBE", "cube_name": "joint-a", "default_position": [0, 0, 1]},
"tail": {"strategy": "VERTEX", "vertex_index": 2, "default_position": [0, 0, 2], "offset": [0, 0, 1]},
"roll": 0.5, "parent": "", "use_connect": false, "rigify": {"rigify_type": "x"}},
"c": {"head": {"strategy": "MEAN", "vertex_indices": [0, 1], "default_position": [0, 0, 1]},
"tail": {"strategy": "XYZ", "vertex_indices": [0, 1, 2], "default_position": [0, 0, 2]}, "parent": "a",
"roll_strategy": "ALIGN_Z_REFERENCE_Z", "roll_reference_z": [0, 1, 0]}}})";
const std::string kWeights =
    R"({"version": 110, "name": "n", "weights": {"a": [[0, 0.5], [1, 1]], "mhmask-x": [[2, 1.0]],
"c": [[0, 0.25]]}})";
const std::string kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng body joint-a\nf 1/1/1 2/1/1 3/1/1\n";

BaseMesh base_mesh() { return read_obj(kObj, "m.obj").value(); }

// Everything that may be done with a file, so that what one step lets through another one meets.
std::string use_rig(const std::string& text) {
  const auto file = read_mpfb_rig(text, "r.json");
  if (!file) return file.error().message();
  if (const auto written = write_mpfb_rig(*file); !written) return written.error().message();
  const auto rig = Rig::build(file->rig);
  if (!rig) return rig.error().message();
  const BaseMesh mesh = base_mesh();
  const auto fit = fit_rig(*rig, mesh, &mesh);
  if (!fit) return fit.error().message();
  (void)saved_rig(*rig, *fit, mesh, nullptr, StrategySaving::choose);
  const auto skeleton = Skeleton::build(make_skeleton_desc(*rig, *fit));
  return skeleton ? "" : skeleton.error().message();
}

std::string use_weights(const std::string& text) {
  const auto file = read_mpfb_weights(text, "w.json");
  if (!file) return file.error().message();
  if (const auto written = write_mpfb_weights(*file); !written) return written.error().message();
  const Rig rig = Rig::build(read_mpfb_rig(kRig, "r.json").value().rig).value();
  const BaseMesh mesh = base_mesh();
  const auto rigged =
      make_rigged_mesh(rig, fit_rig(rig, mesh).value(), mesh, file->weights, BaseMeshPart::body);
  return rigged ? "" : rigged.error().message();
}

std::string use_obj(const std::string& text) {
  const auto mesh = read_obj(text, "m.obj");
  if (!mesh) return mesh.error().message();
  const Rig rig = Rig::build(read_mpfb_rig(kRig, "r.json").value().rig).value();
  const auto fit = fit_rig(rig, *mesh);
  const auto rigged = make_rigged_mesh(rig, *fit, *mesh, {}, BaseMeshPart::body);
  if (!rigged) return rigged.error().message();
  const auto built = Mesh::build(rigged->bound.mesh);
  return built ? "" : built.error().message();
}

struct Format {
  const char* source;
  const std::string& sound;
  std::function<std::string(const std::string&)> use;
};
std::vector<Format> formats() {
  return {{"r.json", kRig, use_rig}, {"w.json", kWeights, use_weights}, {"m.obj", kObj, use_obj}};
}

TEST(SpoiltMpfb, TheSoundOnesAreTaken) {
  for (const Format& format : formats()) EXPECT_EQ(format.use(format.sound), "") << format.source;
}

TEST(SpoiltMpfb, EveryPrefixOfJsonIsRefused) {
  for (const Format& format : formats())
    for (std::size_t size = 0; size + 1 < format.sound.size(); ++size) {
      const std::string error = format.use(format.sound.substr(0, size));
      // A cut OBJ can be a smaller OBJ; it must only not crash.
      if (std::string(format.source) == "m.obj") continue;
      ASSERT_TRUE(error.starts_with(format.source)) << "cut at " << size << ": " << error;
    }
}

TEST(SpoiltMpfb, RandomBytesNeverCrash) {
  std::mt19937 random(11);
  for (const Format& format : formats())
    for (int round = 0; round < 2000; ++round) {
      std::string text = format.sound;
      for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
        const std::size_t at = random() % text.size();
        const char* const bits[] = {"9",    "-",  "{",  "]", "\"",  ",",          "1e9",
                                    "null", "[[", "\n", "/", "NaN", "99999999999"};
        if (random() % 2 == 0)
          text.replace(at, 1, bits[random() % std::size(bits)]);
        else
          text.erase(at, random() % 8);
      }
      (void)format.use(text);
    }
}

TEST(SpoiltMpfb, DeepBracketsAndNulAndBinaryAreRefused) {
  for (const Format& format : formats()) {
    EXPECT_NE(format.use(""), "") << format.source;
    EXPECT_NE(format.use(std::string("\0\0\0", 3)), "") << format.source;
    EXPECT_NE(format.use("\xff\xfe{}"), "") << format.source;
    EXPECT_NE(format.use(std::string(100000, '[')), "") << format.source;
    std::string nested;
    for (int i = 0; i < 20000; ++i) nested += "{\"a\":";
    EXPECT_NE(format.use(nested), "") << format.source;
  }
}

// A hundred kilobytes of the dearest kind. No measure: a minute is far above it on slow machines under
// checkers.
void expect_quick(const std::function<std::string(const std::string&)>& use, const std::string& text) {
  const auto began = std::chrono::steady_clock::now();
  (void)use(text);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(), 60.0)
      << text.substr(0, 60);
}

std::string repeated(const std::string& begin, const std::string& part, const std::string& end) {
  std::string text = begin;
  for (int i = 0; text.size() < 100000; ++i) {
    std::string one = part;
    for (std::size_t at; (at = one.find('#')) != std::string::npos;) one.replace(at, 1, std::to_string(i));
    text += one;
  }
  return text + end;
}

TEST(SpoiltMpfb, AShortFileCostsLittle) {
  const std::string end =
      R"({"strategy": "XYZ", "vertex_indices": [0, 1, 2], "default_position": [0, 0, 1]})";
  expect_quick(use_rig, repeated("{", "\"b#\":{},", "\"z\":{}}"));
  expect_quick(use_rig, repeated("{", "\"b#\":{\"head\":" + end + ",\"tail\":" + end + "},", "\"z\":{}}"));
  expect_quick(use_rig,
               repeated(kRig.substr(0, kRig.size() - 3) + ",\"rigify\":{", "\"b#\":[],", "\"z\":[]}}}}"));
  // Bones in one long chain.
  std::string chain = "{";
  for (int i = 0; i < 500; ++i)
    chain += (i > 0 ? "," : "") + std::string("\"b") + std::to_string(i) + "\":{\"head\":" + end +
             ",\"tail\":" + end + ",\"parent\":\"" + (i > 0 ? "b" + std::to_string(i - 1) : "") + "\"}";
  EXPECT_EQ(use_rig(chain + "}"), "");
  expect_quick(use_rig, chain + "}");
  expect_quick(use_weights, repeated("{\"weights\":{", "\"b#\":[[4294967295,1]],", "\"z\":[]}}"));
  expect_quick(use_weights, repeated("{\"weights\":{\"a\":[", "[0,1],", "[0,1]]}}"));
  expect_quick(use_weights, repeated("{\"weights\":{\"a\":[", "[],", "[]]}}"));
  expect_quick(use_obj, repeated(kObj, "g a b c d e f h i j k l m n o p q\nf 1 2 3\n", ""));
  expect_quick(use_obj, repeated(kObj, "g n#\n", ""));
  expect_quick(use_obj, repeated(kObj + "f", " 1", "\n"));
  expect_quick(use_obj, repeated(kObj, "v 0 0 0\\\n", ""));
  BaseMesh mesh = base_mesh();
  const auto groups = [&](const std::string& text) {
    const auto status = read_mpfb_vertex_groups(text, "g.json", mesh);
    return status ? std::string() : status.error().message();
  };
  expect_quick(groups, repeated("{\"a\":[", "[0,2],", "[0,2]]}"));
}

}  // namespace mpfb_robustness_test
}  // namespace mannequin::io

// Any bytes read as a .dae give meshes or an Error with its place; also run under address and
// undefined-behaviour sanitizers.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "tests/io/small_dae.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace collada_robustness_test {

// Reads a file, and builds the result: an Error may occur at any step, a crash at none.
bool survives(std::string_view text) {
  const auto file = SmallDae::read_text(text);
  if (!file) {
    EXPECT_FALSE(file.error().what.empty());
    EXPECT_EQ(file.error().where.rfind("small.dae", 0), 0u) << file.error().where;
    return false;
  }
  EXPECT_FALSE(file->meshes.empty());
  for (const BoundMeshDesc& bound : file->meshes) {
    const auto mesh = Mesh::build(bound.mesh);
    if (!mesh) return false;
    if (!Skin::build(bound.skin, *mesh, character(CharacterSource::builtin).skeleton)) return false;
  }
  return true;
}

std::string shared_text(const std::string& path) {
  const io::Bytes bytes = io::read_file(shared_path(path)).value();
  return std::string(io::as_text(bytes));
}

void expect_error(const std::string& text, const std::string& part) {
  const auto begin = std::chrono::steady_clock::now();
  const auto file = SmallDae::read_text(text);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60)) << part;
  ASSERT_FALSE(file) << part;
  EXPECT_NE(file.error().message().find(part), std::string::npos) << file.error().message();
}

std::string repeated(const std::string& piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

TEST(ColladaTruncated, EveryPrefixOfASmallFileIsRefused) {
  const std::string text = SmallDae{}.text();
  ASSERT_TRUE(survives(text));
  const std::size_t whole = text.rfind('>') + 1;
  for (std::size_t size = 0; size < whole; ++size) {
    const auto file = SmallDae::read_text(std::string_view(text).substr(0, size));
    EXPECT_FALSE(file) << size;
  }
}

TEST(ColladaTruncated, PrefixesOfRealFilesAreRefused) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2/Ruth2v4Eyeballs.dae");
  for (const char* path : {"fixtures/ruth2/Ruth2v4Eyeballs.dae", "fixtures/bento/female_2016_08_05.dae"}) {
    const std::string text = shared_text(path);
    const std::size_t whole = text.rfind('>');
    for (std::size_t i = 0; i <= 200; ++i)
      EXPECT_FALSE(SmallDae::read_text(std::string_view(text).substr(0, whole * i / 200)))
          << path << ", " << i;
  }
}

TEST(ColladaDamaged, BytesOfASmallFileExchanged) {
  const std::string text = SmallDae{}.text();
  std::mt19937 random(20240601);
  std::size_t read = 0;
  constexpr std::size_t kTries = 20'000;
  for (std::size_t i = 0; i < kTries; ++i) {
    std::string damaged = text;
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
      // Mostly characters that keep the XML whole, so that what comes behind it is tried too.
      constexpr std::string_view kLikely = "0123456789-. e#<>/\"";
      char& place = damaged[random() % damaged.size()];
      place = random() % 8 == 0 ? static_cast<char>(random() & 0xFF) : kLikely[random() % kLikely.size()];
    }
    read += survives(damaged);
  }
  EXPECT_GT(read, kTries / 20);  // else the damage was so great that nothing behind the XML was reached
  EXPECT_LT(read, kTries);
}

TEST(ColladaDamaged, PiecesOfASmallFileLeftOutOrRepeated) {
  const std::string text = SmallDae{}.text();
  std::mt19937 random(7);
  for (std::size_t i = 0; i < 5'000; ++i) {
    std::string damaged = text;
    const std::size_t at = random() % text.size(), size = random() % 60;
    if (i % 2 == 0) {
      damaged.erase(at, size);
    } else {
      damaged.insert(random() % text.size(), text.substr(at, size));
    }
    survives(damaged);
  }
}

TEST(ColladaDamaged, NumbersOfARealFileExchanged) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2/Ruth2v4Eyeballs.dae");
  const std::string text = shared_text("fixtures/ruth2/Ruth2v4Eyeballs.dae");
  std::mt19937 random(11);
  for (std::size_t i = 0; i < 300; ++i) {
    std::string damaged = text;
    for (std::size_t n = 0; n < 4; ++n) damaged[random() % damaged.size()] = "0123456789-.e "[random() % 14];
    survives(damaged);
  }
}

TEST(ColladaHostile, DeepNesting) {
  constexpr std::size_t kDepth = 200'000;
  expect_error(repeated("<a>", kDepth), "truncated");
  SmallDae dae;
  dae.joint_nodes = repeated("<node>", 200) + repeated("</node>", 200);
  EXPECT_TRUE(survives(dae.text()));
  for (const char* name : {"node", "x"}) {
    dae.joint_nodes =
        repeated("<" + std::string(name) + ">", kDepth) + repeated("</" + std::string(name) + ">", kDepth);
    expect_error(dae.text(), "nested more than 256 deep");
  }
}

TEST(ColladaHostile, MoreElementsThanAnyModel) {
  expect_error(repeated("<a/>", 4'100'000), "more than the 4000000");
}

TEST(ColladaHostile, EntitiesAreNotExpanded) {
  std::string text = SmallDae{}.text();
  const std::string bomb =
      "<!DOCTYPE c [<!ENTITY a \"1 1 1 1 1 1 1 1\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c "
      "\"&b;&b;&b;&b;\">]>\n";
  text.insert(text.find("<COLLADA"), bomb);
  EXPECT_TRUE(survives(text));
  text.replace(text.find("0 0 0 1 0 0 1 1 0"), 5, "&c;  ");
  expect_error(text, "'&c;' in <float_array> is not a number");
}

TEST(ColladaHostile, AbsurdCounts) {
  SmallDae dae;
  dae.positions = R"(<float_array id="p-array" count="99999999999999">0 0 0 1 0 0 1 1 0 0 1 0</float_array>)";
  EXPECT_TRUE(survives(dae.text()));
  dae = {};
  dae.primitives =
      R"(<polylist><input semantic="VERTEX" source="#v" offset="0"/><vcount>2147483647 2147483647</vcount><p>0 1 2</p></polylist>)";
  expect_error(dae.text(), "need 4294967294");
  dae = {};
  dae.vertex_weights = R"(<vertex_weights count="4"><input semantic="JOINT" source="#j" offset="0"/>
<input semantic="WEIGHT" source="#w" offset="1"/><vcount>2147483647 2147483647 2147483647 2147483647</vcount><v>0 0</v></vertex_weights>)";
  expect_error(dae.text(), "<v> has 2 numbers");
  dae = {};
  std::string text = dae.text();
  text.replace(text.find("#p-array\" stride=\"3"), 19, "#p-array\" stride=\"18446744073709551615");
  expect_error(text, "refers to position");
  text = dae.text();
  text.replace(text.find("#p-array\" stride=\"3"), 19,
               "#p-array\" offset=\"18446744073709551615\" stride=\"3");
  expect_error(text, "refers to position");
}

TEST(ColladaHostile, CirclesOfReferences) {
  SmallDae dae;
  dae.controllers =
      R"(<controller id="m1"><morph source="#m2"/></controller><controller id="m2"><morph source="#m1"/></controller>
<controller id="bad"><skin source="#m1"/></controller>)";
  expect_error(dae.text(), "in a cycle");
  dae.controllers = R"(<controller id="bad"><skin source="#bad"/></controller>)";
  expect_error(dae.text(), "which is not a morph");
}

TEST(ColladaHostile, NodesThatMultiply) {
  SmallDae dae;
  // Ten to the twelfth placements in thirteen lines.
  for (int level = 0; level < 12; ++level)
    dae.nodes += "<node id=\"n" + std::to_string(level) + "\">" +
                 repeated("<instance_node url=\"#n" + std::to_string(level + 1) + "\"/>", 10) + "</node>\n";
  dae.nodes += "<node id=\"n12\"><instance_geometry url=\"#leaf-mesh\"/></node>";
  dae.instances += "<node><instance_node url=\"#n0\"/></node>";
  expect_error(dae.text(), "far more nodes than any model");
}

TEST(ColladaHostile, InfluencesThatMultiply) {
  SmallDae dae;
  // Every one of 4,000 vertices shares a position with 4,000 influences.
  constexpr std::size_t kCount = 4'000;
  dae.uvs = "<float_array id=\"t-array\">";
  std::string p;
  for (std::size_t i = 0; i < kCount; ++i) {
    dae.uvs += std::to_string(i) + " 0 ";
    p += "0 " + std::to_string(i) + " ";
  }
  dae.uvs += "</float_array>";
  p += "0 0 0 0";  // makes the corners a multiple of three
  dae.primitives =
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><input semantic=\"TEXCOORD\" "
      "source=\"#t\" offset=\"1\"/><p>" +
      p + "</p></triangles>";
  dae.vertex_weights =
      "<vertex_weights count=\"4\"><input semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input "
      "semantic=\"WEIGHT\" source=\"#w\" offset=\"1\"/><vcount>" +
      std::to_string(kCount) + " 0 0 0</vcount><v>" + repeated("0 0 ", kCount) + "</v></vertex_weights>";
  expect_error(dae.text(), "far more than any model");
}

TEST(ColladaHostile, MeshesThatMultiply) {
  SmallDae dae;
  dae.rigged = false;
  // 65,536 vertices instanced 400 times.
  std::string list, p;
  for (int i = 0; i < 65'536; ++i) {
    list += std::to_string(i) + " 0 1 ";
    p += std::to_string(i) + " ";
  }
  dae.positions = "<float_array id=\"p-array\">" + list + "</float_array>";
  dae.primitives =
      "<triangles><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>" + p + "0 1</p></triangles>";
  dae.instances = "<node>" + repeated("<instance_geometry url=\"#leaf-mesh\"/>", 400) + "</node>";
  expect_error(dae.text(), "instanced 400 times");
}

}  // namespace collada_robustness_test
}  // namespace mannequin::test

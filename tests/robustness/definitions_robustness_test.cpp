// Spoilt definitions and shapes: each gives an Error that names the place and the remedy, never a crash.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "engine/appearance/character.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/recorded_joints.h"
#include "engine/io/shape_file.h"
#include "engine/io/text_file.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace definitions_robustness_test {

// The message of the error that reading `text` gives; empty if it is taken.
using Reader = std::function<std::string(const std::string&)>;

template <typename T>
std::string message(const Result<T>& result) {
  return result ? std::string() : result.error().message();
}

std::string skeleton_xml(const std::string& text) { return message(read_skeleton_xml(text, "s.xml")); }
std::string skeleton_json(const std::string& text) { return message(read_skeleton_json(text, "s.json")); }
std::string appearance_json(const std::string& text) { return message(read_appearance_json(text, "a.json")); }
std::string lad_xml(const std::string& text) {
  SkeletonDesc skeleton;
  return message(read_lad_xml(text, "l.xml", skeleton));
}
std::string shape(const std::string& text) {
  static const Character character = [] {
    auto desc = read_builtin_character();
    auto built = desc ? Character::build(std::move(*desc)) : fail(desc.error().code, "", desc.error().what);
    if (!built) std::abort();
    return std::move(*built);
  }();
  return message(read_shape(std::as_bytes(std::span(text)), "shape", character.appearance));
}

std::string recorded_joints(const std::string& text) {
  return message(read_recorded_joints(std::as_bytes(std::span(text)), "d.xml"));
}

const std::string kSkeletonXml = R"(<linden_skeleton version="2.0" num_bones="2" num_collision_volumes="1">
  <bone name="mA" pos="0 0 1" rot="0 0 0" scale="1 1 1" pivot="0 0 1" aliases="hip">
    <collision_volume name="V" pos="0 0 0" rot="0 8 0" scale="1 2 3"/>
    <bone name="mB" pos="0 0 1" rot="0 0 0" scale="1 1 1"
          pivot="0 0 1" support="extended"/>
  </bone>
</linden_skeleton>)";

const std::string kLadXml = R"(<linden_avatar version="2.0">
<skeleton>
  <attachment_point id="1" name="Chest" joint="mA" position="0 0 0" rotation="0 0 0"/>
  <param id="1" name="One" value_min="-1" value_max="1">
    <param_skeleton><bone name="mA" scale="1 0 0" offset="0 0 1"/></param_skeleton></param>
</skeleton>
<mesh type="headMesh" lod="0" file_name="head.llm">
  <param id="2" name="Two" sex="male"><param_morph><volume_morph name="V" scale="1 1 1"/></param_morph></param>
</mesh>
<driver_parameters>
  <param id="3" name="Three"><param_driver><driven id="1" min1="0" max1="1"/></param_driver></param>
</driver_parameters>
<morph_masks><mask morph_name="Two" body_region="head" layer="hair"/></morph_masks>
</linden_avatar>)";

const std::string kSkeletonJson = R"({"schema": 1, "joints": [
  {"bone": "mA", "position": [0, 0, 1], "aliases": ["hip"]},
  {"volume": "V", "parent": "mA", "position": [0, 0, 0], "scale": [1, 2, 3]},
  {"attachment": "Chest", "id": 1, "parent": "mA", "position": [0, 0, 0]}]})";

const std::string kAppearanceJson = R"({"schema": 1,
  "sections": [{"name": "Body", "parameters": [1]}],
  "morph_masks": [{"parameter": 2, "mesh": "head.llm", "layer": "hair"}],
  "parameters": [
    {"id": 1, "name": "one", "kind": "skeleton", "group": 0, "min": -1, "max": 1, "default": 0,
     "joints": [{"joint": "mA", "scale": [1, 0, 0]}]},
    {"id": 2, "name": "two", "kind": "morph", "group": 1, "min": 0, "max": 1, "default": 0,
     "morphs": [{"mesh": "head.llm", "morph": "Two", "volumes": [{"volume": "V", "scale": [1, 1, 1]}]}]},
    {"id": 3, "name": "three", "kind": "driver", "group": 0, "min": 0, "max": 1, "default": 0,
     "driven": [{"parameter": 1, "ramp": [0, 1, 1, 1]}]}]})";

const std::string kWearable =
    "LLWearable version 22\nname\n\n\tpermissions 0\n\t{\n\t}\ntype 0\nparameters 2\n33 .5\n34 1\ntextures "
    "0\n";
const std::string kShapeXml =
    "<linden_genepool version=\"1.0\">\n<archetype name=\"a\">\n<param id=\"33\" value=\"0.5\"/>"
    "\n</archetype>\n</linden_genepool>";
const std::string kDump =
    "<linden_genepool version=\"1.0\">\n<archetype name=\"a\">\n<bone name=\"mNeck\" position=\"0 0 1\" "
    "scale=\"1 1 1\"/>\n<joint_offset name=\"mNeck\" position=\"0 1 0\" "
    "mesh_id=\"22222222-2222-2222-2222-222222222222\"/>\n</archetype>\n</linden_genepool>";
const std::string kShapeJson = R"({"sex": "male", "params": {"33": 0.5, "34": {"percent": 40}}})";

struct Format {
  const char* name;
  std::string text;
  Reader read;
};

std::vector<Format> formats() {
  return {{"skeleton_xml", kSkeletonXml, skeleton_xml},
          {"lad_xml", kLadXml, lad_xml},
          {"skeleton_json", kSkeletonJson, skeleton_json},
          {"appearance_json", kAppearanceJson, appearance_json},
          {"wearable", kWearable, shape},
          {"shape_xml", kShapeXml, shape},
          {"shape_json", kShapeJson, shape},
          {"dump", kDump, recorded_joints}};
}

// A message of use begins with the file and says something after it.
void expect_useful(const std::string& text, const char* format) {
  EXPECT_GT(text.size(), 20u) << format << ": " << text;
  EXPECT_TRUE(text.starts_with("s.xml") || text.starts_with("l.xml") || text.starts_with("s.json") ||
              text.starts_with("a.json") || text.starts_with("d.xml") || text.starts_with("shape"))
      << format << ": " << text;
}

TEST(SpoiltDefinitions, TheSoundOnesAreTaken) {
  for (const Format& format : formats()) EXPECT_EQ(format.read(format.text), "") << format.name;
}

TEST(SpoiltDefinitions, EveryPrefixIsRefused) {
  for (const Format& format : formats()) {
    // What may be missing at the end without loss: the last line's end.
    const std::size_t last = format.text.find_last_not_of("\n 0") + 1;
    for (std::size_t size = 0; size < last - 1; ++size) {
      const std::string error = format.read(format.text.substr(0, size));
      if (std::string(format.name) == "wearable" && format.text.substr(0, size).ends_with("textures"))
        continue;
      ASSERT_NE(error, "") << format.name << " cut at " << size;
      expect_useful(error, format.name);
    }
  }
}

TEST(SpoiltDefinitions, EveryPrefixOfTheRealOnesIsRefused) {
  for (const auto& [name, read] : {std::pair<const char*, Reader>{"skeleton.json", skeleton_json},
                                   std::pair<const char*, Reader>{"appearance.json", appearance_json}}) {
    const std::string text(as_text(embedded_asset(name)));
    ASSERT_EQ(read(text), "");
    for (std::size_t size = 0; size + 2 < text.size(); size += 1 + text.size() / 40) {
      const std::string error = read(text.substr(0, size));
      ASSERT_NE(error, "") << name << " cut at " << size;
      EXPECT_NE(error.find(".json:"), std::string::npos) << error;
    }
  }
}

TEST(SpoiltDefinitions, EveryPrefixOfTheViewersFilesIsRefused) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  for (const auto& [name, read] : {std::pair<const char*, Reader>{"avatar_skeleton.xml", skeleton_xml},
                                   std::pair<const char*, Reader>{"avatar_lad.xml", lad_xml}}) {
    const auto bytes = read_file(test::shared_path("viewer-character") / name);
    ASSERT_TRUE(bytes);
    const std::string text(as_text(*bytes));
    ASSERT_EQ(read(text), "");
    for (std::size_t size = 0; size < text.rfind('>'); size += 1 + text.size() / 40) {
      const std::string error = read(text.substr(0, size));
      ASSERT_NE(error, "") << name << " cut at " << size;
      EXPECT_NE(error.find(".xml:"), std::string::npos) << error;
    }
  }
}

// Any one byte changed or lost: an error or a sound result, but no crash; the sanitizers watch.
TEST(SpoiltDefinitions, EveryChangedByteIsSurvived) {
  for (const Format& format : formats())
    for (std::size_t i = 0; i < format.text.size(); ++i)
      for (const char byte : {'\0', '\xFF', '"', '<', '}', '9', '-', '\n'}) {
        std::string text = format.text;
        text[i] = byte;
        const std::string error = format.read(text);
        if (!error.empty()) expect_useful(error, format.name);
        text.erase(i, 1);
        (void)format.read(text);
      }
}

TEST(SpoiltDefinitions, EmptyBinaryAndHugeFilesAreRefused) {
  for (const Format& format : formats()) {
    for (const std::string& text :
         {std::string(), std::string(" \n\t"), std::string("\0\0\0\0", 4),
          std::string("\xFF\xD8\xFF\xE0 JFIF"), std::string("PK\x03\x04 zip"), std::string("plain words")}) {
      const std::string error = format.read(text);
      ASSERT_NE(error, "") << format.name;
      expect_useful(error, format.name);
    }
    std::string huge = format.text + std::string(kMaxTextFileBytes, ' ');
    EXPECT_NE(format.read(huge).find("bytes"), std::string::npos) << format.name;
  }
}

TEST(SpoiltDefinitions, TextThatIsNotUtf8IsRefusedWithItsLine) {
  for (const char* bad : {"\xE9", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82"}) {
    const auto with = [&](std::string text, const std::string& word) {
      return text.replace(text.find(word), 1, bad);
    };
    EXPECT_NE(skeleton_xml(with(kSkeletonXml, "mB")).find("s.xml:4: "), std::string::npos);
    EXPECT_NE(lad_xml(with(kLadXml, "Chest")).find("l.xml:3: "), std::string::npos);
    EXPECT_NE(skeleton_json(with(kSkeletonJson, "hip")).find("s.json:2: "), std::string::npos);
    EXPECT_NE(appearance_json(with(kAppearanceJson, "Two")).find("a.json:8: "), std::string::npos);
    EXPECT_NE(shape(with(kShapeJson, "male")).find("shape:1: "), std::string::npos);
  }
}

TEST(SpoiltDefinitions, DeepNestingIsRefused) {
  std::string bones, lists;
  for (int i = 0; i < 100000; ++i)
    bones += "<bone name='b" + std::to_string(i) + "' pos='0 0 0' rot='0 0 0' scale='1 1 1' pivot='0 0 0'>";
  EXPECT_NE(skeleton_xml("<linden_skeleton version='2.0'>" + bones), "");
  bones.resize(bones.find("<bone name='b1000'"));
  for (int i = 0; i < 1000; ++i) bones += "</bone>";
  EXPECT_NE(skeleton_xml("<linden_skeleton version='2.0'>" + bones + "</linden_skeleton>").find("nested"),
            std::string::npos);
  lists = "{\"schema\": 1, \"joints\": " + std::string(1000000, '[');
  EXPECT_NE(skeleton_json(lists).find("s.json:1: brackets are nested"), std::string::npos);
  EXPECT_NE(appearance_json(lists).find("nested"), std::string::npos);
  EXPECT_NE(shape("{\"params\": " + std::string(1000000, '{')).find("nested"), std::string::npos);
}

// One defect each: the text to replace, its replacement, and what the message must say.
struct Defect {
  const char* old;
  const char* bad;
  const char* said;
};

void expect_all(const std::string& sound, const Reader& read, std::initializer_list<Defect> defects) {
  for (const Defect& defect : defects) {
    std::string text = sound;
    const std::size_t at = text.find(defect.old);
    ASSERT_NE(at, std::string::npos) << defect.old;
    const std::string error = read(text.replace(at, std::string(defect.old).size(), defect.bad));
    EXPECT_NE(error.find(defect.said), std::string::npos)
        << "after '" << defect.bad << "' the message is: " << error << "\nand should say: " << defect.said;
  }
}

TEST(SpoiltDefinitions, SkeletonXmlNamesTheDefect) {
  expect_all(kSkeletonXml, skeleton_xml,
             {{"</linden_skeleton", "</linden_skeletons", "s.xml:7: is not well-formed"},
              {"version=\"2.0\"", "version=\"3.0\"", "version '3.0'"},
              {"version=\"2.0\"", "", "only 1.0 and 2.0"},
              {"num_bones=\"2\"", "num_bones=\"3\"", "num_bones = 3, but there are 2"},
              {"num_bones=\"2\"", "num_bones=\"two\"", "whole number"},
              {"num_collision_volumes=\"1\"", "num_collision_volumes=\"26\"",
               "num_collision_volumes = 26, but there are 1"},
              {"name=\"mB\"", "", "has no name"},
              {"name=\"mB\"", "name=\"mA\"", "s.xml:4: bone 'mA' is listed twice"},
              {"name=\"mB\" pos=\"0 0 1\"", "name=\"mB\"", "s.xml:4: bone 'mB' has no pos"},
              {" rot=\"0 8 0\"", "", "collision_volume 'V' has no rot"},
              {" scale=\"1 2 3\"", "", "collision_volume 'V' has no scale"},
              {"\n          pivot=\"0 0 1\"", "", "bone 'mB' has no pivot"},
              {"\n          pivot=\"0 0 1\"", "\n\n pivot=\"0 0\"", "s.xml:6: bone 'mB' has pivot = '0 0'"},
              {"0 8 0", "0 8 0 1", "exactly three"},
              {"0 8 0", "0, 8, 0", "exactly three"},
              {"0 8 0", "0 nan 0", "exactly three"},
              {"0 8 0", "0 1e999 0", "exactly three"},
              {"0 8 0", "0 1e30 0", "exactly three"},
              {"0 8 0", "", "exactly three"},
              {"extended", "bse", "support = 'bse'"},
              {"<collision_volume", "<volume", "'volume' is not allowed here"},
              {"/>\n    <bone name=\"mB\"", "><bone name=\"mC\"/></collision_volume>\n    <bone name=\"mB\"",
               "inside a collision volume"}});
  EXPECT_NE(skeleton_xml("<x:linden_skeleton version=\"2.0\"/>").find("s.xml:1: the root element is"),
            std::string::npos);
  EXPECT_NE(skeleton_xml(kLadXml).find("'linden_avatar'"), std::string::npos);
  EXPECT_NE(skeleton_xml("<linden_skeleton version=\"1.0\"/>").find("contains no bone"), std::string::npos);
}

TEST(SpoiltDefinitions, LadXmlNamesTheDefect) {
  expect_all(kLadXml, lad_xml,
             {{"</linden_avatar", "</linden_avatars", "l.xml:14: is not well-formed"},
              {"id=\"1\" name=\"Chest\"", "name=\"Chest\"", "l.xml:3: attachment_point 'Chest' has no id"},
              {"name=\"Chest\"", "", "has no name"},
              {"joint=\"mA\"", "", "has no joint"},
              {"position=\"0 0 0\"", "position=\"0 0\"", "exactly three"},
              {"<param id=\"1\"", "<param", "has no id"},
              {"<param id=\"1\"", "<param id=\"99999999999\"", "id = '99999999999'"},
              {"<param id=\"1\"", "<param id=\"1.5\"", "whole number"},
              {"<param id=\"2\"", "<param id=\"1\"", "l.xml:8: parameter 1 is listed twice"},
              {"<param id=\"2\"", "<param shared=\"1\" id=\"1\"", "not both are morphs"},
              {"name=\"One\"", "", "has no name"},
              {"value_min=\"-1\"", "value_min=\"2\"", "l.xml:4: param '1' has value_min 2 above value_max 1"},
              {"value_min=\"-1\"", "value_min=\"low\"", "value_min = 'low'"},
              {"value_min=\"-1\"", "value_min=\"-1e99\"", "at most a million"},
              {"sex=\"male\"", "sex=\"m\"", "both, male or female"},
              {" scale=\"1 0 0\"", "", "bone 'mA' has no scale"},
              {"<bone name=\"mA\"", "<bone", "a bone of param '1' has no name"},
              {"offset=\"0 0 1\"", "offset=\"up\"", "l.xml:5: "},
              {"<volume_morph name=\"V\"", "<volume_morph", "has no name"},
              {"<driven id=\"1\"", "<driven", "a driven of param '3' has no id"},
              {"max1=\"1\"", "max1=\"inf\"", "max1 = 'inf'"},
              {"<param_driver><driven id=\"1\" min1=\"0\" max1=\"1\"/></param_driver>", "", "has no effect"},
              {"morph_name=\"Two\"", "morph_name=\"Tow\"", "no parameter has"},
              {"body_region=\"head\"", "body_region=\"tail\"", "'tail'"},
              {"layer=\"hair\"", "", "has no layer"},
              {"layer=\"hair\"", "layer=\"hair\" invert=\"maybe\"", "true or false"}});
  EXPECT_NE(lad_xml(kSkeletonXml).find("l.xml:1: the root element is 'linden_skeleton'"), std::string::npos);
  EXPECT_NE(lad_xml("<linden_avatar version=\"2.0\"/>").find("contains no parameter"), std::string::npos);
}

TEST(SpoiltDefinitions, SkeletonJsonNamesTheDefect) {
  expect_all(kSkeletonJson, skeleton_json,
             {{"\"schema\": 1", "\"schema\": 2", "schema 2"},
              {"\"schema\": 1, ", "", "has no \"schema\""},
              {"\"joints\"", "\"joint\"", "'joint'"},
              {"\"bone\": \"mA\"", "\"bone\": 5", "joints[0].bone: is '5'"},
              {"\"bone\": \"mA\", ", "", "joints[0]: has no name"},
              {"\"bone\": \"mA\"", "\"bone\": \"mA\", \"volume\": \"B\"", "more than one of"},
              {"\"volume\": \"V\"", "\"volume\": \"mA\"", "joints[1]: 'mA' is listed twice"},
              {"\"position\"", "\"postion\"", "the unknown key 'postion'"},
              {"[1, 2, 3]", "[1, 2]", "joints[1].scale: has 2 entries"},
              {"[1, 2, 3]", "[1, \"2\", 3]", "joints[1].scale[1]"},
              {"[1, 2, 3]", "[1, 2e7, 3]", "a million"},
              {"[1, 2, 3]", "[1, 1e999, 3]", "s.json"},
              {"[1, 2, 3]", "[1, NaN, 3]", "s.json:3: "},
              {"[\"hip\"]", "[7]", "aliases[0]"},
              {"\"id\": 1", "\"id\": 1.5", "whole number"},
              {"\"id\": 1, ", "", "has no \"id\""},
              {"\"id\": 1", "\"id\": 1, \"id\": 2", "'id' occurs twice"},
              {"\"id\": 1", "\"id\": 1, \"tail\": [0, 0, 1]", "the unknown key 'tail'"},
              {"{\"volume\"", "7, {\"volume\"", "joints[1]"}});
  EXPECT_NE(skeleton_json("[]").find("object"), std::string::npos);
  EXPECT_NE(skeleton_json(R"({"schema": 1, "joints": []})").find("contains no joint"), std::string::npos);
  EXPECT_NE(skeleton_json(
                R"({"schema": 1, "joints": [{"attachment": "A", "id": 1}, {"attachment": "B", "id": 1}]})")
                .find("joints[1]: repeats the attachment id 1"),
            std::string::npos);
}

TEST(SpoiltDefinitions, AppearanceJsonNamesTheDefect) {
  expect_all(kAppearanceJson, appearance_json,
             {{"\"schema\": 1", "\"schema\": \"1\"", "whole number"},
              {"{\"id\": 1, ", "{", "parameters[0]: has no \"id\""},
              {"{\"id\": 2", "{\"id\": 1", "parameters[1]: repeats the id 1"},
              {"\"name\": \"one\", ", "", "has no \"name\""},
              {"\"kind\": \"skeleton\"", "\"kind\": \"bones\"", "one of skeleton, morph, driver"},
              {"\"group\": 0", "\"group\": 4", "has group 4"},
              {"\"min\": -1", "\"min\": 2", "min 2 above its max 1"},
              {"\"min\": -1, ", "", "has no \"min\""},
              {"\"default\": 0", "\"default\": 5", "default 5 outside -1 to 1"},
              {"\"default\": 0", "\"default\": 0, \"sex\": \"x\"", "one of both, female, male"},
              {"\"joints\"", "\"driven\"", "the unknown key 'driven'"},
              {"\"joint\": \"mA\"", "\"joint\": \"\"", "parameters[0].joints[0]: has no \"joint\""},
              {"\"mesh\": \"head.llm\", \"morph\"", "\"morph\"", "parameters[1].morphs[0]: has no \"mesh\""},
              {"[0, 1, 1, 1]", "[0, 1, 1]", "ramp: has 3 entries"},
              {"\"parameters\": [1]", "\"parameters\": [7]", "sections[0]: names parameter 7"},
              {"\"parameters\": [1]", "\"parameters\": 1", "sections[0].parameters"},
              {"\"parameter\": 2", "\"parameter\": 9", "morph_masks[0]: names parameter 9"}});
}

}  // namespace definitions_robustness_test
}  // namespace mannequin::io

// Documents as text: what is read, what is rejected, and with which message.
#include "engine/io/document_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "engine/appearance/character.h"
#include "engine/io/definitions.h"
#include "engine/io/file.h"
#include "tests/own_folder.h"

namespace mannequin::io {
namespace {

namespace fs = std::filesystem;

class DocumentFileTest : public testing::Test {
 protected:
  Result<DocumentFile> read(const std::string& text, DocumentPaths paths = DocumentPaths::inside) {
    return read_document(text, "my.json", character_.skeleton, paths);
  }
  // The document with this in it.
  static std::string with(const std::string& members) {
    return "{\"mannequin_document\": 1, " + members + "}";
  }
  // Refused at this place, and the message says this.
  void expect_refused(const std::string& text, const std::string& where, const std::string& said) {
    const auto document = read(text);
    ASSERT_FALSE(document) << text;
    EXPECT_TRUE(document.error().where.starts_with("my.json" + where))
        << text << ": " << document.error().where;
    EXPECT_NE(document.error().what.find(said), std::string::npos) << text << ": " << document.error().what;
  }

  const Character character_ = Character::build(read_builtin_character().value()).value();
};

DocumentFile full_document(const Skeleton& skeleton) {
  DocumentFile document;
  document.worn = {{.file = "a b/d\u00fc\"t.dae",
                    .builtin = {},
                    .system = {},
                    .visible = false,
                    .joint_positions = true,
                    .lock_scale = false,
                    .tint = {0.1f, 1.0f / 3.0f, 1.0f},
                    .opacity = 0.7f,
                    .colors = {{"skin", Vec3f(0.1f, 0.25f, 1.0f)}, {"a \"b\"", Vec3f(0.0f)}},
                    .level = Lod::low,
                    .importer = kViewerNextImporter,
                    .baked = {{"dress \"front\"", "upper_body"}, {"skin", ""}, {"z", "body"}}},
                   {.file = {}, .builtin = "top", .system = {}},
                   {.file = {}, .builtin = {}, .system = "skirt"}};
  document.clothing = {
      {.type = "shirt", .name = "Old \"tee\"", .sliders = {{800, 1.0 / 3.0}}, .textures = {}, .plain = true},
      {.type = "skin", .name = {}, .sliders = {}, .textures = {}},
      {.type = "alpha",
       .name = {},
       .sliders = {},
       .textures = {{"head_alpha", "invisible"}, {"upper_alpha", "a b/d\u00fc.png"}}}};
  document.shape_file = "shape.xml";
  document.sliders = SliderValues{{33, 1.0 / 3.0}, {80, 1.0}, {-5, 1e-7}};
  document.rest = true;
  document.pose_name = "Sit *";
  document.pose.emplace();
  document.pose->set_rotation(skeleton, skeleton.find("mHead"), Quat(0.0, 0.8, 0.9, -0.0));
  document.pose->set_position(skeleton, skeleton.find("mPelvis"), Vec3(0.1, -0.0, 1.0 / 7.0));
  document.pose->root_rotation = Quat(0.7, 0.1, 0.2, 0.3);
  document.camera = {
      .target = {0.1, 0.2, 1.0 / 3.0}, .distance = 2.5, .yaw = -3.0, .pitch = 0.25, .orthographic = true};
  return document;
}

TEST_F(DocumentFileTest, EverythingComesBackAndTheTextIsTheSame) {
  const DocumentFile document = full_document(character_.skeleton);
  const std::string text = write_document(document, character_.skeleton);
  EXPECT_TRUE(looks_like_document(text));
  const auto again = read(text);
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->worn, document.worn);
  ASSERT_EQ(again->clothing.size(), 3u);
  EXPECT_EQ(again->clothing[0].name, "Old \"tee\"");
  EXPECT_EQ(again->clothing[0].sliders, document.clothing[0].sliders);
  EXPECT_TRUE(again->clothing[0].plain);
  EXPECT_FALSE(again->clothing[1].plain) << "bare skin";
  EXPECT_EQ(again->clothing[2].textures, document.clothing[2].textures);
  EXPECT_EQ(again->shape_file, document.shape_file);
  EXPECT_EQ(again->sliders, document.sliders);
  EXPECT_TRUE(again->rest);
  EXPECT_EQ(again->pose_name, document.pose_name);
  ASSERT_TRUE(again->pose);
  EXPECT_EQ(again->pose->rotations, document.pose->rotations) << "a clip's rotations need not be unit";
  EXPECT_EQ(again->pose->positions, document.pose->positions);
  EXPECT_EQ(again->pose->root_rotation, document.pose->root_rotation);
  EXPECT_EQ(again->camera, document.camera);
  EXPECT_EQ(write_document(*again, character_.skeleton), text);

  DocumentFile clip;
  clip.clip = {.file = "walk.anim", .seconds = 1.0 / 3.0, .playing = true, .loop = false, .speed = 0.25};
  const auto with_clip = read(write_document(clip, character_.skeleton));
  ASSERT_TRUE(with_clip) << with_clip.error().message();
  EXPECT_EQ(with_clip->clip, clip.clip);
  EXPECT_FALSE(with_clip->camera || with_clip->pose || with_clip->sliders);
}

TEST_F(DocumentFileTest, ACameraThatIsNowhereIsLeftOut) {
  DocumentFile document = full_document(character_.skeleton);
  document.camera->target.z = std::numeric_limits<double>::quiet_NaN();
  const auto again = read(write_document(document, character_.skeleton));
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_FALSE(again->camera);
  EXPECT_EQ(again->worn, document.worn);
}

TEST_F(DocumentFileTest, AnObjectHangsOnAPoint) {
  const auto document = read(with(R"("worn": [{"file": "sword.glb", "point": "Left Hand"}])"));
  ASSERT_TRUE(document) << document.error().message();
  EXPECT_EQ(document->worn[0].point, "Left Hand");
  const auto again = read(write_document(*document, character_.skeleton));
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(again->worn, document->worn);
  for (const char* wrong : {R"("worn": [{"file": "sword.glb", "point": "mWristLeft"}])",
                            R"("worn": [{"builtin": "top", "point": "Left Hand"}])"})
    EXPECT_FALSE(read(with(wrong))) << wrong;
}

TEST_F(DocumentFileTest, WhatIsNotSaidIsTheDefault) {
  const auto document = read(with(R"("about": "by hand", "worn": [{"file": "a.glb"}])"));
  ASSERT_TRUE(document) << document.error().message();
  ASSERT_EQ(document->worn.size(), 1u);
  EXPECT_EQ(document->worn[0], (DocumentWorn{.file = "a.glb", .builtin = {}, .system = {}}));
  EXPECT_EQ(document->pose_name, "T");
}

TEST_F(DocumentFileTest, FaultsAreNamedWithPlaceAndRemedy) {
  expect_refused("", "", "");
  expect_refused("[]", "", "object");
  expect_refused("{\"worn\": []}", "", "has no \"mannequin_document\"");
  expect_refused("{\"mannequin_document\": 2}", "", "newer version");
  expect_refused(with(R"("wron": [])"), "", "unknown key 'wron'");
  expect_refused(with(R"("worn": {})"), ", worn", "list");
  expect_refused(with(R"("worn": [{"file": 3}])"), ", worn[0].file", "text in quotes");
  expect_refused(with(R"("worn": [{}])"), ", worn[0]", "exactly one");
  expect_refused(with(R"("worn": [{"file": "a.glb", "builtin": "top"}])"), ", worn[0]", "exactly one");
  expect_refused(with(R"("worn": [{"builtin": "hat"}])"), ", worn[0]", "must be one of mannequin");
  expect_refused(with(R"("worn": [{"system": "eyes"}])"), ", worn[0]", "body, hair, skirt");
  expect_refused(with(R"("worn": [{"file": "a.glb", "visible": 1}])"), ", worn[0].visible", "true or false");
  expect_refused(with(R"("worn": [{"file": "a.glb", "tint": [1, 1]}])"), ", worn[0].tint", "3 numbers");
  expect_refused(with(R"("worn": [{"file": "a.glb", "tint": [1, 1, 7]}])"), ", worn[0]", "between 0 and 1");
  expect_refused(with(R"("worn": [{"file": "a.glb", "opacity": -1}])"), ", worn[0]", "between 0 and 1");
  expect_refused(with(R"("worn": [{"file": "a.glb", "level": "best"}])"), ", worn[0]", "lowest, low");
  expect_refused(with(R"("worn": [{"file": "a.glb", "importer": "blender"}])"), ", worn[0]", "viewer-next");
  expect_refused(with(R"("worn": [{"file": "a.glb", "baked": {"skin": "hat"}}])"), ", worn[0]", "upper_body");
  expect_refused(with(R"("worn": [{"file": "a.glb", "baked": {"skin": 1}}])"), ", worn[0]", "upper_body");
  for (const char* color : {"[0, 1]", "[0, 0, 1.5]", "[0, 0, \"1\"]", "\"red\""})
    expect_refused(with(fmt::format(R"("worn": [{{"file": "a.glb", "colors": {{"skin": {}}}}}])", color)),
                   ", worn[0]", "three numbers between 0 and 1");
  expect_refused(with(R"("clothing": [{"type": "hat"}])"), ", clothing[0]", "unknown type 'hat'");
  expect_refused(with(R"("clothing": [{"type": "shirt", "sliders": {"Sleeve": 1}}])"),
                 ", clothing[0].sliders", "'mannequin sliders'");
  expect_refused(with(R"("clothing": [{"type": "shirt", "textures": {"lower_pants": "a.png"}}])"),
                 ", clothing[0].textures.lower_pants", "not a texture slot");
  expect_refused(with(R"("clothing": [{"type": "shirt", "textures": {"upper_shirt": "../a.png"}}])"),
                 ", clothing[0].textures.upper_shirt", "leads out");
  expect_refused(with(R"("shape": {"sliders": {"Height": 1}})"), ", shape.sliders", "'mannequin sliders'");
  expect_refused(with(R"("shape": {"sliders": {"33": "1"}})"), ", shape.sliders.33", "number");
  expect_refused(with(R"("shape": {"sliders": {"33": 1e300}})"), ", shape.sliders.33", "at most a million");
  expect_refused(with(R"("pose": {"joints": {"rotations": {"mHeadd": [0, 0, 0, 1]}}})"),
                 ", pose.joints.rotations", "did you mean 'mHead'");
  expect_refused(with(R"("pose": {"joints": {"rotations": {"mHead": [0, 0, 0, 0]}}})"),
                 ", pose.joints.rotations", "length 0");
  expect_refused(with(R"("pose": {"joints": {"rotations": {"mHead": [0, 0, 9, 9]}}})"),
                 ", pose.joints.rotations", "length 12.7");
  expect_refused(with(R"("pose": {"file": "a.json", "joints": {}})"), ", pose", "remove one");
  expect_refused(with(R"("pose": {"file": "a.json"}, "clip": {"file": "a.anim"})"), "", "remove one");
  expect_refused(with(R"("clip": {"seconds": 1})"), ", clip", "has no \"file\"");
  expect_refused(with(R"("clip": {"file": "a.anim", "seconds": -1})"), ", clip", "between 0");
  expect_refused(with(R"("clip": {"file": "a.anim", "speed": 1e6})"), ", clip", "between 0 and 100");
  expect_refused(with(R"("camera": {"distance": 0})"), ", camera", "between");
  expect_refused(with(R"("camera": {"pitch": 2})"), ", camera", "between");
}

TEST_F(DocumentFileTest, ATruncatedOneIsRefusedAtEveryByte) {
  const std::string text = write_document(full_document(character_.skeleton), character_.skeleton);
  for (std::size_t bytes = 0; bytes + 2 < text.size(); ++bytes) {
    const auto document = read(text.substr(0, bytes));
    ASSERT_FALSE(document) << bytes;
    ASSERT_FALSE(document.error().what.empty());
  }
}

TEST_F(DocumentFileTest, HugeCountsAreRefused) {
  std::string worn;
  for (std::size_t i = 0; i <= kMaxDocumentWorn; ++i)
    worn += std::string(i == 0 ? "" : ",") + "{\"file\":\"a\"}";
  expect_refused(with("\"worn\": [" + worn + "]"), "", "at most 1000");
  expect_refused(with("\"worn\": " + std::string(500, '[') + std::string(500, ']')), "", "nested");
  expect_refused(with("\"worn\": [{\"file\": \"" + std::string(5000, 'a') + "\"}]"), ", worn[0]", "4096");
}

TEST_F(DocumentFileTest, OnlyPathsBelowItsFolderAreTaken) {
  for (const char* path :
       {"/etc/passwd", "../a.glb", "a/../../b.glb", "a/..", "..", "C:/a.glb", "c:a.glb", R"(a\\b.glb)",
        R"(\\\\server\\a.glb)", "./a.glb", "a//b.glb", "a/", ".", "", R"(a\u0000b.glb)", R"(a\nb.glb)"}) {
    const std::string text = with("\"worn\": [{\"file\": \"" + std::string(path) + "\"}]");
    const auto document = read(text);
    ASSERT_FALSE(document) << path;
    EXPECT_TRUE(document.error().where.starts_with("my.json, worn[0]") ||
                document.error().where.starts_with("my.json:"))
        << path << ": " << document.error().where;
    EXPECT_NE(document.error().what.find_first_of(";."), std::string::npos) << document.error().what;
  }
  for (const char* path : {"a.glb", "a/b c/\u4eba.glb", "..a/b..glb", "~/a"})
    EXPECT_TRUE(read(with("\"worn\": [{\"file\": \"" + std::string(path) + "\"}]"))) << path;
  EXPECT_TRUE(read(with(R"("worn": [{"file": "/tmp/a.glb"}])"), DocumentPaths::anywhere));
}

TEST_F(DocumentFileTest, PathsAreRelativeToTheFolderAndFoundAgain) {
  const fs::path folder = test::own_folder();
  fs::create_directories(folder / "outfit/clothes");
  ASSERT_TRUE(write_file(folder / "outfit/clothes/a.glb", std::string_view("mesh")));
  ASSERT_TRUE(write_file(folder / "body.glb", std::string_view("mesh")));
  const fs::path inside = folder / "outfit";
  EXPECT_EQ(document_path(inside, inside / "clothes/a.glb", DocumentPaths::inside).value(), "clothes/a.glb");
  EXPECT_EQ(document_path(inside, inside / "clothes/../not there.glb", DocumentPaths::inside).value(),
            "not there.glb");
  const auto outside = document_path(inside, folder / "body.glb", DocumentPaths::inside);
  ASSERT_FALSE(outside);
  EXPECT_NE(outside.error().what.find("save the document in " + folder.string()), std::string::npos)
      << outside.error().what;
  const auto far = document_path(inside, "/no such folder/body.glb", DocumentPaths::inside);
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().what.find("save the document in"), std::string::npos)
      << "of the root folder: " << far.error().what;
  EXPECT_NE(far.error().what.find("move or copy the file into that folder"), std::string::npos);
  EXPECT_EQ(document_path(inside, folder / "body.glb", DocumentPaths::anywhere).value(),
            (folder / "body.glb").string());
  EXPECT_FALSE(document_path(inside, inside / "\xff.glb", DocumentPaths::inside)) << "not UTF-8";
  EXPECT_EQ(document_path(inside.string() + "/", inside / "a.glb", DocumentPaths::inside).value(), "a.glb");
  EXPECT_EQ(document_path("", "meshes/a.glb", DocumentPaths::inside).value(), "meshes/a.glb")
      << "the folder of a document that is named without one";
  EXPECT_FALSE(document_path("", "../a.glb", DocumentPaths::inside));
  EXPECT_EQ(document_path("/", "/tmp/a.glb", DocumentPaths::inside).value(), "tmp/a.glb");

  EXPECT_EQ(find_document_file(inside, "clothes/a.glb", DocumentPaths::inside).value(),
            inside / "clothes/a.glb");
  fs::create_symlink(folder / "body.glb", inside / "out.glb");
  fs::create_symlink("clothes/a.glb", inside / "in.glb");
  ASSERT_EQ(::mkfifo((inside / "pipe.glb").c_str(), 0600), 0);
  EXPECT_TRUE(find_document_file(inside, "in.glb", DocumentPaths::inside));
  for (const auto& [name, said] : {std::pair{"out.glb", "link to outside"},
                                   {"pipe.glb", "a pipe"},
                                   {"clothes", "a folder"},
                                   {"gone.glb", "no such file"}}) {
    const auto found = find_document_file(inside, name, DocumentPaths::inside);
    ASSERT_FALSE(found) << name;
    EXPECT_EQ(found.error().where, (inside / name).string());
    EXPECT_NE(found.error().what.find(said), std::string::npos) << found.error().what;
  }
}

}  // namespace
}  // namespace mannequin::io

// The whole document as a file: saved, opened, killed while saving, and offered back at the next start.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/document/document_case.h"
#include "tests/io/small_clips.h"
#include "tests/io/small_images.h"
#include "tools/document/painted_clothing.h"

namespace mannequin::document {
namespace {

class SavedDocumentTest : public DocumentTest {
 protected:
  void SetUp() override {
    DocumentTest::SetUp();
    begin();
    std::filesystem::create_directories(folder_ / "clothes");
    body_ = write_mesh(test::box_figure(character_.skeleton, true), "body.glb");
    belt_ = write_mesh(test::box_on(character_.skeleton, "mPelvis", {0.0, 0.0, 0.02}), "clothes/belt.glb");
  }
  void begin() {
    document_ = std::make_unique<Document>(character_, AvatarInputs(), Settings(folder_ / "settings"));
  }
  std::string text(const std::filesystem::path& path) {
    const auto bytes = io::read_file(path);
    EXPECT_TRUE(bytes);
    return bytes ? std::string(io::as_text(*bytes)) : std::string();
  }
  const std::string& told() { return document_->messages().list().back().text; }
  std::size_t errors() {
    return static_cast<std::size_t>(
        std::ranges::count(document_->messages().list(), Message::Kind::error, &Message::kind));
  }
  const WornFile& worn(std::size_t index) { return *document_->avatar().worn()[index]; }
  // Two meshes, worn in all ways, an edited shape, and a pose by hand.
  void dress() {
    ASSERT_TRUE(document_->files.open(body_, true));
    ASSERT_TRUE(document_->files.open(belt_, false));
    ASSERT_TRUE(document_->stand_in.wear_builtin("top"));
    document_->wardrobe.lock_scale(0, true);
    ASSERT_TRUE(document_->files.import_as(0, kViewerNextImporter));
    document_->wardrobe.show(1, false);
    document_->wardrobe.begin_look();
    document_->wardrobe.set_look(1, Vec3f(0.1f, 0.2f, 1.0f / 3.0f), 0.7f);
    document_->sliders.set(parameter(33), 80.0);
    ASSERT_TRUE(document_->shape_file.save(folder_ / "ann.json"));
    document_->sliders.set(parameter(34), 12.0);
    const JointIndex head = character_.skeleton.find("mHead");
    document_->update(0.0);
    document_->posing.begin_turn(head);
    document_->posing.turn(Vec3(0.0, 0.0, 1.0), 33.0);
    document_->posing.end_turn();
    document_->saved.seen_from({.target = {0.0, 0.1, 1.2}, .distance = 2.0, .yaw = 0.3, .pitch = 0.1});
    document_->update(0.0);
  }

  std::string left_when_restored_and_reset() {
    document_->kept.end();
    begin();
    document_->kept.restore();
    EXPECT_TRUE(document_->left_behind().empty()) << "it is still there";
    document_->sliders.reset_all();
    const auto left = document_->left_behind();
    return left.size() == 1 ? left.front().what : std::to_string(left.size()) + " left";
  }
  std::filesystem::path body_, belt_;
};

TEST_F(SavedDocumentTest, ItKnowsThatAnotherProgramSavedItsFile) {
  dress();
  const auto path = folder_ / "my.mannequin.json";
  EXPECT_FALSE(document_->saved.changed_elsewhere());
  ASSERT_TRUE(document_->saved.save(path)) << told();
  EXPECT_FALSE(document_->saved.changed_elsewhere());
  const auto touch = [&] {
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(3));
  };
  touch();
  EXPECT_TRUE(document_->saved.changed_elsewhere());
  ASSERT_TRUE(document_->saved.save(path)) << told();
  EXPECT_FALSE(document_->saved.changed_elsewhere());
  ASSERT_TRUE(document_->files.open(path, false));
  EXPECT_FALSE(document_->saved.changed_elsewhere());
  touch();
  EXPECT_TRUE(document_->saved.changed_elsewhere());
  std::filesystem::remove(path);
  EXPECT_FALSE(document_->saved.changed_elsewhere()) << "there is nothing to be replaced";
}

TEST_F(SavedDocumentTest, SavedOpenedAndSavedAgainItIsTheSameByteForByte) {
  dress();
  const auto path = folder_ / "my.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path)) << told();
  const std::string first = text(path);
  EXPECT_EQ(first.find(folder_.string()), std::string::npos) << "paths are relative";
  const AvatarChoice before = document_->avatar().choice();
  const auto joints = document_->avatar().state().joints;

  begin();
  ASSERT_TRUE(document_->files.open(path, false)) << told();
  EXPECT_EQ(errors(), 0u) << told();
  EXPECT_EQ(document_->history().size(), 1u);
  document_->update(0.0);
  const AvatarChoice& after = document_->avatar().choice();
  ASSERT_EQ(after.worn.size(), before.worn.size());
  for (std::size_t i = 0; i < after.worn.size(); ++i) {
    EXPECT_EQ(after.worn[i].how, before.worn[i].how) << i;
    EXPECT_EQ(after.worn[i].file->name, before.worn[i].file->name) << i;
    EXPECT_EQ(after.worn[i].file->importer, before.worn[i].file->importer) << i;
    EXPECT_EQ(after.worn[i].file->vertex_count(), before.worn[i].file->vertex_count()) << i;
  }
  EXPECT_EQ(after.sliders, before.sliders);
  EXPECT_EQ(after.pose_name, before.pose_name);
  EXPECT_EQ(document_->shape_file.name(), "ann.json");
  EXPECT_TRUE(document_->shape_file.edited());
  for (std::size_t j = 0; j < joints.size(); ++j)
    ASSERT_EQ(document_->avatar().state().joints[j].world_position, joints[j].world_position) << j;
  const auto camera = document_->saved.take_camera();
  ASSERT_TRUE(camera);
  EXPECT_EQ(camera->target, Vec3(0.0, 0.1, 1.2));
  EXPECT_FALSE(document_->saved.take_camera()) << "wanted once";
  document_->saved.seen_from(*camera);
  ASSERT_TRUE(document_->saved.save(path));
  EXPECT_EQ(text(path), first);

  document_->undo();
  EXPECT_TRUE(document_->avatar().choice().worn.empty());
}

TEST_F(SavedDocumentTest, AClipComesBackAtItsMoment) {
  ASSERT_TRUE(io::write_file(folder_ / "walk.bvh", std::string_view(test::small_bvh())));
  ASSERT_TRUE(document_->files.open(folder_ / "walk.bvh", false)) << told();
  Timeline& timeline = document_->timeline();
  timeline.scrub(0.5 * timeline.duration());
  timeline.loop = false;
  timeline.speed = 0.5;
  document_->update(0.0);
  const double moment = timeline.time();
  const auto head = document_->avatar().state().joints;
  const auto path = folder_ / "clip.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path)) << told();
  const std::string first = text(path);
  begin();
  ASSERT_TRUE(document_->files.open(path, false)) << told();
  EXPECT_EQ(errors(), 0u) << told();
  document_->update(0.0);
  ASSERT_TRUE(document_->timeline().has_clip());
  EXPECT_EQ(document_->timeline().time(), moment);
  EXPECT_FALSE(document_->timeline().playing());
  EXPECT_FALSE(document_->timeline().loop);
  EXPECT_EQ(document_->timeline().speed, 0.5);
  EXPECT_EQ(document_->avatar().state().joints[5].world_position, head[5].world_position);
  ASSERT_TRUE(document_->saved.save(path));
  EXPECT_EQ(text(path), first);
}

TEST_F(SavedDocumentTest, PaintedClothesTheirTintsAndBakedFacesComeBack) {
  ASSERT_TRUE(document_->files.open(body_, false));
  const std::string material = worn(0).meshes[0]->mesh.materials()[0].name;
  document_->wardrobe.show_region(0, material, "upper_body");
  const auto picture = folder_ / "clothes/blue.png";
  ASSERT_TRUE(io::write_file(picture, test::small_png(1, 1, std::vector<std::uint8_t>{0, 0, 255, 255})));
  for (const char* type : {"shirt", "pants", "skin"}) document_->clothing.wear(type);
  ASSERT_TRUE(document_->clothing.set_texture("upper_shirt", picture));
  document_->sliders.set(parameter(800), 20.0);  // its sleeve
  document_->sliders.set(parameter(806), 10.0);  // the trousers' red
  document_->update(0.0);
  document_->saved.seen_from({});
  EXPECT_FALSE(document_->saved.is_empty());
  const auto path = folder_ / "painted.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path)) << told();
  const std::string first = text(path);
  EXPECT_NE(first.find("clothes/blue.png"), std::string::npos) << first;
  const auto painted = document_->avatar().painted().regions();
  const auto kept = document_->saved.text();

  begin();
  ASSERT_TRUE(document_->files.open(path, false)) << told();
  EXPECT_EQ(errors(), 0u) << told();
  document_->update(0.0);
  EXPECT_EQ(worn(0).baked, (std::map<std::string, std::string>{{material, "upper_body"}}));
  const auto& again = document_->avatar().painted().regions();
  ASSERT_EQ(again.size(), painted.size());
  for (const auto& [region, was] : painted)
    EXPECT_TRUE(again.find(region)->second.picture->rgba == was.picture->rgba) << region;
  document_->saved.seen_from(*document_->saved.take_camera());
  ASSERT_TRUE(document_->saved.save(path));
  EXPECT_EQ(text(path), first);
  EXPECT_EQ(document_->saved.text().value(), kept.value()) << "as kept for the next start";
  EXPECT_EQ(document_->saved.summary(),
            "body.glb, painted shirt, painted pants, painted skin, an unsaved shape");

  // Of a texture that is gone, the name stays.
  std::filesystem::remove(picture);
  begin();
  ASSERT_TRUE(document_->files.open(path, false));
  EXPECT_EQ(errors(), 1u);
  document_->update(0.0);
  document_->saved.seen_from(*document_->saved.take_camera());
  ASSERT_TRUE(document_->saved.save(path));
  EXPECT_EQ(text(path), first);
}

TEST_F(SavedDocumentTest, WhatLiesOutsideIsNamedAndNothingIsWritten) {
  dress();
  const auto path = folder_ / "clothes/my.mannequin.json";
  ASSERT_TRUE(io::write_file(path, std::string_view("old")));
  EXPECT_FALSE(document_->saved.save(path));
  EXPECT_NE(told().find("body.glb"), std::string::npos) << told();
  EXPECT_NE(told().find("save the document in " + folder_.string()), std::string::npos) << told();
  EXPECT_EQ(text(path), "old");
  EXPECT_FALSE(document_->saved.save(folder_ / "my.txt")) << "another ending";
  EXPECT_EQ(document_->saved.proposed_path(), folder_ / "outfit.mannequin.json");
}

TEST_F(SavedDocumentTest, WhatIsMissingIsToldAndKeepsItsPlace) {
  dress();
  const auto path = folder_ / "my.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path));
  const std::string first = text(path);
  std::filesystem::rename(belt_, folder_ / "elsewhere.glb");
  std::filesystem::remove(folder_ / "ann.json");
  begin();
  ASSERT_TRUE(document_->files.open(path, false));
  EXPECT_EQ(errors(), 2u);
  std::string all;
  for (const Message& message : document_->messages().list()) all += message.text + "\n";
  EXPECT_NE(all.find("belt.glb"), std::string::npos) << all;
  EXPECT_NE(all.find("ann.json"), std::string::npos) << all;
  EXPECT_NE(all.find("put it there, or correct its path"), std::string::npos) << all;
  ASSERT_EQ(document_->avatar().worn().size(), 3u);
  EXPECT_TRUE(worn(1).refused() && worn(1).gone);
  EXPECT_NEAR(percent_from_weight(parameter(34), document_->avatar().weight(parameter(34))), 12.0, 1e-9)
      << "the sliders are in the document";
  document_->saved.seen_from(*document_->saved.take_camera());
  ASSERT_TRUE(document_->saved.save(path)) << told();
  EXPECT_EQ(text(path), first) << "nothing is lost by saving";
}

TEST_F(SavedDocumentTest, AHostileOneChangesNothing) {
  dress();
  const AvatarChoice before = document_->avatar().choice();
  const std::size_t steps = document_->history().size();
  for (const char* bad :
       {"{\"mannequin_document\": 1, \"worn\": [{\"file\": \"../../etc/passwd\"}]}",
        "{\"mannequin_document\": 1, \"worn\": [{\"file\": \"/etc/passwd\"}]}", "{\"mannequin_document\": 9}",
        "{\"mannequin_document\": 1, \"worn\": [{\"file\": 1}]}", "{\"mannequin_document\": 1, \"worn\""}) {
    ASSERT_TRUE(io::write_file(folder_ / "bad.json", std::string_view(bad)));
    EXPECT_FALSE(document_->files.open(folder_ / "bad.json", false)) << bad;
    EXPECT_NE(told().find("bad.json"), std::string::npos) << told();
    EXPECT_EQ(document_->avatar().choice().worn, before.worn);
    EXPECT_EQ(document_->history().size(), steps);
  }
}

// One in the place of another: whatever the moment, a whole one is there.
TEST_F(SavedDocumentTest, KilledWhileSavingTheOldOrTheNewOneIsThere) {
  ASSERT_TRUE(document_->files.open(body_, false));
  const auto path = folder_ / "my.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path));
  const std::string small = text(path);
  ASSERT_TRUE(document_->files.open(belt_, false));
  for (const auto id : {33, 34, 35}) document_->sliders.set(parameter(id), 90.0);
  ASSERT_TRUE(document_->saved.save(path));
  const std::string large = text(path);
  ASSERT_NE(small, large);
  for (int kills = 0; kills < 20; ++kills) {
    const pid_t writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0)
      for (;;) {
        (void)document_->saved.save(path);
        document_->undo();
        (void)document_->saved.save(path);
        document_->redo();
      }
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + kills));
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    const auto opened = std::make_unique<Document>(character_, AvatarInputs());
    EXPECT_TRUE(opened->files.open(path, false)) << text(path);
    EXPECT_FALSE(opened->avatar().worn().empty());
  }
}

TEST_F(SavedDocumentTest, ALargeMeshIsReadIntoItsRow) {
  dress();
  const auto path = folder_ / "my.mannequin.json";
  ASSERT_TRUE(document_->saved.save(path));
  const std::string first = text(path);
  begin();
  document_->files.read_in_background_above(0);
  ASSERT_TRUE(document_->files.open(path, false));
  for (int i = 0; i < 2000 && document_->avatar().worn().size() != 3; ++i) {
    document_->update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_EQ(document_->avatar().worn().size(), 3u) << "in their places as soon as the document is read";
  for (int i = 0; i < 2000 && document_->files.reading(); ++i) {
    document_->update(0.01);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(errors(), 0u) << told();
  EXPECT_FALSE(worn(0).refused() || worn(1).refused());
  EXPECT_EQ(worn(2).name, "top.glb") << "the stand-in stays, as the document says";
  document_->saved.seen_from(*document_->saved.take_camera());
  ASSERT_TRUE(document_->saved.save(path));
  EXPECT_EQ(text(path), first);
}

TEST_F(SavedDocumentTest, AfterACrashAnEditThatGaveWayToAnotherShapeIsOfferedToo) {
  const auto other = folder_ / "bob.json";
  ASSERT_TRUE(io::write_file(other, std::string_view(R"({"params": {"33": 0.3}})")));
  const auto work = [&] {
    begin();
    while (document_->kept.offered()) document_->kept.drop();
    dress();
    for (int i = 0; i < 30; ++i) document_->update(0.1);
    ASSERT_TRUE(document_->files.open(other, false));
    for (int i = 0; i < 30; ++i) document_->update(0.1);
  };
  work();
  begin();  // nothing was ended
  EXPECT_NE(document_->kept.offer().find("shape bob.json"), std::string::npos) << document_->kept.offer();
  document_->kept.drop();
  EXPECT_EQ(document_->kept.offer(), "body.glb, belt.glb, shape ann.json (edited), pose T *");
  // At an end that was asked for, the window has asked about it.
  work();
  document_->kept.end();
  begin();
  document_->kept.drop();
  EXPECT_FALSE(document_->kept.offered()) << document_->kept.offer();
}

TEST_F(SavedDocumentTest, TheLastDocumentIsOfferedWhole) {
  EXPECT_FALSE(document_->kept.offered());
  for (int i = 0; i < 30; ++i) document_->update(0.1);
  begin();
  EXPECT_FALSE(document_->kept.offered()) << "nothing was done";
  dress();
  const auto before = document_->saved.text();
  document_->kept.end();
  begin();
  ASSERT_TRUE(document_->kept.offered());
  EXPECT_EQ(document_->kept.offer(), "body.glb, belt.glb, shape ann.json (edited), pose T *");
  // Not answered, and nothing done, it is still there the time after.
  for (int i = 0; i < 30; ++i) document_->update(0.1);
  document_->kept.end();
  begin();
  ASSERT_TRUE(document_->kept.offered());
  EXPECT_FALSE(document_->kept.is_older());
  document_->kept.restore();
  EXPECT_FALSE(document_->kept.offered());
  EXPECT_TRUE(document_->kept.is_older()) << "the next one is not taken for it";
  EXPECT_EQ(errors(), 0u) << told();
  document_->saved.seen_from(*document_->saved.take_camera());
  EXPECT_EQ(document_->saved.text().value(), before.value());
  document_->undo();
  EXPECT_TRUE(document_->avatar().worn().empty());
  begin();
  document_->kept.drop();
  begin();
  EXPECT_FALSE(document_->kept.offered());
}

TEST_F(SavedDocumentTest, AShapeThatWasRestoredAndGaveWayToAnotherIsLeft) {
  dress();
  EXPECT_EQ(left_when_restored_and_reset(), "the changes to ann.json");
}

TEST_F(SavedDocumentTest, ADefaultShapeThatWasRestoredAndGaveWayToAnotherIsLeft) {
  document_->update(0.1);
  document_->sliders.set(parameter(33), 80.0);
  document_->update(0.1);
  EXPECT_EQ(left_when_restored_and_reset(), "the changes to the default shape");
}

// Where it came to rest, so that it survives when the window is killed.
TEST_F(SavedDocumentTest, TheCameraIsKeptAtRestAndNotWrittenAgain) {
  dress();
  document_->kept.keep_now();
  const auto newest = [&] { return Settings(folder_ / "settings").earlier_documents().front(); };
  const std::string first = newest();
  document_->saved.seen_from({.target = {0.0, 0.2, 1.5}, .distance = 0.7, .yaw = 1.0, .pitch = 0.2});
  for (int i = 0; i < 100; ++i) document_->update(0.1);
  EXPECT_EQ(newest(), first) << "not while it may still move";
  document_->kept.keep_now();
  const std::string second = newest();
  EXPECT_NE(second, first);
  std::filesystem::remove_all(folder_ / "settings");
  for (int i = 0; i < 10; ++i) {
    document_->update(0.1);
    document_->kept.keep_now();
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "settings")) << "nothing changed";
  document_->kept.end();
  begin();
  document_->kept.restore();
  const auto camera = document_->saved.take_camera();
  ASSERT_TRUE(camera);
  EXPECT_DOUBLE_EQ(camera->distance, 0.7);
}

TEST_F(SavedDocumentTest, TheLastDocumentIsReadWhileTheWindowGoesOn) {
  dress();
  const auto before = document_->saved.text();
  document_->kept.end();
  begin();
  document_->files.wait_for_reading(std::chrono::milliseconds(0));
  document_->kept.restore();
  EXPECT_TRUE(document_->files.reading());
  EXPECT_TRUE(document_->avatar().worn().empty()) << "not yet";
  wait_for_files();
  EXPECT_EQ(errors(), 0u) << told();
  document_->saved.seen_from(*document_->saved.take_camera());
  EXPECT_EQ(document_->saved.text().value(), before.value());
}

TEST_F(SavedDocumentTest, WorkIsKeptWhileItGoesOnAndWhenNothingHappens) {
  document_->sliders.set(parameter(33), 80.0);
  document_->update(0.1);
  begin();
  EXPECT_FALSE(document_->kept.offered()) << "not written while the hand may still be on the slider";
  document_->sliders.set(parameter(33), 80.0);
  for (int i = 0; i < 30; ++i) document_->update(0.1);
  begin();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  document_->sliders.set(parameter(34), 5.0);
  document_->update(0.1);
  document_->kept.keep_now();  // the window rests
  begin();
  document_->kept.restore();
  EXPECT_NEAR(percent_from_weight(parameter(34), document_->avatar().weight(parameter(34))), 5.0, 1e-9);
  // Damaged, it is done without: there is the one before.
  const auto damage = [&] {
    ASSERT_TRUE(io::write_file(folder_ / "settings/last_document.txt", std::string_view("x\n{\"a\": ")));
    begin();
  };
  damage();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  document_->kept.drop();
  damage();
  EXPECT_FALSE(document_->kept.offered());
}

TEST_F(SavedDocumentTest, AnObjKeepsItsUnitAndDirection) {
  const auto path = folder_ / "box.obj";
  ASSERT_TRUE(io::write_file(path, std::string_view("v 0 0 0\nv 10 0 0\nv 0 20 0\nv 0 0 30\n"
                                                    "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")));
  EXPECT_FALSE(document_->files.open(path, false)) << "it has no weights yet";
  const auto height = [&] {
    double high = 0.0;
    for (const Vec3f& place : worn(0).file->meshes[0].mesh.positions) high = std::max<double>(high, place.z);
    return high;
  };
  EXPECT_NEAR(height(), 20.0, 1e-6);
  ASSERT_TRUE(document_->files.read_obj_as(0, {0.01, io::UpAxis::z}));
  EXPECT_NEAR(height(), 0.3, 1e-6);
  document_->files.reload_all();
  EXPECT_NEAR(height(), 0.3, 1e-6);
  BindChoice choice;
  choice.method = BindMethod::copy;
  document_->binding.choose(choice);
  document_->binding.run(0);
  for (int i = 0; i < 3000 && document_->binding.running(); ++i) {
    document_->update(0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(worn(0).unsaved) << told();
  EXPECT_NEAR(height(), 0.3, 1e-6);
  document_->undo();
  const auto document = folder_ / "my.mannequin.json";
  ASSERT_TRUE(document_->saved.save(document)) << told();
  begin();
  ASSERT_TRUE(document_->files.open(document, false));
  EXPECT_NEAR(height(), 0.3, 1e-6);
}

TEST_F(SavedDocumentTest, AnUnansweredOfferIsMadeAgain) {
  dress();
  document_->kept.end();
  begin();
  const std::string dressed = document_->kept.offer();
  // Nobody answers, something else is done and kept, and the window is killed.
  document_->sliders.set(parameter(33), 80.0);
  for (int i = 0; i < 30; ++i) document_->update(0.1);
  begin();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  // Nor the next time, when the window closes by itself.
  document_->sliders.set(parameter(33), 90.0);
  document_->update(0.1);
  document_->kept.end();
  begin();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  document_->kept.drop();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  document_->kept.restore();
  EXPECT_NEAR(percent_from_weight(parameter(33), document_->avatar().weight(parameter(33))), 80.0, 1e-9);
  EXPECT_EQ(document_->kept.offer(), dressed);
  // Killed before what was restored is kept: it is still offered.
  begin();
  EXPECT_EQ(document_->kept.offer(), "an unsaved shape");
  document_->kept.drop();
  document_->kept.restore();
  wait_for_files();
  EXPECT_EQ(document_->avatar().worn().size(), 3u);
  EXPECT_FALSE(document_->kept.offered());
  document_->kept.end();
  begin();
  EXPECT_EQ(document_->kept.offer(), dressed);
  document_->kept.drop();
  begin();
  EXPECT_FALSE(document_->kept.offered());
}

TEST_F(SavedDocumentTest, AViewersCharacterFolderIsRemembered) {
  const auto folder = folder_ / "character";
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(document_->files.open(folder, false)) << "no avatar is in it";
  for (const char* name : {"avatar_lad.xml", "avatar_skeleton.xml"})
    ASSERT_TRUE(io::write_file(folder / name, std::string_view("<a/>")));
  ASSERT_TRUE(document_->files.open(folder / "avatar_lad.xml", false)) << told();
  begin();
  EXPECT_EQ(document_->settings().character_folder(), folder);
  document_->settings().keep_character_folder({});
  begin();
  EXPECT_TRUE(document_->settings().character_folder().empty());
  EXPECT_TRUE(document_->files.open(folder, false)) << "dropped itself";
  EXPECT_EQ(document_->settings().character_folder(), folder);
}

TEST_F(SavedDocumentTest, WhatIsDiscardedDoesNotComeBack) {
  dress();
  document_->kept.discard_shape();
  document_->kept.end();
  begin();
  document_->kept.restore();
  EXPECT_EQ(document_->shape_file.name(), "ann.json");
  EXPECT_FALSE(document_->shape_file.edited());
  EXPECT_EQ(document_->avatar().worn().size(), 3u);
}

}  // namespace
}  // namespace mannequin::document

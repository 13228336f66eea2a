// What a host's log receives.
#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "engine/io/file.h"
#include "tests/c_api/c_api_case.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

struct LogRecord {
  std::vector<std::pair<int32_t, std::string>> lines;
  mannequin_log log() { return {&hear, this}; }
  static void hear(void* user, int32_t severity, const char* text) {
    static_cast<LogRecord*>(user)->lines.emplace_back(severity, text);
  }
  bool has(int32_t severity, const std::string& code) const {
    return std::ranges::any_of(lines, [&](const auto& line) {
      return line.first == severity && line.second.find("[" + code + "]") != std::string::npos;
    });
  }
};

constexpr std::string_view kOddShape = R"({"sex": "female", "params": {"33": 99.0, "424242": 1.0}})";

class CApiLog : public CApiTest {
 protected:
  void read_odd_shape() {
    EXPECT_EQ(mannequin_avatar_set_shape(avatar_, kOddShape.data(), kOddShape.size(), "odd.json"),
              MANNEQUIN_OK)
        << mannequin_last_error();
  }
  LogRecord told_;
};

TEST_F(CApiLog, HearsWhatIsOddInAShape) {
  const mannequin_log log = told_.log();
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  read_odd_shape();
  EXPECT_TRUE(told_.has(MANNEQUIN_LOG_WARNING, "unknown_parameter"));
  EXPECT_TRUE(told_.has(MANNEQUIN_LOG_WARNING, "out_of_range"));
  for (const auto& [severity, text] : told_.lines)
    EXPECT_NE(text.find("odd.json"), std::string::npos) << text;
}

TEST_F(CApiLog, HearsNothingWhereNobodyIsToBeTold) {
  read_odd_shape();
  const mannequin_log log = told_.log();
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_character_set_log(character_, nullptr), MANNEQUIN_OK);
  read_odd_shape();
  EXPECT_TRUE(told_.lines.empty());
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_character_set_log(nullptr, &log));
}

// A real body whose exporter dropped the scale of collision volumes.
TEST_F(CApiLog, HearsWhatIsOddInAMesh) {
  const std::string file = "fixtures/gltf/Ruth2v4Body.glb";
  MANNEQUIN_NEEDS_SHARED(file);
  const auto bytes = io::read_file(shared_path(file)).value();
  const mannequin_log log = told_.log();
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  mannequin_meshes* meshes = nullptr;
  mannequin_mesh_options options = MANNEQUIN_INIT(mannequin_mesh_options);
  options.importer = MANNEQUIN_IMPORTER_STRICT;
  ASSERT_EQ(mannequin_meshes_load(character_, bytes.data(), bytes.size(), "ruth.glb", &options, &meshes),
            MANNEQUIN_OK);
  EXPECT_TRUE(told_.has(MANNEQUIN_LOG_WARNING, "gltf_binds_differ"));
  mannequin_meshes_release(meshes);
  // Rebuilt, they no longer differ.
  told_.lines.clear();
  options.importer = MANNEQUIN_IMPORTER_VIEWER;
  ASSERT_EQ(mannequin_meshes_load(character_, bytes.data(), bytes.size(), "ruth.glb", &options, &meshes),
            MANNEQUIN_OK);
  EXPECT_FALSE(told_.has(MANNEQUIN_LOG_WARNING, "gltf_binds_differ"));
  mannequin_meshes_release(meshes);
}

// Our own body has no oddities, however the viewer's importer would read it.
TEST_F(CApiLog, HearsNothingOfTheBuiltinBody) {
  const mannequin_log log = told_.log();
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  mannequin_meshes* meshes = nullptr;
  ASSERT_EQ(mannequin_meshes_builtin_body(character_, &meshes), MANNEQUIN_OK);
  for (const auto& [severity, text] : told_.lines) ADD_FAILURE() << text;
  mannequin_meshes_release(meshes);
}

TEST_F(CApiLog, HearsWhatFightsTheSlidersInAClip) {
  const std::string file = "fixtures/anim/bento_randomize_bones_and_attachments.anim";
  MANNEQUIN_NEEDS_SHARED(file);
  const auto bytes = io::read_file(shared_path(file)).value();
  const mannequin_log log = told_.log();
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  mannequin_clip* clip = nullptr;
  ASSERT_EQ(mannequin_clip_load(character_, bytes.data(), bytes.size(), "bento.anim", &clip), MANNEQUIN_OK);
  ASSERT_EQ(told_.lines.size(), 1u);
  EXPECT_TRUE(told_.has(MANNEQUIN_LOG_WARNING, "position_keys_fight"));
  EXPECT_EQ(told_.lines[0].second.find("bento.anim: "), 0u);
  mannequin_clip_release(clip);
}

TEST_F(CApiLog, MayCallTheLibrary) {
  const mannequin_log log = {[](void* user, int32_t, const char*) {
                               auto* const character = static_cast<mannequin_character*>(user);
                               uint32_t joints = 0;
                               EXPECT_EQ(mannequin_joint_count(character, &joints), MANNEQUIN_OK);
                               EXPECT_EQ(mannequin_character_set_log(character, nullptr), MANNEQUIN_OK);
                             },
                             character_};
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  read_odd_shape();
}

TEST_F(CApiLog, IsCalledByEachThreadForItself) {
  struct LogListener {
    std::atomic<int> lines = 0, elsewhere = 0;
  } listener;
  static thread_local bool reading = false;
  const mannequin_log log = {[](void* user, int32_t, const char*) {
                               auto* const all = static_cast<LogListener*>(user);
                               ++all->lines;
                               if (!reading) ++all->elsewhere;
                             },
                             &listener};
  ASSERT_EQ(mannequin_character_set_log(character_, &log), MANNEQUIN_OK);
  const auto work = [&] {
    mannequin_avatar* avatar = nullptr;
    EXPECT_EQ(mannequin_avatar_create(character_, &avatar), MANNEQUIN_OK);
    reading = true;
    for (int i = 0; i < 20; ++i)
      EXPECT_EQ(mannequin_avatar_set_shape(avatar, kOddShape.data(), kOddShape.size(), nullptr),
                MANNEQUIN_OK);
    reading = false;
    mannequin_avatar_release(avatar);
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  EXPECT_EQ(listener.lines, 80);
  EXPECT_EQ(listener.elsewhere, 0);
}

}  // namespace
}  // namespace mannequin::test

// Hostile files through the C library, called as by a host: a status, within memory and time limits, and no
// number that is not finite.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "engine/io/file.h"
#include "mannequin/c_api.h"
#include "tests/hostile/budget.h"
#include "tests/hostile/crafted_files.h"
#include "tests/hostile/limited_run.h"
#include "tests/shared_files.h"

namespace mannequin::test {
namespace {

// Exit codes of a host.
constexpr int kUsed = 0, kRefused = 1, kNoWords = 2, kNotFinite = 3, kBroken = 4;

struct Host {
  mannequin_character* character = nullptr;
  mannequin_avatar* avatar = nullptr;
  mannequin_skinner* skinner = nullptr;
  std::FILE* err;

  // A refusal has its words.
  int refused() const {
    const std::string words = mannequin_last_error();
    std::fprintf(err, "%s\n", words.c_str());
    return words.empty() ? kNoWords : kRefused;
  }
  int skin(const mannequin_meshes* meshes, std::uint32_t mesh) const {
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    if (mannequin_mesh_get(meshes, mesh, &info) != MANNEQUIN_OK) return kBroken;
    std::vector<float> positions(info.vertex_count * std::size_t{3});
    mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
    out.vertex_count = info.vertex_count;
    out.positions = positions.data();
    if (mannequin_skinner_skin(skinner, avatar, meshes, mesh, &out) != MANNEQUIN_OK) return refused();
    return std::ranges::all_of(positions, [](float number) { return std::isfinite(number); }) ? kUsed
                                                                                              : kNotFinite;
  }
  int wear(const io::Bytes& bytes, const std::string& name) const {
    mannequin_meshes* meshes = nullptr;
    if (mannequin_meshes_load(character, bytes.data(), bytes.size(), name.c_str(), nullptr, &meshes) !=
        MANNEQUIN_OK)
      return refused();
    std::uint32_t count = 0;
    if (mannequin_mesh_count(meshes, &count) != MANNEQUIN_OK) return kBroken;
    int worst = kUsed;
    if (mannequin_avatar_wear(avatar, meshes, nullptr) != MANNEQUIN_OK) worst = refused();
    if (mannequin_avatar_evaluate(avatar) != MANNEQUIN_OK) return std::max(worst, refused());
    for (std::uint32_t mesh = 0; mesh < count; ++mesh) worst = std::max(worst, skin(meshes, mesh));
    mannequin_meshes_release(meshes);
    return worst;
  }
};

int use(const CraftedFile& file, std::FILE* err) {
  Host host{.err = err};
  const bool definitions = file.kind == CraftedFile::Kind::character;
  if (definitions && mannequin_character_from_folder(file.path.c_str(), &host.character) != MANNEQUIN_OK)
    return host.refused();
  if (!definitions && mannequin_character_builtin(&host.character) != MANNEQUIN_OK) return kBroken;
  if (mannequin_avatar_create(host.character, &host.avatar) != MANNEQUIN_OK ||
      mannequin_skinner_create(nullptr, &host.skinner) != MANNEQUIN_OK)
    return kBroken;
  if (definitions) return mannequin_avatar_evaluate(host.avatar) == MANNEQUIN_OK ? kUsed : host.refused();
  const auto bytes = io::read_file(file.path);
  if (!bytes) return kBroken;
  const std::string name = file.path.filename().string();
  if (file.kind == CraftedFile::Kind::mesh) return host.wear(*bytes, name);
  if (file.kind == CraftedFile::Kind::pose) return kRefused;  // poses are set joint by joint
  return mannequin_avatar_set_shape(host.avatar, bytes->data(), bytes->size(), name.c_str()) == MANNEQUIN_OK
             ? kUsed
             : host.refused();
}

class HostileCLibrary : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("mannequin_hostile_c_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void take(const std::vector<CraftedFile>& files) {
    for (const CraftedFile& file : files) {
      const std::string name = file.path.filename().string();
      const LimitedRun run =
          run_limited([&](std::FILE* err) { return use(file, err); }, folder_, RunLimits());
      EXPECT_EQ(run.signal, 0) << name << ": " << run.err.substr(0, 500);
      EXPECT_TRUE(run.exit_code == kUsed || run.exit_code == kRefused)
          << name << ": " << run.exit_code << ": " << run.err.substr(0, 500);
      if (file.refused) {
        EXPECT_EQ(run.exit_code, kRefused) << name;
      }
      if (program_is_checked()) continue;
      EXPECT_LT(run.peak_bytes, kPeakBytes) << name;
      EXPECT_LT(run.cpu_seconds, cpu_budget(run.cpu_seconds)) << name;
    }
  }

  std::filesystem::path folder_;
};

TEST_F(HostileCLibrary, AnswersWhatIsCrafted) { take(write_crafted_files(folder_)); }

TEST_F(HostileCLibrary, AnswersWhatWasRecorded) {
  MANNEQUIN_NEEDS_SHARED("fixtures/hostile");
  take(copy_recorded_files(folder_));
}

TEST_F(HostileCLibrary, AnswersWhatIsSpoilt) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt");
  std::vector<CraftedFile> files;
  for (const auto& path : copy_spoilt_files(folder_)) files.push_back({path, CraftedFile::Kind::mesh, false});
  EXPECT_GE(files.size(), 100u);
  take(files);
}

}  // namespace
}  // namespace mannequin::test

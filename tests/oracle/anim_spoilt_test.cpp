// oracle/anim/spoilt_anim.json.gz: the verdict on every spoilt clip, for playing and for upload.
#include <map>

#include "engine/io/anim_upload.h"
#include "tests/oracle/clip_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

// Accepted by the viewer, refused here, with the reason.
const std::map<std::string, std::string>& stricter() {
  static const std::map<std::string, std::string> cases = {
      {"duration_negative_positions_only.anim",
       "the viewer notices a negative duration only at a rotation key; nothing of it can be played"}};
  return cases;
}

TEST(SpoiltAnimOracle, EveryVerdict) {
  MANNEQUIN_NEEDS_SHARED("oracle/anim/spoilt_anim.json.gz");
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  const json oracle = read_json(shared_path("oracle/anim/spoilt_anim.json.gz"));
  Worst keys(kKeyLimit);
  std::size_t accepted = 0, refused = 0, named = 0;
  for (const json& spoilt : oracle.at("cases")) {
    const std::string name = spoilt.at("name");
    const io::Bytes bytes = from_base64(spoilt.at("input_base64"));
    const auto file = io::read_anim(bytes, name);
    Result<Clip> clip = file ? Clip::build(io::decode_anim(*file), skeleton) : error_of(file);
    const bool play = spoilt.at("result") == "accept";
    if (stricter().count(name)) {
      EXPECT_TRUE(play && !clip) << name << " is no exception any more";
      ++named;
      continue;
    }
    EXPECT_EQ(clip.has_value(), play) << name << ": " << (clip ? "accepted" : clip.error().message());
    if (!clip) {
      EXPECT_NE(clip.error().where.find(name), std::string::npos) << clip.error().where;
      EXPECT_FALSE(clip.error().what.empty()) << name;
      ++refused;
      continue;
    }
    ++accepted;
    EXPECT_EQ(io::write_anim(*file), bytes) << name;
    if (spoilt.contains("motion")) compare_clip(keys, *clip, spoilt.at("motion"), name);
    const bool upload = spoilt.at("result_when_invalid_joints_forbidden") == "accept";
    EXPECT_EQ(io::pack_upload(*clip).has_value(), upload) << name;
  }
  EXPECT_WITHIN_LIMIT(keys);
  EXPECT_GT(accepted, 20u);
  EXPECT_GT(refused, 30u);
  EXPECT_EQ(named, stricter().size());
}

}  // namespace
}  // namespace mannequin::test

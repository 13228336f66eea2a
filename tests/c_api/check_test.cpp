// The uploader's verdict in C, compared with C++.
#include <span>
#include <string>

#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/collada_writer.h"
#include "engine/io/gltf_writer.h"
#include "engine/wear/file_findings.h"
#include "tests/c_api/c_api_case.h"
#include "tests/document/figure.h"

namespace mannequin::test {
namespace {

class CApiCheck : public CApiTest {
 protected:
  void TearDown() override {
    EXPECT_EQ(mannequin_findings_release(findings_), MANNEQUIN_OK);
    CApiTest::TearDown();
  }

  void check(const io::Bytes& bytes, const mannequin_check_options* options = nullptr) {
    ASSERT_EQ(mannequin_check(character_, bytes.data(), bytes.size(), "figure.glb", options, &findings_),
              MANNEQUIN_OK)
        << mannequin_last_error();
    ASSERT_EQ(mannequin_findings_count(findings_, &count_, &refused_), MANNEQUIN_OK);
  }

  mannequin_findings* findings_ = nullptr;
  uint32_t count_ = 0;
  int32_t refused_ = -1;
};

io::Bytes figure_glb() {
  const Character& character = builtin_character();
  return io::write_glb(std::vector{box_figure(character.skeleton)}, &character.skeleton).value();
}

// With a joint that no avatar has.
io::Bytes odd_dae() {
  const Character& character = builtin_character();
  const BoundMeshDesc figure = box_figure(character.skeleton);
  const std::string name = figure.skin.joint_names.front();
  std::string text = io::write_collada(std::vector{figure}, &character.skeleton).value();
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
    text.replace(at, name.size(), "Nowhere");
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST_F(CApiCheck, TellsWhatTheCommandTells) {
  const io::Bytes bytes = figure_glb();
  mannequin_check_options options = MANNEQUIN_INIT(mannequin_check_options);
  options.joint_positions = 1;
  check(bytes, &options);
  const Findings wanted = file_findings(io::read_bound_mesh(bytes, "figure.glb", {}).value(),
                                        builtin_character(), {true, kViewerImporter, {}});
  EXPECT_EQ(refused_, is_refused(wanted) ? 1 : 0);
  ASSERT_EQ(count_, wanted.size());
  for (uint32_t i = 0; i < count_; ++i) {
    mannequin_finding_info info = MANNEQUIN_INIT(mannequin_finding_info);
    ASSERT_EQ(mannequin_findings_get(findings_, i, &info), MANNEQUIN_OK);
    EXPECT_EQ(info.severity, static_cast<int>(wanted[i].severity));
    EXPECT_EQ(info.code, wanted[i].code);
    EXPECT_EQ(info.mesh, wanted[i].mesh);
    EXPECT_EQ(info.joint, wanted[i].joint);
    EXPECT_EQ(info.message, wanted[i].message);
    EXPECT_EQ(info.remedy, wanted[i].remedy);
    EXPECT_EQ(info.vertex, wanted[i].vertex ? std::int64_t{*wanted[i].vertex} : -1);
  }
}

TEST_F(CApiCheck, NamesTheJointThatIsUnknown) {
  check(odd_dae());
  EXPECT_EQ(refused_, 1);
  ASSERT_GT(count_, 0u);
  mannequin_finding_info info = MANNEQUIN_INIT(mannequin_finding_info);
  ASSERT_EQ(mannequin_findings_get(findings_, 0, &info), MANNEQUIN_OK);
  EXPECT_EQ(info.severity, 2);
  EXPECT_STREQ(info.code, "unknown_joint");
  EXPECT_STREQ(info.joint, "Nowhere");
  EXPECT_STRNE(info.remedy, "");
}

TEST_F(CApiCheck, FindsThatAFileCannotBeRead) {
  io::Bytes bytes = figure_glb();
  bytes.resize(bytes.size() / 2);
  check(bytes);
  EXPECT_EQ(refused_, 1);
  ASSERT_EQ(count_, 1u);
  mannequin_finding_info info = MANNEQUIN_INIT(mannequin_finding_info);
  ASSERT_EQ(mannequin_findings_get(findings_, 0, &info), MANNEQUIN_OK);
  EXPECT_STREQ(info.code, "unreadable");
  EXPECT_NE(std::string(info.message).find("figure.glb"), std::string::npos);
}

TEST_F(CApiCheck, RefusesWhatAHostShouldNotCall) {
  const io::Bytes bytes = figure_glb();
  mannequin_findings* none = nullptr;
  mannequin_finding_info info = MANNEQUIN_INIT(mannequin_finding_info);
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE,
                 mannequin_check(nullptr, bytes.data(), bytes.size(), nullptr, nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_check(character_, nullptr, 1, nullptr, nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_check(character_, bytes.data(), bytes.size(), nullptr, nullptr, nullptr));
  mannequin_check_options options = MANNEQUIN_INIT(mannequin_check_options);
  options.importer = 4;
  EXPECT_REFUSED(bad, mannequin_check(character_, bytes.data(), bytes.size(), nullptr, &options, &none));
  options.struct_size = 0;
  EXPECT_REFUSED(bad, mannequin_check(character_, bytes.data(), bytes.size(), nullptr, &options, &none));
  EXPECT_EQ(none, nullptr);

  check(bytes);
  EXPECT_REFUSED(bad, mannequin_findings_count(findings_, nullptr, nullptr));
  EXPECT_EQ(mannequin_findings_count(findings_, &count_, nullptr), MANNEQUIN_OK);
  EXPECT_REFUSED(bad, mannequin_findings_get(findings_, count_, &info));
  EXPECT_REFUSED(bad, mannequin_findings_get(findings_, 0, nullptr));
  info.struct_size = 0;
  EXPECT_REFUSED(bad, mannequin_findings_get(findings_, 0, &info));
  const auto foreign = reinterpret_cast<mannequin_findings*>(avatar_);
  for (mannequin_findings* const handle : {none, foreign}) {
    EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_findings_count(handle, &count_, nullptr));
    EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_findings_get(handle, 0, &info));
  }
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_findings_release(foreign));
}

}  // namespace
}  // namespace mannequin::test

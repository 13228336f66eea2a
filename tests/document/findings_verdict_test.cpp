// The one line above the findings says what was looked at, and calls nothing good that something is said of.
#include <fmt/format.h>

#include "engine/fit/standard_poses.h"
#include "engine/fit/upload_check.h"
#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class FindingsVerdictTest : public DocumentTest {
 protected:
  std::string verdict_on(const BoundMeshDesc& mesh) {
    EXPECT_TRUE(document_->files.open(write_mesh(mesh, "worn.glb"), false));
    wait_for_findings();
    return document_->findings().verdict();
  }
  const std::string extent_ = fmt::format(": {} rules, {} poses", upload_rules().size(), kCheckPoses);
};

TEST_F(FindingsVerdictTest, SaysWhatWasLookedAt) {
  EXPECT_EQ(verdict_on(test::box_on(character_.skeleton, "mChest", {})),
            "No problems found in 1 mesh" + extent_);
  for (const FileFinding& found : document_->findings().list()) ADD_FAILURE() << found.text();
}

TEST_F(FindingsVerdictTest, FindsNoFaultlessnessAboveANote) {
  EXPECT_EQ(verdict_on(test::box_on(character_.skeleton, "mChest", {0.0, 0.0, 0.05})),
            "No errors or warnings in 1 mesh, but 1 note" + extent_);
  for (const FileFinding& found : document_->findings().list())
    EXPECT_EQ(found.finding.code, "offsets_ignored") << found.text();
}

// As `mannequin check` says of one.
TEST_F(FindingsVerdictTest, AnObjIsNotUploaded) {
  ASSERT_TRUE(io::write_file(
      folder_ / "worn.obj",
      std::string_view("v 0 1 0\nv 0 1 0.1\nv 0.1 1 0\nv 0 1.1 0\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n")));
  (void)document_->files.open(folder_ / "worn.obj", false);  // nothing moves it, so it is left out
  wait_for_findings();
  EXPECT_EQ(document_->findings().verdict(), "The uploader would refuse this: 1 error");
  for (const FileFinding& found : document_->findings().list()) {
    EXPECT_NE(found.finding.code, "not_rigged") << "its remedy would not do";
    if (found.finding.severity != Severity::error) continue;
    EXPECT_NE(found.text().find("is an .obj"), std::string::npos) << found.text();
    EXPECT_NE(found.finding.remedy.find("Bind"), std::string::npos) << found.finding.remedy;
  }
}

}  // namespace
}  // namespace mannequin::document

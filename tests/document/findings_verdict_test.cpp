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

}  // namespace
}  // namespace mannequin::document

// Worn files of one name, where somebody has to choose among them.
#include "tools/document/worn_names.h"

#include <set>

#include "tests/document/document_case.h"

namespace mannequin::document {
namespace {

class WornNamesTest : public DocumentTest {
 protected:
  std::vector<std::string> names() { return names_told_apart(document_->avatar().worn()); }
  void wear(const std::filesystem::path& name) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    ASSERT_TRUE(
        document_->files.open(write_mesh(test::box_figure(character_.skeleton), name.string()), true));
    wait_for_files();
  }
};

TEST_F(WornNamesTest, AreThoseOfTheFilesUntilTwoAreTheSame) {
  wear("a/dress.glb");
  wear("a/boots.glb");
  EXPECT_EQ(names(), (std::vector<std::string>{"dress.glb", "boots.glb"}));
  wear("b/dress.glb");
  EXPECT_EQ(names(), (std::vector<std::string>{"dress.glb in a", "boots.glb", "dress.glb in b"}));
}

TEST_F(WornNamesTest, OfOneFolderHaveTheNumberOfTheirRow) {
  wear("a/dress.glb");
  wear("a/dress.glb");
  const auto found = names();
  EXPECT_EQ(std::set<std::string>(found.begin(), found.end()).size(), found.size());
}

TEST_F(WornNamesTest, MeshesOfOneNameHaveTheirFiles) {
  const auto mesh_name = [&](std::size_t row) {
    const auto& worn = document_->avatar().worn();
    return name_told_apart(worn, *worn[row]->meshes.front());
  };
  wear("a/dress.glb");
  const std::string alone = document_->avatar().worn()[0]->meshes.front()->mesh.name();
  EXPECT_EQ(mesh_name(0), alone);
  wear("a/boots.glb");
  EXPECT_EQ(mesh_name(0), alone + " of dress.glb");
  EXPECT_EQ(mesh_name(1), alone + " of boots.glb");
  wear("b/dress.glb");
  EXPECT_EQ(mesh_name(2), alone + " of dress.glb in b");
}

}  // namespace
}  // namespace mannequin::document

#include "engine/platform/own_folder.h"

#include <gtest/gtest.h>

namespace mannequin {
namespace {

TEST(OwnFolder, IsWhereThisProgramWasBuilt) {
  EXPECT_EQ(own_folder(), std::filesystem::canonical(MANNEQUIN_PROGRAM).parent_path());
}

}  // namespace
}  // namespace mannequin

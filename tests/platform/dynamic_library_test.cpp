// System functions, on inputs with known results.
#include "engine/platform/dynamic_library.h"

#include <gtest/gtest.h>

#include <cstring>

namespace mannequin {
namespace {

TEST(DynamicLibrary, FindsFunctionsByName) {
  void* const library = open_library("libm.so.6");
  if (library == nullptr) GTEST_SKIP() << "there is no libm.so.6";
  const auto cosine = reinterpret_cast<double (*)(double)>(library_function(library, "cos"));
  ASSERT_NE(cosine, nullptr);
  EXPECT_EQ(cosine(0.0), 1.0);
  EXPECT_EQ(library_function(library, "mannequin_has_no_such_function"), nullptr);
}

TEST(DynamicLibrary, IsNullWhereThereIsNone) {
  EXPECT_EQ(open_library("libmannequin_nowhere.so.0"), nullptr);
}

}  // namespace
}  // namespace mannequin

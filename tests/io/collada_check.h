// Common checks of the COLLADA reader's tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/io/small_dae.h"

namespace mannequin::test {

inline io::BoundMeshFile accepted(const SmallDae& dae) {
  auto file = dae.read();
  EXPECT_TRUE(file) << file.error().message();
  return file ? std::move(*file) : io::BoundMeshFile{};
}

inline bool noted(const io::BoundMeshFile& file, const std::string& code) {
  return std::any_of(file.notes.begin(), file.notes.end(),
                     [&](const io::Note& note) { return note.code == code; });
}

inline void expect_refused(const SmallDae& dae, const std::string& part,
                           ErrorCode code = ErrorCode::bad_data) {
  const auto file = dae.read();
  ASSERT_FALSE(file) << part;
  EXPECT_EQ(file.error().code, code);
  EXPECT_NE(file.error().what.find(part), std::string::npos) << file.error().message();
  EXPECT_EQ(file.error().where.rfind("small.dae", 0), 0u) << file.error().where;
}

}  // namespace mannequin::test

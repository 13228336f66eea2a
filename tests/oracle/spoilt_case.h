// Shared by the tests of spoilt mesh files: the advised outcome of a file, and whether it is met.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <span>
#include <string>

#include "engine/core/result.h"
#include "engine/io/note.h"
#include "tests/oracle/import_case.h"

namespace mannequin::test {

enum class SpoiltOutcome {
  accepted,     // without a warning
  noted,        // accepted with a note of the code `detail`
  rejected,     // by the reader, with a message that contains `detail`
  no_such_rig,  // read, but refused against the skeleton with a message that contains `detail`
};

struct SpoiltCase {
  const char* name;
  SpoiltOutcome outcome;
  const char* detail = "";
  ImportExceptions except = {};  // the viewer's numbers that are not compared
};

inline void PrintTo(const SpoiltCase& spoilt, std::ostream* out) { *out << spoilt.name; }

inline std::string case_name(const testing::TestParamInfo<SpoiltCase>& named) { return named.param.name; }

// `file`: the reader's result; its errors are at `place`. `build`: builds a mesh and a skin from it.
template <typename File, typename Build>
void expect_outcome(const SpoiltCase& spoilt, const Result<File>& file, const std::string& place,
                    Build&& build) {
  if (spoilt.outcome == SpoiltOutcome::rejected) {
    ASSERT_FALSE(file);
    EXPECT_NE(file.error().message().find(spoilt.detail), std::string::npos) << file.error().message();
    EXPECT_EQ(file.error().where.rfind(place, 0), 0u) << file.error().where;
    return;
  }
  ASSERT_TRUE(file) << file.error().message();
  if (spoilt.outcome == SpoiltOutcome::noted) {
    EXPECT_TRUE(std::any_of(file->notes.begin(), file->notes.end(),
                            [&](const io::Note& note) { return note.code == spoilt.detail; }));
  } else {
    for (const io::Note& note : file->notes) EXPECT_EQ(note.severity, io::Severity::info) << note.what;
  }
  const auto built = build(*file);
  if (spoilt.outcome == SpoiltOutcome::no_such_rig) {
    ASSERT_FALSE(built);
    EXPECT_NE(built.error().message().find(spoilt.detail), std::string::npos) << built.error().message();
  } else {
    EXPECT_TRUE(built) << built.error().message();
  }
}

// `cases`: of the oracle's file, with their names.
inline void expect_all_named(std::span<const SpoiltCase> ours, const nlohmann::json& cases) {
  EXPECT_EQ(cases.size(), ours.size());
  for (const nlohmann::json& theirs : cases)
    EXPECT_TRUE(std::ranges::any_of(ours, [&](const SpoiltCase& spoilt) {
      return theirs.at("name").get<std::string>() == spoilt.name;
    })) << theirs.at("name");
}

}  // namespace mannequin::test

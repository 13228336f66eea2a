// Formats pieces of COLLADA as text, for the writer.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engine/math/types.h"

namespace mannequin::io::collada {

// Among the keywords of a document whose inverse binds are those of a glTF file, as they stood there: a
// viewer would have rebuilt them for the avatar's joints, but takes those of a .dae as they are.
inline constexpr const char* kGltfBinds = "glTF binds";

// A number and a space before it; of doubles the shortest text that reads back as the same.
void append_number(std::string& text, float value);
void append_number(std::string& text, double value);
void append_number(std::string& text, std::size_t value);

// The 16 numbers of a matrix in COLLADA's order, row by row.
void append_rows(std::string& text, const Mat4& matrix);

// Makes names unique by numbers at their ends, in time that does not grow with how many have the same name.
class UniqueNames {
 public:
  // `before`: what stands between a name and its number.
  explicit UniqueNames(std::string before) : before_(std::move(before)) {}
  std::string make(const std::string& name);

 private:
  std::string before_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_;  // the number that a name got last
};

// Makes ids from names, unique across all elements.
class Ids {
 public:
  std::string make(std::string_view name, std::string_view kind);

 private:
  UniqueNames unique_{"-"};
};

// A name as a single word, as required in lists of names.
std::string one_word(std::string_view name);

}  // namespace mannequin::io::collada

// Pieces of COLLADA as text, for the writer.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engine/math/types.h"

namespace mannequin::io::collada {

// A number and a space before it; of doubles the shortest text that reads back as the same.
void append_number(std::string& text, float value);
void append_number(std::string& text, double value);
void append_number(std::string& text, std::size_t value);

// The 16 numbers of a matrix, row by row, as COLLADA has them.
void append_rows(std::string& text, const Mat4& matrix);

// Ids that no two elements share, made of names.
class Ids {
 public:
  std::string make(std::string_view name, std::string_view kind);

 private:
  std::set<std::string> taken_;
};

// A name as a single word, as lists of names need it.
std::string one_word(std::string_view name);

}  // namespace mannequin::io::collada

#include "engine/io/float_text.h"

#include <charconv>
#include <cmath>

namespace mannequin::io {

void append_float(std::string& text, float value) {
  char digits[32];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, std::isfinite(value) ? value : 0.0f);
  text.append(digits, error == std::errc() ? end : digits);
}

}  // namespace mannequin::io

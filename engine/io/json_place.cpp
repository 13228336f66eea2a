#include "engine/io/json_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mannequin::io {
namespace {

constexpr int kMaxDepth = 64;

std::size_t line_of(std::string_view text, std::size_t offset) {
  return 1 +
         static_cast<std::size_t>(std::count(
             text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

// Brackets outside strings; the parser itself would follow any depth.
bool too_deep(std::string_view text, std::size_t& offset) {
  int depth = 0;
  bool in_string = false;
  for (offset = 0; offset < text.size(); ++offset) {
    const char c = text[offset];
    if (in_string) {
      if (c == '\\') ++offset;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

const char* kind_of(const nlohmann::json& value) { return value.type_name(); }

}  // namespace

Result<nlohmann::json> parse_json(std::string_view text, const std::string& source) {
  std::size_t offset = 0;
  if (too_deep(text, offset))
    return fail(
        ErrorCode::bad_data, fmt::format("{}:{}", source, line_of(text, offset)),
        fmt::format("is nested more than {} levels deep; no file of this kind needs that", kMaxDepth));
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    const bool at_end = byte >= text.size();
    return fail(
        ErrorCode::cannot_read, fmt::format("{}:{}", source, line_of(text, byte)),
        at_end
            ? std::string("stops in the middle; if it is still being written, wait, otherwise save it again")
            : std::string("is not JSON from here on; check quotes, commas and brackets"));
  } catch (const nlohmann::json::exception& error) {
    return fail(ErrorCode::cannot_read, source, std::string("cannot be read as JSON: ") + error.what());
  }
}

Result<JsonPlace> JsonPlace::member(const char* key) const {
  if (auto status = expect_object(); !status) return tl::make_unexpected(status.error());
  const auto found = value_->find(key);
  if (found == value_->end()) return bad(fmt::format("lacks \"{}\"; add it", key));
  return JsonPlace(*found, where_ + (where_.find(", ") == std::string::npos ? ", " : ".") + key);
}

JsonPlace JsonPlace::item(std::size_t index) const {
  return {(*value_)[index], fmt::format("{}[{}]", where_, index)};
}

JsonPlace JsonPlace::entry(const std::string& key) const {
  return {(*value_)[key], where_ + (where_.find(", ") == std::string::npos ? ", " : ".") + key};
}

Result<double> JsonPlace::number() const {
  if (!value_->is_number()) return bad(fmt::format("is a {}; a number belongs here", kind_of(*value_)));
  const double number = value_->get<double>();
  if (!std::isfinite(number)) return bad("is beyond any sensible number; correct it");
  return number;
}

Result<bool> JsonPlace::boolean() const {
  if (!value_->is_boolean()) return bad(fmt::format("is a {}; true or false belongs here", kind_of(*value_)));
  return value_->get<bool>();
}

Result<std::string> JsonPlace::text() const {
  if (!value_->is_string())
    return bad(fmt::format("is a {}; a text in quotes belongs here", kind_of(*value_)));
  return value_->get<std::string>();
}

Result<Vec3> JsonPlace::vec3() const {
  if (!value_->is_array() || value_->size() != 3) return bad("must be three numbers, [x, y, z]");
  Vec3 v;
  for (int i = 0; i < 3; ++i) {
    const Result<double> number = item(static_cast<std::size_t>(i)).number();
    if (!number) return tl::make_unexpected(number.error());
    v[i] = *number;
  }
  return v;
}

Result<Quat> JsonPlace::quat() const {
  if (!value_->is_array() || value_->size() != 4) return bad("must be a quaternion, [x, y, z, w]");
  double q[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const Result<double> number = item(i).number();
    if (!number) return tl::make_unexpected(number.error());
    q[i] = *number;
  }
  const Quat quat(q[3], q[0], q[1], q[2]);
  if (!(glm::length(quat) > 1e-6))
    return bad("is a quaternion of length 0, which is no rotation; [0, 0, 0, 1] is none");
  return glm::normalize(quat);
}

Status JsonPlace::expect_object() const {
  if (value_->is_object()) return {};
  return bad(fmt::format("is a {}; an object in braces belongs here", kind_of(*value_)));
}

Status JsonPlace::expect_array() const {
  if (value_->is_array()) return {};
  return bad(fmt::format("is a {}; a list in brackets belongs here", kind_of(*value_)));
}

}  // namespace mannequin::io

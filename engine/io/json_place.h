// Reading JSON with errors that name the place: "shape.json:3" for syntax, "shape.json, params.33" for
// content.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/math/types.h"

namespace mannequin::io {

// Depth is limited, comments and a byte order mark are not accepted, errors give the line.
Result<nlohmann::json> parse_json(std::string_view text, const std::string& source);

// A value together with where it stands. Refers to the document, which must outlive it.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, std::string where) : value_(&value), where_(std::move(where)) {}

  const nlohmann::json& value() const { return *value_; }
  const std::string& where() const { return where_; }
  tl::unexpected<Error> bad(std::string what) const {
    return fail(ErrorCode::bad_data, where_, std::move(what));
  }

  bool has(const char* key) const { return value_->is_object() && value_->contains(key); }
  Result<JsonPlace> member(const char* key) const;  // an error if it is missing
  JsonPlace item(std::size_t index) const;          // of an array, index in range
  JsonPlace entry(const std::string& key) const;    // of an object, key present

  Result<double> number() const;  // finite
  Result<bool> boolean() const;
  Result<std::string> text() const;
  Result<Vec3> vec3() const;  // [x, y, z]
  Result<Quat> quat() const;  // [x, y, z, w], made unit; 0 is an error
  Status expect_object() const;
  Status expect_array() const;

 private:
  const nlohmann::json* value_;
  std::string where_;
};

}  // namespace mannequin::io

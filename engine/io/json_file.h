// A small JSON file, open for reading: syntax with line numbers, values with JSON paths. For definitions,
// shapes, poses and offsets. Private to engine/io.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/json_tree.h"
#include "engine/io/text_file.h"
#include "engine/math/types.h"

namespace mannequin::io {

// Checks syntax, encoding, size, depth and repeated keys; messages have file and line.
Result<JsonTree<nlohmann::json>> parse_json_file(std::string_view text, const std::string& source);

// The same with the keys in file order. Rejects objects of more than kMaxOrderedKeys keys, since every
// key is compared with the previous ones.
inline constexpr std::size_t kMaxOrderedKeys = 4096;
Result<JsonTree<nlohmann::ordered_json>> parse_ordered_json_file(std::string_view text,
                                                                 const std::string& source,
                                                                 std::size_t max_bytes);

// How the files of a kind are read.
struct JsonStyle {
  std::string separator = ", ";  // in messages, between the file and the place
  std::string remedy;            // for generated files; empty: each message has an example
  double largest = kMaxTextFileNumber;
};

// The first fault of a file; everything after it reads as a harmless default.
class JsonFault {
 public:
  explicit JsonFault(std::string source, JsonStyle style = {})
      : source_(std::move(source)), style_(std::move(style)) {}
  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }
  const JsonStyle& style() const { return style_; }
  // path: "parameters[12].min"
  std::string place(const std::string& path) const {
    return path.empty() ? source_ : source_ + style_.separator + path;
  }
  void blame(const std::string& path, std::string what, ErrorCode code = ErrorCode::bad_data);

 private:
  std::string source_;
  JsonStyle style_;
  std::optional<Error> error_;
};

// One object of the file. Keys that were never asked for are faults, so that typos are not silently
// ignored.
class JsonObject {
 public:
  JsonObject(const nlohmann::json& value, std::string path, JsonFault& fault);

  bool has(const char* key) const;
  bool is_text(const char* key) const { return has(key) && value_.at(key).is_string(); }
  bool is_list(const char* key) const { return has(key) && value_.at(key).is_array(); }
  std::vector<std::string> keys() const;
  // The raw value, for lists of mixed content; null if the key is missing or not a list.
  const nlohmann::json* list(const char* key) {
    return find(key, nlohmann::json::value_t::array, "a list [...]");
  }
  // The raw value, whatever its type; null if the key is missing.
  const nlohmann::json* any(const char* key);
  // The raw value of a key that may be null, absent or a text.
  const nlohmann::json* null_or_text(const char* key);
  std::string path(const char* key) const;
  void blame(std::string what, ErrorCode code = ErrorCode::bad_data) {
    fault_.blame(path_, std::move(what), code);
  }
  bool ok() const { return fault_.ok(); }
  JsonFault& fault() { return fault_; }

  // A missing key returns `absent`; `required_*` report a fault instead, with an example as the remedy.
  std::string text(const char* key, const std::string& absent = "");
  double number(const char* key, double absent);
  bool flag(const char* key);
  Vec3 vector(const char* key, const Vec3& absent);
  std::vector<double> numbers(const char* key, std::size_t count);  // empty if missing
  std::vector<double> numbers(const char* key);                     // of any count
  std::vector<std::string> texts(const char* key);
  std::vector<int> integers(const char* key);
  std::string required_text(const char* key, const char* example);
  double required_number(const char* key, const char* example);
  int required_integer(const char* key, const char* example);
  int integer(const char* key, int absent);
  bool require(const char* key, const char* example);  // false: missing, which is a fault
  void ignore(const char* key) { known_.insert(key); }

  // The objects of an array; `read` gets a JsonObject.
  template <typename Read>
  void each(const char* key, Read read) {
    const nlohmann::json* list = find(key, nlohmann::json::value_t::array, "a list of objects: [{...}, ...]");
    for (std::size_t i = 0; list != nullptr && i < list->size() && ok(); ++i) {
      JsonObject object((*list)[i], path(key) + "[" + std::to_string(i) + "]", fault_);
      read(object);
      object.finish();
    }
  }

  // The object under a key, read by `read`, if present.
  template <typename Read>
  void inside(const char* key, Read read) {
    const nlohmann::json* value = find(key, nlohmann::json::value_t::object, "an object {...}");
    if (value == nullptr) return;
    JsonObject object(*value, path(key), fault_);
    read(object);
  }

  // The keys and values of an object with arbitrary keys.
  template <typename Read>
  void each_in(const char* key, Read read) {
    const nlohmann::json* object = find(key, nlohmann::json::value_t::object, "an object {...}");
    if (object == nullptr) return;
    for (const auto& [name, value] : object->items())
      if (ok()) read(name, value);
  }

  void finish();

 private:
  const nlohmann::json* find(const char* key, nlohmann::json::value_t type, const char* wanted);
  void blame_type(const std::string& path, const nlohmann::json& value, const char* wanted);
  // `where` makes the path, which only faults need.
  template <typename Where>
  double as_number(const nlohmann::json& value, double absent, Where where);
  template <typename Where>
  int as_integer(const nlohmann::json& value, int absent, Where where);
  std::vector<double> numbers_of(const char* key, const nlohmann::json& list);

  const nlohmann::json& value_;
  std::string path_;
  JsonFault& fault_;
  std::set<std::string> known_;
};

// "schema" must be 1; "about" is a comment.
void check_schema(JsonObject& root);

// A file with its outermost object, or the objects of its outermost list.
class JsonRoot {
 public:
  JsonRoot(std::string_view text, const std::string& source);
  bool ok() const { return fault_.ok(); }
  const Error& error() const { return fault_.error(); }
  JsonObject object() { return JsonObject(tree_.value, "", fault_); }
  template <typename Read>
  void each(Read read) {
    const nlohmann::json& list = tree_.value;
    if (!list.is_array()) return fault_.blame("", "is not a list, but must be one: [{...}, ...]");
    for (std::size_t i = 0; i < list.size() && ok(); ++i) {
      JsonObject object(list[i], "[" + std::to_string(i) + "]", fault_);
      read(object);
    }
  }
  JsonFault& fault() { return fault_; }

 private:
  JsonTree<nlohmann::json> tree_;
  JsonFault fault_;
};

// --- writing: one object on one line, keys in insertion order
class JsonLine {
 public:
  JsonLine& text(const char* key, const std::string& value);
  JsonLine& number(const char* key, double value);
  JsonLine& numbers(const char* key, std::initializer_list<double> values);
  JsonLine& vector(const char* key, const Vec3& value) { return numbers(key, {value.x, value.y, value.z}); }
  JsonLine& texts(const char* key, const std::vector<std::string>& values);
  JsonLine& integers(const char* key, const std::vector<int>& values);
  JsonLine& flag(const char* key, bool value);
  JsonLine& raw(const char* key, const std::string& json);

  // "a": 1, "b": 2 without the braces
  const std::string& str() const { return out_; }

 private:
  std::string out_;
};

}  // namespace mannequin::io

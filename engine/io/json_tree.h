// JSON values in memory, for files whose reading must survive running out of memory. nlohmann's destructor
// allocates to flatten a tree, and terminates the program if that fails. Private to engine/io.
#pragma once

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace mannequin::io {

// Empties a tree from its leaves up, so that destroying the rest does not allocate. Recurses as deep as the
// tree, which every parser here limits.
template <typename Json>
void dismantle(Json& value) noexcept {
  if (auto* list = value.template get_ptr<typename Json::array_t*>()) {
    for (Json& item : *list) dismantle(item);
    list->clear();
  } else if (auto* object = value.template get_ptr<typename Json::object_t*>()) {
    for (auto& member : *object) dismantle(member.second);
    object->clear();
  }
}

// Owns a value; its destruction does not allocate.
template <typename Json>
class JsonTree {
 public:
  JsonTree() = default;
  explicit JsonTree(Json of) : value(std::move(of)) {}
  JsonTree(JsonTree&& other) noexcept : value(std::move(other.value)) {}
  JsonTree& operator=(JsonTree&& other) noexcept {
    std::swap(value, other.value);
    return *this;
  }
  ~JsonTree() { dismantle(value); }

  Json value;
};

struct JsonLimits {
  std::size_t depth = 0;
  std::size_t values = std::numeric_limits<std::size_t>::max();  // keys count, too
  std::size_t keys = std::numeric_limits<std::size_t>::max();    // of one object
};

// Builds a tree from the events of nlohmann's parser: sax_parse(text, &builder). The last value of a repeated
// key wins. Stops at the first fault, after which the partial tree is unusable.
template <typename Json>
class JsonBuilder final : public nlohmann::json_sax<Json> {
 public:
  using typename nlohmann::json_sax<Json>::binary_t;
  using typename nlohmann::json_sax<Json>::number_float_t;
  using typename nlohmann::json_sax<Json>::number_integer_t;
  using typename nlohmann::json_sax<Json>::number_unsigned_t;
  using typename nlohmann::json_sax<Json>::string_t;

  explicit JsonBuilder(const JsonLimits& limits) : limits_(limits) {}

  JsonTree<Json> tree;
  enum class Fault { none, syntax, number, depth, values, keys } fault = Fault::none;
  std::size_t position = 0;  // of a syntax error: the byte after which it was found
  bool at_end = false;       // the text is truncated
  std::string message;       // nlohmann's own
  std::string repeated;      // the first key that occurs twice in one object

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::value_t::object); }
  bool start_array(std::size_t) override { return open(Json::value_t::array); }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }

  bool key(string_t& name) override {
    auto& object = *open_.back()->template get_ptr<typename Json::object_t*>();
    if (object.size() >= limits_.keys) return wrong(Fault::keys);
    if (!count()) return false;
    const std::size_t before = object.size();
    member_ = &object[name];
    if (object.size() == before && repeated.empty()) repeated = name;
    return true;
  }

  bool parse_error(std::size_t at, const std::string& token,
                   const nlohmann::detail::exception& error) override {
    position = at;
    message = error.what();
    at_end = token.empty() || message.find("unexpected end of input") != std::string::npos;
    constexpr int kOutOfRange = 406;
    return wrong(error.id == kOutOfRange ? Fault::number : Fault::syntax);
  }

 private:
  bool wrong(Fault what) {
    fault = what;
    return false;
  }
  bool count() { return ++values_ <= limits_.values || wrong(Fault::values); }

  // Where the next value goes.
  Json& place() {
    if (open_.empty()) return tree.value;
    if (auto* list = open_.back()->template get_ptr<typename Json::array_t*>()) return list->emplace_back();
    dismantle(*member_);
    return *member_;
  }
  template <typename Value>
  bool add(Value&& value) {
    if (!count()) return false;
    place() = Json(std::forward<Value>(value));
    return true;
  }
  bool open(typename Json::value_t kind) {
    if (open_.size() >= limits_.depth) return wrong(Fault::depth);
    if (!count()) return false;
    Json& value = place();
    value = Json(kind);
    open_.push_back(&value);
    return true;
  }

  JsonLimits limits_;
  std::size_t values_ = 0;
  std::vector<Json*> open_;  // from the outermost to the innermost
  Json* member_ = nullptr;
};

}  // namespace mannequin::io

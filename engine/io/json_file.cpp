#include "engine/io/json_file.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

using nlohmann::json;

// Brackets nested too deeply; counted before parsing, since every level costs memory.
std::optional<std::size_t> too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxTextFileDepth) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::nullopt;
}

// The library's own text begins with an error number and repeats the position.
std::string plain(const std::string& library_message) {
  const std::size_t at = library_message.find("column ");
  const std::size_t colon = at == std::string::npos ? at : library_message.find(": ", at);
  return colon == std::string::npos ? library_message : library_message.substr(colon + 2);
}

// `Json` keeps its keys sorted or in file order; `max_keys` per object.
template <typename Json>
Result<JsonTree<Json>> parse(std::string_view text, const std::string& source, std::size_t max_bytes,
                             std::size_t max_keys) {
  if (Status status = check_text_file(text, source, max_bytes); !status) return error_of(status);
  if (const auto offset = too_deep(text))
    return fail(ErrorCode::cannot_read, place(source, text, *offset),
                fmt::format("brackets are nested more than {} deep; the file is damaged or not of this kind",
                            kMaxTextFileDepth));
  JsonLimits limits{kMaxTextFileDepth};
  limits.keys = max_keys;
  JsonBuilder<Json> builder(limits);
  using Fault = typename JsonBuilder<Json>::Fault;
  Json::sax_parse(text.begin(), text.end(), &builder);
  switch (builder.fault) {
    case Fault::none:
      break;
    case Fault::keys:
      return fail(ErrorCode::cannot_read, source,
                  fmt::format("has an object of more than {} keys; the file is damaged or not of this kind",
                              max_keys));
    case Fault::number:
      return fail(ErrorCode::cannot_read, source,
                  fmt::format("has a number that is out of range ({}); correct it", builder.message));
    case Fault::syntax:
    case Fault::depth:
    case Fault::values:
      return fail(
          ErrorCode::cannot_read, place(source, text, builder.position > 0 ? builder.position - 1 : 0),
          fmt::format(
              "is not well-formed JSON ({}); correct this line, or fetch the file again if it is cut off",
              plain(builder.message)));
  }
  if (!builder.repeated.empty())
    return fail(
        ErrorCode::bad_data, source,
        fmt::format(
            "the key {} occurs twice in one object, so one of them would be lost; remove or rename one",
            in_quotes(builder.repeated)));
  return std::move(builder.tree);
}

}  // namespace

Result<JsonTree<json>> parse_json_file(std::string_view text, const std::string& source) {
  return parse<json>(text, source, kMaxTextFileBytes, text.size());
}

Result<JsonTree<nlohmann::ordered_json>> parse_ordered_json_file(std::string_view text,
                                                                 const std::string& source,
                                                                 std::size_t max_bytes) {
  return parse<nlohmann::ordered_json>(text, source, max_bytes, kMaxOrderedKeys);
}

void JsonFault::blame(const std::string& path, std::string what, ErrorCode code) {
  if (error_) return;
  error_ = Error{code, place(path), std::move(what) + style_.remedy};
}

JsonObject::JsonObject(const json& value, std::string path, JsonFault& fault)
    : value_(value), path_(std::move(path)), fault_(fault) {
  if (!value.is_object()) blame_type(path_, value, "an object {...}");
}

bool JsonObject::has(const char* key) const { return value_.is_object() && value_.contains(key); }

std::vector<std::string> JsonObject::keys() const {
  std::vector<std::string> names;
  if (value_.is_object())
    for (const auto& [key, value] : value_.items()) names.push_back(key);
  return names;
}

const nlohmann::json* JsonObject::null_or_text(const char* key) {
  known_.insert(key);
  const auto found = value_.is_object() ? value_.find(key) : value_.end();
  if (found == value_.end() || found->is_null()) return nullptr;
  return find(key, nlohmann::json::value_t::string, "a text \"...\", or null");
}

const json* JsonObject::any(const char* key) {
  known_.insert(key);
  return has(key) ? &value_.at(key) : nullptr;
}

std::string JsonObject::path(const char* key) const { return path_.empty() ? key : path_ + "." + key; }

void JsonObject::blame_type(const std::string& path, const json& value, const char* wanted) {
  // Only short scalar values are shown; whole lists would clutter the message.
  const std::string value_text =
      value.is_structured() ? value.type_name() : value.dump(-1, ' ', false, json::error_handler_t::replace);
  fault_.blame(path, fmt::format("is {}; it must be {}", in_quotes(value_text), wanted));
}

const json* JsonObject::find(const char* key, json::value_t type, const char* wanted) {
  known_.insert(key);
  if (!has(key)) return nullptr;
  const json& value = value_.at(key);
  if (value.type() == type) return &value;
  blame_type(path(key), value, wanted);
  return nullptr;
}

template <typename Where>
double JsonObject::as_number(const json& value, double absent, Where where) {
  if (value.is_number()) {
    const double number = value.get<double>();
    if (std::isfinite(number) && std::abs(number) <= fault_.style().largest) return number + 0.0;
  }
  blame_type(where(), value,
             fault_.style().largest == kMaxTextFileNumber ? "one number, at most a million" : "a number");
  return absent;
}

template <typename Where>
int JsonObject::as_integer(const json& value, int absent, Where where) {
  if (value.is_number_integer() && value >= std::numeric_limits<int>::min() &&
      value <= std::numeric_limits<int>::max())
    return value.get<int>();
  blame_type(where(), value, "a whole number");
  return absent;
}

std::string JsonObject::text(const char* key, const std::string& absent) {
  const json* value = find(key, json::value_t::string, "text in quotes");
  return value != nullptr ? value->get<std::string>() : absent;
}

double JsonObject::number(const char* key, double absent) {
  known_.insert(key);
  return has(key) ? as_number(value_.at(key), absent, [&] { return path(key); }) : absent;
}

int JsonObject::integer(const char* key, int absent) {
  known_.insert(key);
  return has(key) ? as_integer(value_.at(key), absent, [&] { return path(key); }) : absent;
}

bool JsonObject::flag(const char* key) {
  const json* value = find(key, json::value_t::boolean, "true or false");
  return value != nullptr && value->get<bool>();
}

std::vector<double> JsonObject::numbers(const char* key, std::size_t count) {
  const std::string wanted = fmt::format("a list of exactly {} numbers", count);
  const json* list = find(key, json::value_t::array, wanted.c_str());
  if (list == nullptr) return {};
  if (list->size() != count) {
    fault_.blame(path(key), fmt::format("has {} entries; it must be {}", list->size(), wanted));
    return {};
  }
  return numbers_of(key, *list);
}

std::vector<double> JsonObject::numbers(const char* key) {
  const json* list = find(key, json::value_t::array, "a list of numbers");
  return list == nullptr ? std::vector<double>() : numbers_of(key, *list);
}

std::vector<double> JsonObject::numbers_of(const char* key, const json& list) {
  std::vector<double> out;
  for (std::size_t i = 0; i < list.size(); ++i)
    out.push_back(as_number(list[i], 0.0, [&] { return fmt::format("{}[{}]", path(key), i); }));
  return out;
}

Vec3 JsonObject::vector(const char* key, const Vec3& absent) {
  const std::vector<double> v = numbers(key, 3);
  return v.empty() ? absent : Vec3(v[0], v[1], v[2]);
}

std::vector<std::string> JsonObject::texts(const char* key) {
  std::vector<std::string> out;
  const json* list = find(key, json::value_t::array, "a list of texts");
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    if (!(*list)[i].is_string())
      blame_type(fmt::format("{}[{}]", path(key), i), (*list)[i], "text in quotes");
    else
      out.push_back((*list)[i].get<std::string>());
  }
  return out;
}

std::vector<int> JsonObject::integers(const char* key) {
  std::vector<int> out;
  const json* list = find(key, json::value_t::array, "a list of whole numbers");
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    out.push_back(as_integer((*list)[i], 0, [&] { return fmt::format("{}[{}]", path(key), i); }));
  return out;
}

bool JsonObject::require(const char* key, const char* example) {
  if (has(key)) return true;
  blame(fault_.style().remedy.empty()
            ? fmt::format("has no \"{}\", which it needs; write \"{}\": {}", key, key, example)
            : fmt::format("has no \"{}\", which it needs", key));
  return false;
}

std::string JsonObject::required_text(const char* key, const char* example) {
  std::string value = text(key);
  if (value.empty()) blame(fmt::format("has no \"{}\", which it needs; write \"{}\": {}", key, key, example));
  return value;
}

double JsonObject::required_number(const char* key, const char* example) {
  require(key, example);
  return number(key, 0.0);
}

int JsonObject::required_integer(const char* key, const char* example) {
  require(key, example);
  return integer(key, 0);
}

void JsonObject::finish() {
  if (!ok() || !value_.is_object()) return;
  for (const auto& [key, value] : value_.items())
    if (known_.count(key) == 0)
      return blame(fmt::format("has the unknown key {}; correct its spelling or remove it", in_quotes(key)));
}

void check_schema(JsonObject& root) {
  root.ignore("about");
  const int schema = root.required_integer("schema", "1");
  if (schema != 1)
    root.blame(fmt::format("has schema {}, but this program supports 1; use a file of this version", schema),
               ErrorCode::unsupported);
}

JsonRoot::JsonRoot(std::string_view text, const std::string& source) : tree_(json::object()), fault_(source) {
  auto parsed = parse_json_file(text, source);
  if (!parsed) {
    fault_ = JsonFault(parsed.error().where);
    fault_.blame("", std::move(parsed.error().what), parsed.error().code);
    return;
  }
  tree_ = std::move(*parsed);
}

JsonLine& JsonLine::raw(const char* key, const std::string& json_text) {
  fmt::format_to(std::back_inserter(out_), "{}\"{}\": {}", out_.empty() ? "" : ", ", key, json_text);
  return *this;
}

JsonLine& JsonLine::text(const char* key, const std::string& value) {
  return raw(key, json(value).dump(-1, ' ', false, json::error_handler_t::replace));
}

// fmt writes the shortest decimals that read back as the same number.
JsonLine& JsonLine::number(const char* key, double value) { return raw(key, fmt::format("{}", value)); }

JsonLine& JsonLine::numbers(const char* key, std::initializer_list<double> values) {
  return raw(key, fmt::format("[{}]", fmt::join(values, ", ")));
}

JsonLine& JsonLine::texts(const char* key, const std::vector<std::string>& values) {
  std::string list;
  for (const std::string& value : values)
    list += (list.empty() ? "" : ", ") + json(value).dump(-1, ' ', false, json::error_handler_t::replace);
  return raw(key, "[" + list + "]");
}

JsonLine& JsonLine::integers(const char* key, const std::vector<int>& values) {
  return raw(key, fmt::format("[{}]", fmt::join(values, ", ")));
}

JsonLine& JsonLine::flag(const char* key, bool value) { return raw(key, value ? "true" : "false"); }

}  // namespace mannequin::io

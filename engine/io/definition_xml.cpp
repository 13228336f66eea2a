#include "engine/io/definition_xml.h"

#include <fmt/format.h>

#include <functional>

#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr const char* kNumberWanted = "one number, such as 0.25, at most a million";
constexpr const char* kVectorWanted = "exactly three numbers separated by spaces, such as \"0 0.1 -0.25\"";
constexpr const char* kIntegerWanted = "a whole number";

std::optional<Vec3> parse_vector(std::string_view text) {
  Vec3 out(0.0);
  for (int i = 0; i < 3; ++i) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return std::nullopt;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    const std::optional<double> value = parse_number(text.substr(0, end));
    if (!value) return std::nullopt;
    out[i] = *value;
    text.remove_prefix(end);
  }
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) return std::nullopt;
  return out;
}

}  // namespace

pugi::xml_node DefinitionXml::open(const char* root_name, const char* file_kind) {
  if (Status status = check_text_file(text_, source_); !status) {
    fault_ = std::move(status.error());
    return {};
  }
  buffer_ = text_;
  const pugi::xml_parse_result result =
      document_.load_buffer_inplace(buffer_.data(), buffer_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result) {
    fault_ =
        Error{ErrorCode::cannot_read, place(source_, text_, static_cast<std::size_t>(result.offset)),
              fmt::format("is not well-formed XML ({}); the file is truncated or damaged: fetch {} again",
                          result.description(), file_kind)};
    return {};
  }
  const pugi::xml_node root = document_.document_element();
  if (std::string_view(root.name()) != root_name) {
    blame(root,
          fmt::format("the root element is {}, but {} begins with <{}>; choose another file",
                      in_quotes(root.name()), file_kind, root_name),
          ErrorCode::cannot_read);
    return {};
  }
  const std::string version = text(root, "version");
  if (version != "1.0" && version != "2.0") {
    blame(root,
          fmt::format("has version {}, but only 1.0 and 2.0 are supported; use the files of a current viewer",
                      in_quotes(version)),
          ErrorCode::unsupported);
    return {};
  }
  return root;
}

void DefinitionXml::blame(pugi::xml_node node, std::string what, ErrorCode code) {
  if (fault_) return;
  const std::ptrdiff_t offset = node ? node.offset_debug() : 0;
  fault_ =
      Error{code, place(source_, text_, offset < 0 ? 0 : static_cast<std::size_t>(offset)), std::move(what)};
}

void DefinitionXml::blame(pugi::xml_node node, pugi::xml_attribute attribute, const char* wanted) {
  if (fault_) return;
  blame(node, fmt::format("{} has {} = {}; it must be {}", label(node), attribute.name(),
                          in_quotes(attribute.value()), wanted));
  // Attributes of one element may be on many lines. Their values are in the buffer that was parsed in
  // place.
  const char* value = attribute.value();
  const std::less<const char*> before;
  if (!before(value, buffer_.data()) && before(value, buffer_.data() + buffer_.size()))
    fault_->where = place(source_, text_, static_cast<std::size_t>(value - buffer_.data()));
}

void DefinitionXml::blame_absent(pugi::xml_node node, const char* attribute, const char* example) {
  blame(node, fmt::format("{} has no {}, which it needs; write {}", label(node), attribute, example));
}

bool DefinitionXml::required(pugi::xml_node node, const char* attribute, const char* example) {
  if (node.attribute(attribute)) return true;
  blame_absent(node, attribute, example);
  return false;
}

std::string DefinitionXml::text(pugi::xml_node node, const char* attribute, const std::string& absent) {
  const pugi::xml_attribute found = node.attribute(attribute);
  return found ? found.value() : absent;
}

double DefinitionXml::number(pugi::xml_node node, const char* attribute, double absent) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return absent;
  const std::optional<double> value = parse_number(found.value());
  if (!value) blame(node, found, kNumberWanted);
  return value.value_or(absent);
}

bool DefinitionXml::flag(pugi::xml_node node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return false;
  const std::string_view value = found.value();
  for (const std::string_view yes : {"true", "1", "TRUE", "True", "t", "T"})
    if (value == yes) return true;
  for (const std::string_view no : {"false", "0", "FALSE", "False", "f", "F"})
    if (value == no) return false;
  blame(node, found, "true or false");
  return false;
}

Vec3 DefinitionXml::vector(pugi::xml_node node, const char* attribute) {
  const pugi::xml_attribute found = node.attribute(attribute);
  if (!found) return Vec3(0.0);
  const std::optional<Vec3> value = parse_vector(found.value());
  if (!value) blame(node, found, kVectorWanted);
  return value.value_or(Vec3(0.0));
}

std::string DefinitionXml::required_text(pugi::xml_node node, const char* attribute, const char* example) {
  std::string value = text(node, attribute);
  if (value.empty()) blame_absent(node, attribute, example);
  return value;
}

int DefinitionXml::required_integer(pugi::xml_node node, const char* attribute, const char* example) {
  if (!required(node, attribute, example)) return 0;
  const std::optional<int> value = parse_integer(node.attribute(attribute).value());
  if (!value) blame(node, node.attribute(attribute), kIntegerWanted);
  return value.value_or(0);
}

Vec3 DefinitionXml::required_vector(pugi::xml_node node, const char* attribute, const char* example) {
  if (!required(node, attribute, example)) return Vec3(0.0);
  return vector(node, attribute);
}

std::string DefinitionXml::label(pugi::xml_node node) {
  for (const char* attribute : {"id", "name", "morph_name"})
    if (const pugi::xml_attribute found = node.attribute(attribute))
      return fmt::format("{} {}", node.name(), in_quotes(found.value()));
  // A nameless <driven> or <bone> is described by its enclosing parameter.
  const pugi::xml_node parameter = node.parent().parent();
  if (parameter.attribute("id")) return fmt::format("a {} of {}", node.name(), label(parameter));
  return fmt::format("a {}", node.name());
}

}  // namespace mannequin::io

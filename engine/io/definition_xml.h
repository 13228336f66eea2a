// An open XML definition file: tree, line numbers, and checked attributes.
// Private to engine/io.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/math/types.h"

namespace mannequin::io {

// Keeps the first fault, and reads everything after it as a harmless default, so that readers traverse the
// tree without checks and ask for the fault at the end.
class DefinitionXml {
 public:
  // `text` must outlive the object.
  DefinitionXml(std::string_view text, std::string source) : text_(text), source_(std::move(source)) {}
  DefinitionXml(const DefinitionXml&) = delete;
  DefinitionXml& operator=(const DefinitionXml&) = delete;

  // Parses and returns the root element, which must have this name and a version of 1.0 or 2.0.
  pugi::xml_node open(const char* root_name, const char* file_kind);

  bool ok() const { return !fault_; }
  const Error& fault() const { return *fault_; }
  void blame(pugi::xml_node node, std::string what, ErrorCode code = ErrorCode::bad_data);

  // An optional attribute.
  std::string text(pugi::xml_node node, const char* attribute, const std::string& absent = "");
  double number(pugi::xml_node node, const char* attribute, double absent);
  bool flag(pugi::xml_node node, const char* attribute);
  Vec3 vector(pugi::xml_node node, const char* attribute);  // zero if absent

  // A required one; `example`, what to write, is the remedy.
  std::string required_text(pugi::xml_node node, const char* attribute, const char* example);
  int required_integer(pugi::xml_node node, const char* attribute, const char* example);
  Vec3 required_vector(pugi::xml_node node, const char* attribute, const char* example);

  // "bone 'mNeck'", "param 33": an element's name in messages.
  static std::string label(pugi::xml_node node);

 private:
  void blame(pugi::xml_node node, pugi::xml_attribute attribute, const char* wanted);
  void blame_absent(pugi::xml_node node, const char* attribute, const char* example);
  bool required(pugi::xml_node node, const char* attribute, const char* example);

  std::string_view text_;
  std::string source_;
  std::string buffer_;  // parsed in place: the tree points into it
  pugi::xml_document document_;
  std::optional<Error> fault_;
};

}  // namespace mannequin::io

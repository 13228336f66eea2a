// Collects the parameters found by readers of shape files, one by one. Private to engine/io.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "engine/io/shape_file.h"

namespace mannequin::io {

class ShapeCollector {
 public:
  ShapeCollector(std::string_view text, const std::string& source, const Appearance& appearance)
      : text_(text), source_(source), appearance_(appearance) {}

  // For a file written by a viewer: only records driven parameters. `slack`: the file's rounding.
  void add_recorded(std::size_t offset, int id, double weight, bool is_slider, double slack);
  // For a hand-written file: sets all parameters.
  void add_wanted(const std::string& where, int id, double weight);
  void note(std::string where, const char* code, std::string what);
  void describe(ShapeFormat format, std::string name) {
    shape_.format = format;
    shape_.name = std::move(name);
  }
  void set_wearable_type(int type) { shape_.wearable_type = type; }
  void add_texture(int slot, const Uuid& id) { shape_.textures[slot] = id; }

  ShapeFile finish() &&;

 private:
  template <typename Where>
  void add(Where where, int id, double weight, bool set, double slack);
  template <typename Where>
  void note_some(Where where, const char* code, const std::string& what);

  std::string_view text_;
  const std::string& source_;
  const Appearance& appearance_;
  ShapeFile shape_;
  std::map<std::string, std::size_t> noted_;  // by code
};

Result<ShapeFile> read_shape_json(std::string_view text, const std::string& source,
                                  const Appearance& appearance);
Result<ShapeFile> read_shape_xml(std::string_view text, const std::string& source,
                                 const Appearance& appearance);
Result<ShapeFile> read_shape_wearable(std::string_view text, const std::string& source,
                                      const Appearance& appearance);

}  // namespace mannequin::io

// The shape as a file: opened, saved, reverted, copied, and read again when another program saved it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/io/shape_file.h"
#include "tools/document/gradual_shape.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class ShapeFile {
 public:
  ShapeFile(Workbench& bench, GradualShape& gradual) : bench_(bench), gradual_(gradual) {}

  std::string name() const { return bench_.choice().shape.filename().string(); }  // empty: no file
  // In the file, to be seen beside the present one; none without a file.
  std::optional<double> saved_weight(const ParameterDesc& parameter) const;
  bool edited() const;  // differs from its file, or without one from the default shape

  // What was read from the file. A step of undo. Messages tell of what the reader noticed.
  void open(const std::filesystem::path& path, io::ShapeFile shape);
  // The file's values from now on are what is on disk; the sliders stay.
  void follow(const std::filesystem::path& path, const SliderValues& values);
  // By its ending: .json, .xml (archetype), .txt (wearable). From then on the shape is that file's. Messages
  // tell how it went.
  Status save(const std::filesystem::path& path);
  void revert();
  // Takes what another program saved, if nobody has worked on the sliders here. No step of undo.
  void reload(const std::filesystem::path& path, Result<io::ShapeFile> shape);

  std::string copied() const;           // as JSON, for the clipboard
  Status paste(std::string_view text);  // a message tells how it went, too

 private:
  Workbench& bench_;
  GradualShape& gradual_;
  std::map<std::filesystem::path, SliderValues> saved_;  // as they are on disk
};

}  // namespace mannequin::document

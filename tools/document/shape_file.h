// The shape as a file: opened, saved, reverted, copied, and read again when another program saves it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
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
  // The file's values, to show next to the present ones; none without a file.
  std::optional<double> saved_weight(const ParameterDesc& parameter) const;
  bool edited() const;  // differs from its file, or without one from the default shape
  // Another program saved its file since it was read, and the sliders did not follow: saving would replace
  // that. Looks at the disk, as files need not be watched.
  bool changed_elsewhere() const {
    return changed_elsewhere_.contains(bench_.choice().shape) || bench_.watch.differs(bench_.choice().shape);
  }
  // A document that was saved has these, too.
  void is_in_document(const std::filesystem::path& document, const SliderValues& values) {
    saved_[document] = values;
  }
  // Whether one of the files opened or saved here has this shape, whichever it came from.
  bool has_in_a_file(const SliderValues& sliders) const;

  // Applies what was read from the file. Undoable. Messages show the reader's notes.
  void open(const std::filesystem::path& path, io::ShapeFile shape);
  // Takes the file on disk as the new baseline; the sliders stay.
  void follow(const std::filesystem::path& path, const SliderValues& values);
  // The present sliders belong to this file, which holds `values`; they may differ. Not undoable.
  void belong_to(const std::filesystem::path& path, const SliderValues& values);
  // By its extension: .json, .xml (archetype), .txt (wearable). The shape is then that file's. Messages
  // report the outcome.
  Status save(const std::filesystem::path& path);
  void revert();
  // Takes over a version saved by another program, unless the sliders were edited here. Not undoable.
  void reload(const std::filesystem::path& path, Result<io::ShapeFile> shape);

  std::string copied() const;           // as JSON, for the clipboard
  Status paste(std::string_view text);  // also shows a message with the outcome

 private:
  Workbench& bench_;
  GradualShape& gradual_;
  std::map<std::filesystem::path, SliderValues> saved_;  // as they are on disk
  std::set<std::filesystem::path> changed_elsewhere_;
};

}  // namespace mannequin::document

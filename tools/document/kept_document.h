// The last document, kept from one start of the program to the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/document/saved_document.h"
#include "tools/document/shape_file.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class KeptDocument {
 public:
  KeptDocument(Workbench& bench, SavedDocument& saved, ShapeFile& shape)
      : bench_(bench), saved_(saved), shape_(shape) {}

  // Looks for what the last session kept; where nothing can be kept, nothing is.
  void look();
  bool offered() const { return !offer_.empty(); }
  const std::string& offer() const { return offer_; }  // what it consists of, for people
  void restore();                                      // a step of undo
  void drop();

  void step(double seconds);  // since the last time
  void keep_now();            // what has changed, when nothing happens
  void end();                 // keeps it as it is at last
  void end_without();         // changes to the shape's file are not to be kept

 private:
  Workbench& bench_;
  SavedDocument& saved_;
  ShapeFile& shape_;
  std::string offer_, kept_;
  std::filesystem::path kept_path_;
  std::uint64_t revision_ = 0;
  bool began_ = false, kept_this_ = false;
  std::optional<double> unkept_seconds_;  // since the first change that was not kept
};

}  // namespace mannequin::document

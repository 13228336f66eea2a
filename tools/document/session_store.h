// Restores the last session's document.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tools/document/files.h"
#include "tools/document/saved_document.h"
#include "tools/document/shape_file.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class SessionStore {
 public:
  SessionStore(Workbench& bench, SavedDocument& saved, ShapeFile& shape, Files& files)
      : bench_(bench), saved_(saved), shape_(shape), files_(files) {}

  // Looks for what the last session stored; does nothing if nothing can be stored.
  void look();
  bool offered() const { return !offer_.empty(); }
  const std::string& offer() const { return offer_; }  // a summary of it, for display
  void restore();                                      // undoable
  void drop();

  void step(double seconds);  // since the last time
  void keep_now();            // stores changes, when idle
  void end();                 // stores the final state
  void end_without();         // discards changes to the shape's file

 private:
  Workbench& bench_;
  SavedDocument& saved_;
  ShapeFile& shape_;
  Files& files_;
  std::string offer_, kept_;
  std::filesystem::path kept_path_;
  std::uint64_t revision_ = 0;
  bool began_ = false, kept_this_ = false;
  std::optional<double> unkept_seconds_;  // since the first unstored change
};

}  // namespace mannequin::document

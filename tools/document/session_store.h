// Restores what earlier sessions left: the last document, and those before it that nobody answered for.
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

  // Looks for what earlier sessions stored; does nothing if nothing can be stored.
  void look();
  bool offered() const { return !offer_.empty(); }
  const std::string& offer() const { return offer_; }  // a summary of the newest, for display
  bool is_older() const { return answered_; }          // than one that was answered for
  // Both answer for the newest: the one before it is offered next.
  void restore();  // undoable
  void drop();     // with the copies of unsaved weights that only it names

  void step(double seconds);  // since the last time
  void keep_now();            // stores changes, and the camera where it came to rest: when idle
  void end();                 // stores the final state
  // To be followed by end(): what is discarded is not offered again.
  void discard_shape();    // changes to the shape's file
  void discard_weights();  // those that no file has: of their rows, the files as they are on disk are stored

 private:
  Workbench& bench_;
  SavedDocument& saved_;
  ShapeFile& shape_;
  Files& files_;
  std::string offer_;
  std::uint64_t revision_ = 0;
  std::optional<Camera> camera_;  // as stored
  bool began_ = false, kept_this_ = false, answered_ = false;
  std::size_t left_ = 0;                  // things left behind when it was stored
  std::optional<double> unkept_seconds_;  // since the first unstored change
};

}  // namespace mannequin::document

// A worn file that was made here, by binding or mending, and that is in no file of the user's yet.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

// What a name proposed for it ends in.
inline constexpr std::string_view kBound = "bound", kMended = "mended";

struct MadeHere {
  std::shared_ptr<WornFile> from;      // what it was made of
  std::shared_ptr<WornFile> replaces;  // the row that it is to have: `from`, or what was made of it before
  io::BoundMeshFile file;
  std::filesystem::path copy;  // where it is kept, see kept_copy_path(); empty: it is not
  std::string step;            // of undo
  std::string_view how;        // kBound or kMended
  bool redone = false;         // it belongs to the latest step
};

// Wears it. Null if it is not worn: its row was taken off meanwhile, or it cannot be built. A message says
// so.
std::shared_ptr<WornFile> wear_made_here(Workbench& bench, Wardrobe& wardrobe, MadeHere made);

}  // namespace mannequin::document

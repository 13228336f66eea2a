// What was made here, is in no file, and was left for something else: undo would bring it back, but the end
// of the program does not keep it.
#pragma once

#include <string>
#include <vector>

#include "tools/document/history.h"
#include "tools/document/shape_file.h"

namespace mannequin::document {

struct LeftBehind {
  std::string what;      // "the changes to Angela.xml", "the weights of dress.glb"
  std::size_t done = 0;  // present again where this many steps of the history are done
};

// Whether the present shape would be lost with the program: it differs from its file or, without one, from
// what it was when it was taken, but for the sex, and no file has it.
bool shape_is_unsaved(const History& history, const AvatarChoice& now, const Appearance& appearance,
                      const ShapeFile& shapes);

// Of the steps that are done, oldest first. A shape counts if it was edited before another one took its
// place, be it in what was restored; weights if their mesh was taken off.
std::vector<LeftBehind> left_behind(const History& history, const AvatarChoice& now,
                                    const Appearance& appearance, const ShapeFile& shapes);

}  // namespace mannequin::document

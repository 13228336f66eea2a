// MPFB's rigs: rig.*.json, flat (the outermost object is the bones) or with "bones", versions 100 and 110.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/note.h"
#include "engine/rig/rig.h"

namespace mannequin::io {

// A rig, and the data needed to write its file again.
struct MpfbRigFile {
  RigDesc rig;
  bool flat = false;  // no "bones": the outermost object is the bones
  int version = 100;  // flat files have no version and are 100
  // The file as read: the basis for the writer,
  // so that unknown data stays unchanged.
  std::string document;
  // Unknown keys that are kept: of the file, and of bones, with the number of bones that have them.
  std::vector<std::string> kept_keys;
  std::map<std::string, std::size_t> kept_bone_keys;
  Notes notes;
};

// Fails on what MPFB rejects (no version next to "bones", one above 110, a
// "joints" key: MakeHuman's own format) and on values of the wrong kind. An
// end with an unknown strategy stays at its default position, with a note.
Result<MpfbRigFile> read_mpfb_rig(std::string_view text, const std::string& source);

// The document with the bones of `file.rig`: their order, and their changed values.
// Fails as the reader does if the document is not a rig.
Result<std::string> write_mpfb_rig(const MpfbRigFile& file);

// Whether JSON text looks like a rig, by keywords.
bool looks_like_mpfb_rig(std::string_view text);

}  // namespace mannequin::io

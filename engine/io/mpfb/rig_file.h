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

// A rig, and what is needed to write its file again.
struct MpfbRigFile {
  RigDesc rig;
  bool flat = false;  // no "bones": the outermost object is the bones
  int version = 100;  // flat files state none and are 100
  // The file as it was read: what the writer starts from, so that everything that is not ours stays as it
  // was.
  std::string document;
  // Keys that are kept without being understood: of the file, and of bones, with how many have them.
  std::vector<std::string> kept_keys;
  std::map<std::string, std::size_t> kept_bone_keys;
  Notes notes;
};

// Fails on what MPFB refuses (no version beside "bones", one above 110, a "joints" key: MakeHuman's own
// format) and on values of the wrong kind. An unknown strategy leaves the end at its default position, with a
// note.
Result<MpfbRigFile> read_mpfb_rig(std::string_view text, const std::string& source);

// The document with the bones of `file.rig` put into it: their order, and those of their values that changed.
// Fails as the reader does on a document that is none.
Result<std::string> write_mpfb_rig(const MpfbRigFile& file);

// Whether JSON text is worth reading as a rig, by its words.
bool looks_like_mpfb_rig(std::string_view text);

}  // namespace mannequin::io

#include "engine/io/definitions.h"

#include "engine/io/embedded.h"
#include "engine/io/file.h"

namespace mannequin::io {
namespace {

Result<std::string_view> built_in(const char* name) {
  const auto bytes = embedded_asset(name);
  if (bytes.empty())
    return fail(ErrorCode::cannot_read, name,
                "this program was built without it; rebuild with the file in assets/, or read a viewer's "
                "character folder");
  return as_text(bytes);
}

}  // namespace

Result<CharacterDesc> read_builtin_character() {
  const auto skeleton_text = built_in("skeleton.json");
  if (!skeleton_text) return error_of(skeleton_text);
  const auto appearance_text = built_in("appearance.json");
  if (!appearance_text) return error_of(appearance_text);
  auto skeleton = read_skeleton_json(*skeleton_text, "skeleton.json");
  if (!skeleton) return error_of(std::move(skeleton));
  auto appearance = read_appearance_json(*appearance_text, "appearance.json");
  if (!appearance) return error_of(std::move(appearance));
  return CharacterDesc{std::move(*skeleton), std::move(*appearance)};
}

}  // namespace mannequin::io

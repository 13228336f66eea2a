#include "engine/io/clip_file.h"

#include <algorithm>
#include <filesystem>

#include "engine/core/lower_case.h"
#include "engine/io/anim_upload.h"
#include "engine/io/bvh_reader.h"
#include "engine/io/text_file.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

bool is_anim_version(std::string_view text) {
  return text.starts_with(std::string_view("\1\0\0\0", 4)) ||
         text.starts_with(std::string_view("\0\0\1\0", 4));
}

}  // namespace

std::optional<ClipFormat> clip_format(std::span<const std::byte> bytes, const std::string& name) {
  const std::string ending = lower_ending(path_of_utf8(name));
  if (ending == ".anim") return ClipFormat::anim;
  if (ending == ".bvh") return ClipFormat::bvh;
  const std::string_view text = as_text(bytes);
  if (is_anim_version(text)) return ClipFormat::anim;
  // Skips a byte order mark and empty lines.
  if (text.substr(0, 64).find("HIERARCHY") != std::string_view::npos) return ClipFormat::bvh;
  return std::nullopt;
}

Result<AnimFile> read_clip_as_anim(std::span<const std::byte> bytes, const std::string& source,
                                   const Skeleton& skeleton) {
  if (auto status = check_no_web_page(as_text(bytes), source); !status) return error_of(status);
  if (clip_format(bytes, source) != ClipFormat::bvh) return read_anim(bytes, source);
  auto bvh = read_bvh(as_text(bytes), source, skeleton);
  if (!bvh) return error_of(bvh);
  AnimFile file = pack_anim(bvh->desc);
  file.notes = std::move(bvh->notes);
  return file;
}

Result<ClipFile> read_clip(std::span<const std::byte> bytes, const std::string& source,
                           const Skeleton& skeleton) {
  const bool bvh = clip_format(bytes, source) == ClipFormat::bvh;
  auto file = read_clip_as_anim(bytes, source, skeleton);
  if (!file) return error_of(file);
  auto clip = Clip::build(decode_anim(*file), skeleton);
  if (clip && bvh) {
    const auto uploaded = pack_upload(*clip);
    if (!uploaded) return error_of(uploaded);
    clip = Clip::build(decode_anim(*uploaded), skeleton);
  }
  if (!clip) return error_of(clip);
  return ClipFile{bvh ? ClipFormat::bvh : ClipFormat::anim, std::move(*clip), std::move(file->notes)};
}

}  // namespace mannequin::io

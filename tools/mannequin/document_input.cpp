#include "tools/mannequin/document_input.h"

#include "engine/animation/sample.h"
#include "engine/io/clip_file.h"
#include "engine/io/document_file.h"
#include "engine/io/file.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

class DocumentLoader {
 public:
  DocumentLoader(const std::filesystem::path& path, const Character& character)
      : name_(path.filename().string()), folder_(path.parent_path()), character_(character) {}

  Result<DocumentInput> load(std::string_view text) {
    const auto document = io::read_document(text, name_, character_.skeleton);
    if (!document) return error_of(document);
    if (auto status = load_shape(*document); !status) return error_of(status);
    for (const io::DocumentWorn& worn : document->worn)
      if (!worn.file.empty())
        if (auto status = load_worn(worn); !status) return error_of(status);
    if (auto status = load_pose(*document); !status) return error_of(status);
    return std::move(out_);
  }

 private:
  // A file that the document refers to.
  Result<std::filesystem::path> find(const std::string& file) const {
    auto found = io::find_document_file(folder_, file, io::DocumentPaths::inside);
    if (!found) return fail(found.error().code, name_ + ", " + found.error().where, found.error().what);
    return found;
  }

  Status load_shape(const io::DocumentFile& document) {
    if (!document.shape_file.empty()) {
      const auto path = find(document.shape_file);
      if (!path) return error_of(path);
      const Result<io::Bytes> bytes = io::read_file(*path);
      if (!bytes) return error_of(bytes);
      auto shape = io::read_shape(*bytes, path->filename().string(), character_.appearance);
      if (!shape) return error_of(shape);
      report(shape->notes);
      out_.inputs.sliders = std::move(shape->sliders);
    }
    if (document.sliders) out_.inputs.sliders = *document.sliders;
    out_.inputs.apply_parameters = !document.rest;
    return {};
  }

  Status load_worn(const io::DocumentWorn& worn) {
    const auto path = find(worn.file);
    if (!path) return error_of(path);
    const Result<io::BoundMeshFile> file = io::read_bound_mesh(*path);
    if (!file) return error_of(file);
    report(file->notes);
    OutfitItem item = outfit_item(*file, character_.skeleton, false);
    if (worn.joint_positions) item.joint_positions = *worn.joint_positions;
    item.lock_scale = worn.lock_scale;
    out_.outfit.items.push_back(std::move(item));
    return {};
  }

  Status load_pose(const io::DocumentFile& document) {
    if (document.pose) out_.inputs.pose = *document.pose;
    const std::string& file = document.clip ? document.clip->file : document.pose_file;
    if (file.empty()) return {};
    const auto path = find(file);
    if (!path) return error_of(path);
    const Result<io::Bytes> bytes = io::read_file(*path);
    if (!bytes) return error_of(bytes);
    const std::string name = path->filename().string();
    if (!io::clip_format(*bytes, name)) {
      auto pose = io::read_pose(io::as_text(*bytes), name, character_.skeleton);
      if (!pose) return error_of(pose);
      out_.inputs.pose = std::move(*pose);
      return {};
    }
    const auto clip = io::read_clip(*bytes, name, character_.skeleton);
    if (!clip) return error_of(clip);
    report(clip_notes(*clip, character_.skeleton));
    // The moment that the window shows.
    const double seconds = document.clip ? document.clip->seconds : 0.0;
    out_.inputs.pose = sample_clip(clip->clip, character_.skeleton, static_cast<float>(seconds));
    return {};
  }

  std::string name_;
  std::filesystem::path folder_;
  const Character& character_;
  DocumentInput out_;
};

}  // namespace

Result<DocumentInput> load_document(const std::filesystem::path& path, const Character& character) {
  const Result<io::Bytes> bytes = io::read_file(path);
  if (!bytes) return error_of(bytes);
  return DocumentLoader(path, character).load(io::as_text(*bytes));
}

}  // namespace mannequin::program

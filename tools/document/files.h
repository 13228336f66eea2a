// Files that are opened, read while the window goes on, and read again when another program saved them.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/io/document_file.h"
#include "tools/document/comparison.h"
#include "tools/document/file_content.h"
#include "tools/document/file_kind.h"
#include "tools/document/pose_file.h"
#include "tools/document/shape_file.h"
#include "tools/document/wardrobe.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class SavedDocument;

class Files {
 public:
  Files(Workbench& bench, Wardrobe& wardrobe, ShapeFile& shape, PoseFile& pose, Comparison& comparison)
      : bench_(bench), wardrobe_(wardrobe), shape_(shape), pose_(pose), comparison_(comparison) {}
  // Waits for what is being read, which uses the character.
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  // What opens documents; it must live as long.
  void open_documents_by(SavedDocument& saved) { saved_ = &saved; }
  // A mesh, shape, pose, clip or document, told apart by content. If it cannot be used, a message says why,
  // too.
  Status open(const std::filesystem::path& path, bool joint_positions);
  // As one step with one summary.
  void open_all(std::span<const std::filesystem::path> paths, bool joint_positions = false);
  // The summary of several files, of which some may have been refused; names of those, or none.
  void tell_opened(std::size_t files, std::size_t taken, const std::string& refused);
  // The new file is worn in the place and in the way of the old one; what is no mesh is opened. A message
  // tells how it went, too.
  Status replace_worn(std::size_t index, const std::filesystem::path& path);
  // A jacket that moves the shoulders, as a file of its own, over the body that stands in.
  Status try_sample_jacket();

  // A mesh of a document, to be worn like this. A large one is a row without meshes until a later step();
  // what cannot be read, or was not `found`, is a row that says why.
  WornItem read_row(const std::filesystem::path& path, const Status& found, const io::DocumentWorn& worn,
                    WornAs how);

  // Files of more bytes are read on another thread, and used by a later step(). At first none are.
  void read_in_background_above(std::uintmax_t bytes) { background_above_ = bytes; }
  // The same for the textures of meshes of any size.
  void decode_textures_in_background(bool on) { bench_.avatar.decode_textures_beside(on); }
  struct BeingRead {
    std::filesystem::path path;
    const WornFile* row = nullptr;  // that it will change; null: it is new
    double seconds = 0.0;           // so far
  };
  std::vector<BeingRead> being_read() const;
  bool reading() const { return !readings_.empty(); }
  // Uses what has been read by now, and tells how long the rest has taken.
  void step();

  // Reads what was saved since the last look, in place: camera, sliders, pose and time stay. True if anybody
  // was told of anything.
  bool look(FileWatch::Clock::time_point now);
  void reload_all();
  // Those that were saved while they were not worn.
  void reload_saved();
  bool watching() const { return watching_; }
  void watch(bool on) { watching_ = on; }

 private:
  // A large file that is being read.
  struct Reading {
    std::filesystem::path path;
    FileKind kind = FileKind::mesh;
    bool joint_positions = false;
    bool saved_again = false;             // a shape or pose that is there already
    std::shared_ptr<WornFile> again;      // the worn file that it is already; null: it is new
    std::shared_ptr<WornFile> replaces;   // the one whose place it takes; null: none
    std::optional<io::DocumentWorn> row;  // of a document that is being opened: `again` is its row
    std::filesystem::file_time_type saved;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    std::future<Result<FileContent>> content;
    int told_seconds = 0;
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
  };
  bool is_large(const std::filesystem::path& path) const;
  void begin_reading(Reading reading);
  void finish_reading(Reading reading);
  void finish_row(Reading reading, ReadMesh read);
  Status use(FileContent content, const std::filesystem::path& path, bool joint_positions);
  void reload_input(const std::filesystem::path& path, FileKind kind);
  void finish_input(FileKind kind, const std::filesystem::path& path, Result<FileContent> content);
  std::vector<std::filesystem::path> read_files() const;
  // Of several changes at once each worn file is read once.
  void reload(const std::filesystem::path& path, std::set<const WornFile*>& reloaded);
  void reload_worn(std::size_t index);
  void finish_reload(std::size_t index, ReadMesh read, std::filesystem::file_time_type saved);
  void tell_gone(const std::filesystem::path& path);

  Workbench& bench_;
  Wardrobe& wardrobe_;
  ShapeFile& shape_;
  PoseFile& pose_;
  Comparison& comparison_;
  SavedDocument* saved_ = nullptr;
  std::vector<Reading> readings_;
  std::uintmax_t background_above_ = std::numeric_limits<std::uintmax_t>::max();
  bool watching_ = true;
};

}  // namespace mannequin::document

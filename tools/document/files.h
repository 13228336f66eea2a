// Files that are opened, read in the background, and read again when another program saves them.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "engine/io/document_file.h"
#include "tools/document/clothing.h"
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
  Files(Workbench& bench, Wardrobe& wardrobe, Clothing& clothing, ShapeFile& shape, PoseFile& pose,
        Comparison& comparison)
      : bench_(bench),
        wardrobe_(wardrobe),
        clothing_(clothing),
        shape_(shape),
        pose_(pose),
        comparison_(comparison) {}
  // Waits for what is being read, which uses the character.
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  // Set the object that opens documents; it must outlive this.
  void open_documents_by(SavedDocument& saved) { saved_ = &saved; }
  // A mesh, shape, pose, clip or document, or a viewer's character folder (or its avatar_lad.xml), detected
  // by content. On failure also shows a message with the reason.
  // point: the attachment point for a mesh file without weights; empty: such a file gets a row with the
  // reason.
  Status open(const std::filesystem::path& path, bool joint_positions, const std::string& point = {});
  // A rigid object on an attachment point; also a second time, on another one. Fails, with a message, for a
  // file with weights and a name that is no attachment point.
  Status attach(const std::filesystem::path& path, const std::string& point);
  // The row of a file that was opened although it is worn already: it was read again instead. Once.
  std::optional<std::size_t> take_opened_again() { return std::exchange(opened_again_, std::nullopt); }
  // As one undo step with one summary, once the last of them was read.
  void open_all(std::span<const std::filesystem::path> paths, bool joint_positions = false);
  // How often that was so, since the beginning.
  std::size_t opened_again() const { return times_opened_again_; }
  // What became of several files that were opened together.
  struct Opened {
    std::size_t files = 0, taken = 0;
    std::size_t again = 0;     // of those taken: worn already, and read again
    std::string refused;       // names; empty: none
    std::size_t messages = 0;  // that there were before
  };
  // As one summary.
  void report_opened(const Opened& opened);
  // Replaces the old file by the new one, in the same place and worn the same way; opens anything that is not
  // a mesh. Also shows a message with the outcome.
  Status replace_worn(std::size_t index, const std::filesystem::path& path);
  // A jacket that moves the shoulders, as a separate file, over the stand-in body.
  Status try_sample_jacket();
  bool wears_sample_jacket() const;
  // Shows another level of detail of a mesh asset. Affects only the view, so it is not undoable. On failure
  // shows a message with the reason, and keeps the present level.
  Status show_level(std::size_t index, io::Lod level);
  // Reads the .obj of a row again, which says neither its unit nor which axis points up.
  Status read_obj_as(std::size_t index, const io::ObjReading& obj);
  // Shows it as another importer reads it, also without undo.
  Status import_as(std::size_t index, const ImporterProfile& importer);
  // Restores a document stored in the settings, with absolute paths. `own`: its file, may be empty.
  Status restore(std::string text, const std::filesystem::path& own);

  // Reads a document's mesh, to be worn like this. A large one is a row without meshes until a later step();
  // if it was not `found` or cannot be read, its row says why.
  WornItem read_row(const std::filesystem::path& path, const Status& found, const io::DocumentWorn& worn,
                    WearSettings how);

  // Larger files are read on another thread, and used by a later step(). Initially none are.
  void read_in_background_above(std::uintmax_t bytes) { background_above_ = bytes; }
  // Smaller ones are too, but waited for, for this long in total between two calls of step(): even a small
  // file can take seconds, and there may be many. Initially they are read on this thread.
  void wait_for_reading(std::chrono::milliseconds patience) {
    patience_ = patience;
    waits_left_ = patience;
  }
  // The same for the textures of meshes of any size.
  void decode_textures_in_background(bool on) { bench_.avatar.decode_textures_in_background(on); }
  struct BeingRead {
    std::filesystem::path path;
    const WornFile* row = nullptr;  // the row to change; null: it is new
    double seconds = 0.0;           // so far
  };
  std::vector<BeingRead> being_read() const;
  bool reading() const { return !readings_.empty(); }
  // Uses what has been read so far, and reports how long the rest is taking.
  void step();

  // Reloads files saved since the last call in place: camera,
  // sliders, pose and time stay. True if it showed a message.
  bool look(FileWatch::Clock::time_point now);
  void reload_all();
  // Files saved while they were not worn.
  void reload_saved();
  bool watching() const { return watching_; }
  void watch(bool on) { watching_ = on; }

 private:
  // Files that were opened together.
  struct Batch : Opened {
    std::size_t pending = 0;
    std::uint64_t step = 0;  // of undo; 0: none yet
  };
  // A file to read, and what to do with it.
  struct Request {
    std::filesystem::path path;
    FileKind kind = FileKind::mesh;
    bool joint_positions = false;
    HangsOn on;                           // of a new mesh
    bool saved_again = false;             // a shape or pose that is already loaded
    std::shared_ptr<WornFile> again;      // the worn file to reload; null: it is new
    std::shared_ptr<WornFile> replaces;   // the one to replace; null: none
    std::optional<io::DocumentWorn> row;  // of a document being opened: `again` is its row
    std::string shown_as;                 // how messages call another way to show `again`; empty: the same
    std::optional<std::filesystem::path> restores;  // the document's own file, if the settings stored it
    std::filesystem::file_time_type saved;
    std::shared_ptr<Batch> batch;  // null: it was opened alone
  };
  // A file being read.
  struct Reading {
    Request request;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    std::future<Result<FileContent>> content;
    int reported_seconds = 0;
    bool unwanted = false;  // something else was requested since
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
  };
  using Work = std::function<Result<FileContent>()>;
  Status open_with(const std::filesystem::path& path, bool joint_positions, const std::string& point,
                   const std::shared_ptr<Batch>& batch);
  void finish_late(Reading done);
  static void count(Batch& batch, const std::filesystem::path& path, const Status& status);
  bool is_large(const std::filesystem::path& path) const;
  // Reads and uses it, now or by a later step(). Messages report the outcome.
  Status read(const Request& request);
  void choose_character(const std::filesystem::path& folder);
  // What is read for this request hangs there.
  static HangsOn place_of(const Request& request);
  void open_again(std::size_t index, bool joint_positions, const std::shared_ptr<Batch>& batch);
  bool is_being_read(const Request& request) const;
  // The content, if it is ready already; nothing: a later step() uses it.
  std::optional<Result<FileContent>> begin_reading(const Request& request);
  std::optional<Result<FileContent>> begin_reading(const Request& request, Work work);
  Status finish_reading(const Request& request, Result<FileContent> content);
  void finish_row(const Request& request, ReadMesh read);
  void finish_input(const Request& request, Result<FileContent> content);
  Status use(FileContent content, const Request& request);
  void forget_otherwise(const WornFile& worn);
  Status read_otherwise(const std::shared_ptr<WornFile>& worn, std::string shown_as,
                        const MeshReading& reading);
  Status show_otherwise(const std::shared_ptr<WornFile>& worn, std::string shown_as, Work work);
  void reload_input(const std::filesystem::path& path, FileKind kind);
  std::vector<std::filesystem::path> read_files() const;
  // On several changes at once, reads each worn file once.
  void reload(const std::filesystem::path& path, std::set<const WornFile*>& reloaded);
  void reload_worn(std::size_t index, std::shared_ptr<Batch> batch = nullptr);
  void finish_reload(std::size_t index, ReadMesh read, std::filesystem::file_time_type saved);
  void report_missing(const std::filesystem::path& path);

  Workbench& bench_;
  Wardrobe& wardrobe_;
  Clothing& clothing_;
  ShapeFile& shape_;
  PoseFile& pose_;
  Comparison& comparison_;
  SavedDocument* saved_ = nullptr;
  std::vector<Reading> readings_;
  std::uintmax_t background_above_ = std::numeric_limits<std::uintmax_t>::max();
  std::optional<std::chrono::milliseconds>
      patience_;  // none: files that are not large are read on this thread at once
  std::chrono::steady_clock::duration waits_left_{};  // until the next step()
  bool watching_ = true;
  std::optional<std::size_t> opened_again_;
  std::size_t times_opened_again_ = 0;
};

}  // namespace mannequin::document

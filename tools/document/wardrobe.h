// What is worn, and how. Each change is one undo step, which keeps files that are taken off.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class Wardrobe {
 public:
  Wardrobe(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}

  void show(std::size_t index, bool visible);
  // Shows only this one, or this one with the worn bodies: as one step. show_all() shows every file again.
  void show_only(std::size_t index, bool with_bodies);
  void show_all();
  void use_joint_positions(std::size_t index, bool on);
  void lock_scale(std::size_t index, bool on);
  void begin_look() { drag_recorded_ = false; }  // starts a drag; set_look() until the next begin is one step
  void set_look(std::size_t index, const Vec3f& tint, float opacity);
  // The painted region that a material of the file shows; empty: its own look.
  void show_region(std::size_t index, const std::string& material, std::string region);
  void move(std::size_t from, std::size_t to);
  void take_off(std::size_t index);
  // Whether that row can hang on an attachment point: it was read, and no mesh of it has weights.
  bool can_attach(std::size_t index) const;
  // Hangs it on this point, named as the skeleton does. A message reports the outcome.
  Status attach(std::size_t index, const std::string& point);
  // Shows the same file in another way, described by `done`: the file on disk did not change, so it is not
  // undoable. A message reports the outcome; on failure the present one stays.
  Status show_made(std::size_t index, ReadMesh read, const std::string& done);
  // The importer for files worn from now on.
  void import_new_as(const ImporterProfile& importer) { importer_ = importer; }

  // Appends to the list, without undo step or message. Assets' joint positions always apply.
  Status put_on(io::BoundMeshFile file, const std::filesystem::path& path, bool joint_positions);
  const ImporterProfile& new_importer() const { return importer_; }
  // Wears a file that was read. If it cannot be worn, it gets a row with the reason.
  Status wear(ReadMesh read, const std::filesystem::path& path, bool joint_positions);
  // Replaces another one, which may have been taken off meanwhile, in its place and worn the same way.
  // Messages report the outcome.
  Status replace(const std::shared_ptr<WornFile>& old, ReadMesh read, const std::filesystem::path& path);
  // The importer for its replacement.
  const ImporterProfile& importer_of_next(const WornFile& old) const {
    return old.depends_on_importer() ? old.importer : importer_;
  }
  // The row of what was read from this file and is worn; none for a refused one. With a point, one that hangs
  // on another point does not count.
  std::optional<std::size_t> row_of(const std::filesystem::path& path, const std::string& point = {}) const;
  // A file is finally worn: stand-ins make room, with messages.
  void begin_wearing(WornFile& worn);
  // Gives a row without colours one of its own, unless it is a body or was given one.
  void color(std::size_t index);
  // Shows everything that was read from this file; not undoable.
  void make_visible(const std::filesystem::path& path);
  // Part of it cannot be shown: its row gives the reason.
  void refuse(std::size_t index, std::string problem);
  // Increases whenever a worn file turns out to be broken, missing or valid again.
  std::uint64_t problems_revision() const { return problems_revision_; }
  void problems_changed() { ++problems_revision_; }

 private:
  void show_these(std::string step, const std::function<bool(std::size_t)>& shown);
  void wear_differently(std::size_t index, std::string step, const WearSettings& how);
  void put_on(std::unique_ptr<WornFile> worn, bool joint_positions);
  void tell_of_second_body();
  Status wear_read(ReadMesh read, const std::filesystem::path& path, bool joint_positions);
  void keep_refused(ReadMesh read, const std::filesystem::path& path, bool joint_positions,
                    const Error& error);

  Workbench& bench_;
  StandIn& stand_in_;
  ImporterProfile importer_ = kViewerImporter;
  bool drag_recorded_ = false;
  std::uint64_t problems_revision_ = 0;
};

}  // namespace mannequin::document

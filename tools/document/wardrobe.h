// What is worn, and how. Each change is one step of undo, and what is taken off is kept for it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class Wardrobe {
 public:
  Wardrobe(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}

  void show(std::size_t index, bool visible);
  // Only this one, or with the bodies that are worn: as one step. show_all() shows every file again.
  void show_only(std::size_t index, bool with_bodies);
  void show_all();
  void use_joint_positions(std::size_t index, bool on);
  void lock_scale(std::size_t index, bool on);
  void begin_look() { drag_recorded_ = false; }  // a drag; set_look() until the next begin is one step
  void set_look(std::size_t index, const Vec3f& tint, float opacity);
  void move(std::size_t from, std::size_t to);
  void take_off(std::size_t index);
  // Another level of detail of a mesh asset. How it is looked at, and so no step of undo. If it cannot be
  // shown, a message says why, and the present one stays.
  Status show_level(std::size_t index, io::Lod level);
  // As another importer would make it, likewise.
  Status import_as(std::size_t index, const ImporterProfile& importer);
  // The importer of what is worn from now on.
  void import_new_as(const ImporterProfile& importer) { importer_ = importer; }

  // At the end of the list, neither step of undo nor message. Assets' joint positions count in any case.
  Status put_on(io::BoundMeshFile file, const std::filesystem::path& path, bool joint_positions);
  const ImporterProfile& new_importer() const { return importer_; }
  // A file that was read. If it cannot be worn, it gets a row that says why.
  Status wear(ReadMesh read, const std::filesystem::path& path, bool joint_positions);
  // In the place and in the way of another one, which may have been taken off meanwhile. Messages tell how it
  // went.
  Status replace(const std::shared_ptr<WornFile>& old, ReadMesh read, const std::filesystem::path& path);
  // Of what takes its place.
  const ImporterProfile& importer_of_next(const WornFile& old) const {
    return old.depends_on_importer() ? old.importer : importer_;
  }
  // A file on disk is worn at last: what stands in makes room, and messages tell.
  void begin_wearing(WornFile& worn);
  // All that was read from this file, so that it can be looked at; no step of undo.
  void make_visible(const std::filesystem::path& path);
  // Something of it cannot be shown: its row says why.
  void refuse(std::size_t index, std::string problem);
  // Grows whenever a worn file turned out to be broken, gone or sound again.
  std::uint64_t problems_revision() const { return problems_revision_; }
  void problems_changed() { ++problems_revision_; }

 private:
  void show_these(std::string step, const std::function<bool(std::size_t)>& shown);
  void wear_differently(std::size_t index, std::string step, const WornAs& how);
  void put_on(std::unique_ptr<WornFile> worn, bool joint_positions);
  Status wear_read(ReadMesh read, const std::filesystem::path& path, bool joint_positions);
  Status show_made(std::size_t index, Result<std::unique_ptr<WornFile>> made, std::string done);
  void color(std::size_t index);
  void keep_refused(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                    bool joint_positions, const Error& error);

  Workbench& bench_;
  StandIn& stand_in_;
  ImporterProfile importer_ = kViewerImporter;
  bool drag_recorded_ = false;
  std::uint64_t problems_revision_ = 0;
};

}  // namespace mannequin::document

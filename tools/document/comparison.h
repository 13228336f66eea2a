// A second avatar, side A, to compare with the present one, side B.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/document/dressed_avatar.h"

namespace mannequin::document {

class Comparison {
 public:
  // In what A differs; otherwise it is like the present avatar.
  enum class Differs { shape, pose, worn, file, modelled };
  Differs differs() const { return differs_; }
  void set_differs(Differs differs) { differs_ = differs; }
  // Makes the present avatar A. No step of the history, so it stays A whatever is undone.
  void keep(const DressedAvatar& present, std::string name);
  // Makes the default shape and the T pose A, with no outfit of its own; likewise.
  void keep_default() { kept_ = std::make_shared<const Kept>(); }
  // Why the two cannot be swapped, for the user; null if they can.
  const char* why_no_swap() const;
  // The choice to apply when swapping what they differ in, for which why_no_swap() must be null; A then has
  // what `present` has of it, and keeps the rest. step: of the history, already recorded (History::latest()).
  AvatarChoice exchange(const DressedAvatar& present, std::uint64_t step);
  // Call when this step was undone or redone, whatever it was: after a swap A becomes what it was before it,
  // or again what it was after it, unless A was set since.
  void undone(std::uint64_t step);
  void redone(std::uint64_t step);
  // A worn file was read again or mended; `before`: its previous content. It is remembered for this file
  // object, which stays the same when it is saved under another name.
  using Geometry = std::vector<std::shared_ptr<const WornGeometry>>;
  void replaced(const std::shared_ptr<const WornFile>& file, Geometry before, std::string loaded_at);
  bool has_before() const { return !before_.empty(); }
  std::string name(const DressedAvatar& present) const;  // A's display name

  // Whether A is shown. Nothing is computed for it otherwise.
  void need(bool on) { needed_ = on; }
  // Updates A from the present avatar; also notes, shown or not, what became of files that were replaced.
  void follow(const DressedAvatar& present);
  // Null while A is not shown.
  const DressedAvatar* other() const { return other_.get(); }

 private:
  // A file as worn by A.
  struct Worn {
    Geometry meshes;
    std::string name;
    std::filesystem::path path;
    bool keeps_colors = false, system_avatar = false;
    SystemPiece piece = SystemPiece::body;
    WearSettings how;
    std::vector<Uuid> ids;  // of its meshes
    bool operator==(const Worn&) const = default;
  };
  // What A has of its own; as in AvatarChoice.
  struct OwnShape {
    SliderValues sliders;
    bool apply_parameters = true;
    std::filesystem::path file;
    std::string name;  // A's display name
  };
  struct OwnPose {
    Pose pose;
    std::string name = "T";
  };
  struct OwnOutfit {
    std::vector<WornItem> items;  // for a swap
    std::vector<Worn> worn;       // as it was then, even if files were read again since
  };
  struct Kept {
    std::optional<OwnShape> shape;    // none: the default one
    OwnPose pose;                     // at first the T pose
    std::optional<OwnOutfit> outfit;  // none: it was not set
  };
  // A step of the history that swapped, and A before and after it.
  struct Swap {
    std::uint64_t step;
    std::shared_ptr<const Kept> before, after;
  };
  struct Before {
    std::weak_ptr<const WornFile> file;  // whose content was replaced
    Geometry meshes;
    std::string name, loaded_at;
  };
  static OwnShape shape_of(const DressedAvatar& avatar, std::string name);
  static OwnPose pose_of(const DressedAvatar& avatar);
  static OwnOutfit outfit_of(const DressedAvatar& avatar);
  const Before* before(const WornFile& file) const;  // null: it was not replaced
  void note_successors(const DressedAvatar& present);
  static std::vector<Worn> worn_by(const DressedAvatar& avatar);
  std::vector<Worn> worn_by_other(const DressedAvatar& present) const;
  AvatarChoice choice_of_other(const DressedAvatar& present) const;
  void wear(const std::vector<Worn>& worn);
  void choose(const AvatarChoice& wanted);

  bool needed_ = false;
  Differs differs_ = Differs::shape;
  std::shared_ptr<const Kept> kept_ = std::make_shared<const Kept>();  // never null
  std::vector<Swap> swaps_;                                            // oldest first
  std::vector<Before> before_;                                         // oldest first
  std::unique_ptr<DressedAvatar> other_;
  std::vector<Worn> wearing_;
  std::optional<AvatarChoice> chosen_;
};

}  // namespace mannequin::document

// A second avatar, side A, to compare with the present one, side B.
#pragma once

#include <filesystem>
#include <map>
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
  bool keeps() const { return kept_.has_value(); }
  // Makes the present avatar A.
  void keep(const DressedAvatar& present, std::string name);
  // Makes the default shape and the T pose A.
  void keep_default() { kept_.reset(); }
  // The choice to apply when swapping sides; A is then `present`.
  AvatarChoice exchange(const DressedAvatar& present);
  // A file was read again; `before`: its previous content.
  using Geometry = std::vector<std::shared_ptr<const WornGeometry>>;
  void replaced(const std::filesystem::path& path, Geometry before, std::string loaded_at);
  bool has_before() const { return !before_.empty(); }
  std::string name(const DressedAvatar& present) const;  // A's display name

  // Whether A is shown. Nothing is computed for it otherwise.
  void need(bool on) { needed_ = on; }
  // Updates A from the present avatar.
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
  struct Kept {
    AvatarChoice choice;
    std::vector<Worn> worn;
    std::string name;
  };
  struct Before {
    Geometry meshes;
    std::string loaded_at;
  };
  static std::vector<Worn> worn_by(const DressedAvatar& avatar);
  std::vector<Worn> worn_by_other(const DressedAvatar& present) const;
  AvatarChoice choice_of_other(const DressedAvatar& present) const;
  void wear(const std::vector<Worn>& worn);
  void choose(const AvatarChoice& wanted);

  bool needed_ = false;
  Differs differs_ = Differs::shape;
  std::optional<Kept> kept_;
  std::map<std::filesystem::path, Before> before_;
  std::unique_ptr<DressedAvatar> other_;
  std::vector<Worn> wearing_;
  std::optional<AvatarChoice> chosen_;
};

}  // namespace mannequin::document

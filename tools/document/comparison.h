// A second avatar, to compare the present one with: side A. The present one is side B.
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
  // What A has of its own; all else is as on the present avatar.
  enum class Differs { shape, pose, worn, file };
  Differs differs() const { return differs_; }
  void set_differs(Differs differs) { differs_ = differs; }
  bool keeps() const { return kept_.has_value(); }
  // The present avatar becomes A.
  void keep(const DressedAvatar& present, std::string name);
  // The default shape and the T pose become A.
  void keep_default() { kept_.reset(); }
  // What another choice would be after the sides changed places; A is `present` then.
  AvatarChoice exchange(const DressedAvatar& present);
  // A file was read again; `before`: what it held until then.
  using Geometry = std::vector<std::shared_ptr<const WornGeometry>>;
  void replaced(const std::filesystem::path& path, Geometry before, std::string loaded_at);
  bool has_before() const { return !before_.empty(); }
  std::string name(const DressedAvatar& present) const;  // of A, for people

  // Whether anybody looks at A. While nobody does, nothing is computed for it.
  void need(bool on) { needed_ = on; }
  // Brings A up to date with the present avatar.
  void follow(const DressedAvatar& present);
  // Null while nobody looks at it.
  const DressedAvatar* other() const { return other_.get(); }

 private:
  // A file as A wears it.
  struct Worn {
    Geometry meshes;
    std::string name;
    std::filesystem::path path;
    bool keeps_colors = false, system_avatar = false;
    SystemPiece piece = SystemPiece::body;
    WornAs how;
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

// A second avatar, to compare the present one with: side A. The present one is side B.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/preview/session/scene.h"

namespace mannequin::preview {

class Comparison {
 public:
  // What A has of its own; all else is as on the present avatar.
  enum class Differs { shape, pose, worn, file };
  // How the two are seen.
  enum class Layout { split, side_by_side, hold, onion };

  // --- in the view
  bool shown() const { return shown_; }
  void show(bool on) { shown_ = on; }
  Layout layout() const { return layout_; }
  void set_layout(Layout layout) { layout_ = layout; }
  double bar() const { return bar_; }  // where the view is split, 0..1 from the left
  void move_bar(double to);
  double opacity() const { return opacity_; }  // of B over A, as an onion skin
  void set_opacity(double opacity) { opacity_ = opacity; }
  // While it is held the sides have changed places.
  bool held() const { return held_; }
  void hold(bool on) { held_ = on; }

  // --- what A is
  Differs differs() const { return differs_; }
  void set_differs(Differs differs) { differs_ = differs; }
  bool keeps() const { return kept_.has_value(); }
  // The present avatar becomes A.
  void keep(const Scene& present, std::string name);
  // The default shape and the T pose become A.
  void keep_default() { kept_.reset(); }
  // What another scene choice would be after the sides changed places; A is `present` then.
  AvatarChoice exchange(const Scene& present);
  // A file was read anew; `before`: what it held until then.
  void replaced(const std::filesystem::path& path, std::shared_ptr<const io::BoundMeshFile> before,
                std::string loaded_at);
  bool has_before() const { return !before_.empty(); }
  std::string name(const Scene& present) const;  // of A, for people

  // Brings A up to date with the present avatar; `needed`: whether anybody looks at it. Fails as Scene::wear
  // does.
  Status follow(const Scene& present, bool needed);
  // Null while nobody looks at it.
  const Scene* other() const { return other_.get(); }

 private:
  // A file as A wears it: one that was read, or a piece of the system avatar.
  struct Worn {
    std::shared_ptr<const io::BoundMeshFile> file;
    std::shared_ptr<const WornFile> piece;
    std::filesystem::path path;
    Wearing how;
    std::vector<Uuid> ids;  // of its meshes
    bool operator==(const Worn&) const = default;
  };
  struct Kept {
    AvatarChoice choice;
    std::vector<Worn> worn;
    std::string name;
  };
  struct Before {
    std::shared_ptr<const io::BoundMeshFile> file;
    std::string loaded_at;
  };
  static std::vector<Worn> worn_by(const Scene& scene);
  std::vector<Worn> worn_by_other(const Scene& present) const;
  AvatarChoice choice_of_other(const Scene& present) const;
  Status wear(const std::vector<Worn>& worn);
  Status wear_files(const std::vector<Worn>& worn);
  void choose(const AvatarChoice& wanted);

  bool shown_ = false, held_ = false;
  Layout layout_ = Layout::split;
  double bar_ = 0.5, opacity_ = 0.5;
  Differs differs_ = Differs::shape;
  std::optional<Kept> kept_;
  std::map<std::filesystem::path, Before> before_;
  std::unique_ptr<Scene> other_;
  std::vector<Worn> wearing_;
  std::optional<AvatarChoice> chosen_;
};

}  // namespace mannequin::preview

// Stand-ins: a body to try clothes on until the user opens one, and the built-in clothes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/document/figure_colors.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class StandIn {
 public:
  explicit StandIn(Workbench& bench) : bench_(bench) {}

  // The body ("mannequin") or a garment of io::builtin_garments(), made for the avatar's sex and replaced
  // when it changes. The clothes stay until any mesh is opened, the body until a body is. Not undoable.
  Status wear_builtin(std::string_view name);
  // One of them as a stand-in; not yet worn.
  Result<WornItem> make_builtin(std::string_view name, Sex sex) const;
  // The body and its hair. Not undoable.
  Status wear_builtin_figure();
  // The same, undoable and with messages: the body and its hair, or the avatar's own if that was hidden, and
  // its outfit.
  void wear_builtin_body();
  void wear_builtin_clothes();
  void offer_outfit(std::vector<std::string> names) { outfit_ = std::move(names); }
  // What shows a painted skirt is there while one is worn: the system avatar's own, or a sheet around the
  // built-in body.
  void show_skirt(AvatarChoice& choice) const;
  // As three worn files: body, hair and skirt. Like built-in ones, they stay until a mesh is opened.
  void wear_system_avatar(SystemAvatar avatar, bool hair, bool skirt);

  // Of the built-in body that is worn; nothing if it is not. Linear.
  std::optional<Vec3f> color(FigurePart part) const;
  // Undoable; from one begin_color() to the next all changes are one step.
  void begin_color() { color_recorded_ = false; }
  void set_color(FigurePart part, const Vec3f& color);

  bool wears_builtin_body() const;
  bool wears_builtin_clothes() const;
  bool wears_body() const;  // a visible stand-in, or a file that looks like one
  bool wears_nothing() const;

  // Takes off stand-ins, the body only if `body_too`. Returns
  // " in place of top.glb", or empty if there were none.
  std::string clear(bool body_too);
  // Call after the sex has changed.
  void change_sex();

 private:
  Status append(std::string_view name);

  Workbench& bench_;
  bool color_recorded_ = false;
  std::vector<std::string> outfit_ = {"top", "trousers", "boots"};
};

}  // namespace mannequin::document

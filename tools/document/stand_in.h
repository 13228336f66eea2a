// What is worn to try clothes on until somebody brings a body, and the built-in clothes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/document/workbench.h"

namespace mannequin::document {

class StandIn {
 public:
  explicit StandIn(Workbench& bench) : bench_(bench) {}

  // The body ("mannequin") or a garment of io::builtin_garments(), made for the avatar's sex and changed with
  // it. The clothes stand in until any mesh is opened, the body until a body is. No step of undo.
  Status wear_builtin(std::string_view name);
  // One of them as it is worn when it stands in; not yet worn.
  Result<WornItem> make_builtin(std::string_view name, Sex sex) const;
  // The same as steps of undo, with messages: the body, or the avatar's own where that was hidden, and its
  // outfit.
  void wear_builtin_body();
  void wear_builtin_clothes();
  void offer_outfit(std::vector<std::string> names) { outfit_ = std::move(names); }
  // As three worn files: body, hair and skirt. Stands in, like what is built in, until a mesh is opened.
  void wear_system_avatar(SystemAvatar avatar, bool hair, bool skirt);

  bool wears_builtin_body() const;
  bool wears_builtin_clothes() const;
  bool wears_body() const;  // a visible one that stands in, or a file that looks like one
  bool wears_nothing() const;

  // Takes off what stands in, the body only if `body_too`: " in place of top.glb"; empty if nothing was taken
  // off.
  std::string clear(bool body_too);
  // After the sex has changed.
  void change_sex();

 private:
  Status append(std::string_view name);

  Workbench& bench_;
  std::vector<std::string> outfit_ = {"top", "trousers", "boots"};
};

}  // namespace mannequin::document

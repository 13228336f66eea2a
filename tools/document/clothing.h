// Skin, hair, eyes and clothing that is painted on the avatar. Each change is one step of undo.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/io/outfit_file.h"
#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

class Clothing {
 public:
  Clothing(Workbench& bench, StandIn& stand_in) : bench_(bench), stand_in_(stand_in) {}

  // Where layers come from, when something is painted for the first time; at first the built-in ones.
  using Opener = std::function<Result<LayerSource>()>;
  void paint_by(Opener opener) { opener_ = std::move(opener); }

  // Reads what clothing is painted with, if that was not done yet; a message says why it cannot.
  bool can_paint();

  std::span<const mannequin::WornItem> worn() const { return bench_.choice().clothing; }
  bool wears(std::string_view type) const;
  // Of body parts and clothing; whatever has no layers, like the shape, is not painted.
  static bool is_painted(std::string_view type);

  // A new one on top, for sliders, tint and textures to shape: clothes are plain white, a skin, a tattoo show
  // nothing yet. Or nothing of this type any longer. A message says why nothing can be painted.
  void wear(const std::string& type);
  void take_off(std::string_view type);
  // In a slot ("upper_shirt") of the uppermost item that has it; empty: as a new item's. A message says why
  // not.
  Status set_texture(const std::string& slot, const std::filesystem::path& picture);
  // The files of what is worn.
  std::vector<std::filesystem::path> textures() const;
  // One of them was saved again. Not undoable; a message tells the outcome, and the old picture stays where
  // the new one cannot be used.
  void reload(const std::filesystem::path& texture);
  // What was read from this file: with the sliders that it sets. One item replaces those of its type, an
  // outfit everything.
  void open(const std::filesystem::path& path, io::LoadedOutfit outfit);
  // The same without message and step of undo: what the command line names.
  void begin_with(io::LoadedOutfit outfit);

 private:
  bool is_shown() const;
  AvatarChoice dressed(io::LoadedOutfit outfit) const;

  Workbench& bench_;
  StandIn& stand_in_;
  Opener opener_;
};

// The built-in layers, for the texture map of the built-in bodies.
Result<LayerSource> builtin_layer_source(const Appearance& appearance);

}  // namespace mannequin::document

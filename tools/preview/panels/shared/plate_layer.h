// Two layers over the picture: marks and lines, and above them the plates with what is read, in whichever
// order they are drawn.
#pragma once

#include <imgui.h>

namespace mannequin::preview {

// While it exists, what is drawn over the picture may go into either layer: that of the marks, at first.
class OverlayLayers {
 public:
  explicit OverlayLayers(ImDrawList& list) : list_(list) { list_.ChannelsSplit(2); }
  ~OverlayLayers() { list_.ChannelsMerge(); }
  OverlayLayers(const OverlayLayers&) = delete;
  OverlayLayers& operator=(const OverlayLayers&) = delete;

 private:
  ImDrawList& list_;
};

// While it exists, drawing goes above all marks; without layers, on top of what was drawn before.
class PlateLayer {
 public:
  explicit PlateLayer(ImDrawList& list) : list_(list) { choose(1); }
  ~PlateLayer() { choose(0); }
  PlateLayer(const PlateLayer&) = delete;
  PlateLayer& operator=(const PlateLayer&) = delete;

 private:
  void choose(int layer) {
    if (list_._Splitter._Count > layer) list_.ChannelsSetCurrent(layer);
  }
  ImDrawList& list_;
};

}  // namespace mannequin::preview

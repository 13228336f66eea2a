// The right column, with one tab per panel.
#pragma once

#include "tools/preview/panels/bind/bind_panel.h"
#include "tools/preview/panels/columns/engine_panel.h"
#include "tools/preview/panels/compare/compare_panel.h"
#include "tools/preview/panels/fit/fit_panel.h"
#include "tools/preview/panels/fit/measures_panel.h"
#include "tools/preview/panels/joints/joint_tree_panel.h"
#include "tools/preview/panels/joints/joints_panel.h"
#include "tools/preview/panels/joints/weights_panel.h"
#include "tools/preview/panels/pose/pose_panel.h"
#include "tools/preview/panels/sliders/sliders_panel.h"
#include "tools/preview/panels/worn/worn_panel.h"

namespace mannequin::preview {

class RightColumn : Panel {
 public:
  // worn: only where the left column has no room.
  enum class Tab { sliders, joints, weights, skeleton, pose, bind, fit, measures, compare, engine, worn };

  RightColumn(Ui& ui, FileDialogs& files, WornPanel& worn)
      : Panel(ui),
        worn_(worn),
        sliders_(ui, files),
        joints_(ui),
        weights_(ui, files),
        skeleton_(ui),
        pose_(ui, files),
        bind_(ui, files),
        fit_(ui, files),
        measures_(ui),
        compare_(ui),
        engine_(ui) {}
  void draw(ImVec2 size, bool with_worn);
  void open(Tab tab);
  void open_worn();  // where the left column has no room for it
  void open_mending();
  void save_pose();
  static std::optional<Tab> named(std::string_view name);
  // Interface units, in a window of this width, whatever is shown; where there is room the sliders stay
  // beside the other tab.
  float width(float window) const;

 private:
  static constexpr float kWidth = 360.0f, kWide = 560.0f;  // before scaling
  bool is_double(float window) const { return window >= px(2400.0f); }
  // The open one, or the one next to the sliders.
  Tab shown(bool beside_sliders) const;
  void tabs(bool beside_sliders);
  void draw_tab(Tab tab);

  WornPanel& worn_;
  SlidersPanel sliders_;
  JointsPanel joints_;
  WeightsPanel weights_;
  JointTreePanel skeleton_;
  PosePanel pose_;
  BindPanel bind_;
  FitPanel fit_;
  MeasuresPanel measures_;
  ComparePanel compare_;
  EnginePanel engine_;
  Tab tab_ = Tab::sliders, beside_ = Tab::joints;
  Tab scrolled_ = Tab::sliders;  // whose place the scroll bar has
  bool with_worn_ = false;
};

}  // namespace mannequin::preview

// All joints, volumes and attachment points as a tree.
#pragma once

#include "tools/preview/panels/shared/panel.h"

namespace mannequin::preview {

class JointTreePanel : Panel {
 public:
  explicit JointTreePanel(Ui& ui);
  void draw();  // into the current window

 private:
  void count_weights();
  void tree(JointIndex joint);
  // One line of the table. `branch`: can be opened. Returns whether it is open.
  bool row(JointIndex joint, bool branch);
  bool shown(JointIndex joint) const;

  std::vector<std::vector<JointIndex>> children_;
  std::vector<JointIndex> roots_;
  char search_[64] = {};
  bool volumes_ = true, attachments_ = false;
  std::vector<std::size_t> vertices_;          // by joint: visible vertices with weight on it
  std::uint64_t counted_ = ~std::uint64_t{0};  // the worn revision that these belong to
  std::vector<bool> is_open_;                  // by joint, as last drawn
  bool first_row_ = false;                     // the next line is the first
  bool plain_names_ = true;                    // there is room for them
  JointIndex followed_ = kNoJoint;             // the selection last scrolled to
};

}  // namespace mannequin::preview

// Every joint, volume and attachment point in its place under the others.
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
  // One line of the table. `branch`: it may be opened; whether it is.
  bool row(JointIndex joint, bool branch);
  bool shown(JointIndex joint) const;

  std::vector<std::vector<JointIndex>> children_;
  std::vector<JointIndex> roots_;
  char search_[64] = {};
  bool volumes_ = true, attachments_ = false;
  std::vector<std::size_t> vertices_;          // by joint: of what is visible, with weight on it
  std::uint64_t counted_ = ~std::uint64_t{0};  // the revision of what is worn that these are of
  std::vector<bool> is_open_;                  // by joint, as drawn last
  bool first_row_ = false;                     // the next one is the first
  JointIndex followed_ = kNoJoint;             // the selection that the list was scrolled to
};

}  // namespace mannequin::preview

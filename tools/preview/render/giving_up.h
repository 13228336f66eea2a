// Gives up a picture that takes long when something else is wanted.
#pragma once

#include <glad/gl.h>

#include <functional>
#include <utility>

namespace mannequin::preview {

class GivingUp {
 public:
  // wanted: whether something else is wanted; asked after every so many triangles. Empty: never.
  explicit GivingUp(std::function<bool()> wanted = {}) : wanted_(std::move(wanted)) {}

  // How many indices to draw at most before after() is called.
  GLsizei at_most(GLsizei otherwise) const { return wanted_ ? kIndices : otherwise; }
  // After so many indices were drawn; true: the rest is not worth drawing.
  bool after(GLsizei indices) {
    drawn_ += indices;
    if (given_up_ || !wanted_ || drawn_ < kIndices) return given_up_;
    glFinish();  // otherwise it would ask before anything was drawn
    drawn_ = 0;
    return given_up_ = wanted_();
  }
  bool given_up() const { return given_up_; }

 private:
  static constexpr GLsizei kIndices = 3 * 20'000;  // some 50 ms without a graphics card

  std::function<bool()> wanted_;
  GLsizei drawn_ = 0;
  bool given_up_ = false;
};

}  // namespace mannequin::preview

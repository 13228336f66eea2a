#include "tools/document/kept_shape.h"

#include "engine/io/shape_file.h"
#include "engine/io/shape_writer.h"

namespace mannequin::document {
namespace {

// Long enough that a drag does not write all the time.
constexpr double kKeepAfter = 2.0;  // seconds

}  // namespace

void KeptShape::look() {
  kept_ = bench_.settings.kept_shape();
  // What a session begins with, nobody has worked on.
  sliders_ = bench_.choice().sliders;
}

void KeptShape::take() {
  const auto bytes = std::as_bytes(std::span(kept_));
  auto shape = io::read_shape(bytes, "kept shape", bench_.character().appearance);
  if (shape) {
    AvatarChoice choice = bench_.choice();
    bench_.history.record("Shape of the last session", choice);
    choice.sliders = std::move(shape->sliders);
    choice.apply_parameters = true;
    bench_.avatar.choose(std::move(choice));
  } else {
    bench_.tell(Message::Kind::warning, shape.error().message());
  }
  kept_.clear();
}

void KeptShape::drop() {
  kept_.clear();
  bench_.settings.drop_shape();
}

// An offer that was not answered is not written over.
void KeptShape::step(double seconds) {
  if (!kept_.empty()) return;
  if (bench_.choice().sliders != sliders_) {
    sliders_ = bench_.choice().sliders;
    unkept_seconds_ = 0.0;
  }
  if (!unkept_seconds_) return;
  *unkept_seconds_ += seconds;
  if (*unkept_seconds_ >= kKeepAfter) keep_now();
}

void KeptShape::keep_now() {
  if (!unkept_seconds_ || !kept_.empty()) return;
  unkept_seconds_.reset();
  if (file_.edited())
    bench_.settings.keep_shape(io::write_shape(io::ShapeFormat::json, bench_.character().appearance,
                                               bench_.choice().sliders, file_.name())
                                   .text);
  else
    bench_.settings.drop_shape();
}

void KeptShape::end_without() {
  bench_.settings.drop_shape();
  unkept_seconds_.reset();
}

}  // namespace mannequin::document

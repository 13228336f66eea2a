#include <algorithm>

#include "engine/io/shape_writer.h"
#include "tests/fuzz/fuzz_target.h"

// What is taken can be written, and comes back.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const Appearance& appearance = character().appearance;
  const auto shape = io::read_shape(bytes, "fuzz", appearance);
  if (!taken(shape)) return;
  for (const auto format : {io::ShapeFormat::json, io::ShapeFormat::archetype, io::ShapeFormat::wearable}) {
    const io::WrittenShape written = io::write_shape(format, appearance, shape->sliders, shape->name);
    const auto again = io::read_shape(std::as_bytes(std::span(written.text)), "again", appearance);
    const bool nothing = written.left_out.size() == shape->sliders.size();
    require(again.has_value() || (nothing && format == io::ShapeFormat::archetype));
    if (!again) continue;
    require(io::write_shape(format, appearance, again->sliders, again->name).text == written.text);
    if (format == io::ShapeFormat::json) require(again->sliders == shape->sliders);
  }
}

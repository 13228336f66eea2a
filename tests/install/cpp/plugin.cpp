// A plugin that shows one function, built with -fvisibility=hidden: nothing of the library may be seen in it.
#include <mannequin/mannequin.h>

extern "C" __attribute__((visibility("default"))) double height_of_the_default_avatar() {
  auto desc = mannequin::io::read_builtin_character();
  if (!desc) return 0.0;
  const auto character = mannequin::Character::build(std::move(*desc));
  if (!character) return 0.0;
  auto crowd = mannequin::AvatarBatch::create(*character);
  if (!crowd) return 0.0;
  crowd->add_avatar();
  crowd->evaluate();
  return mannequin::CpuSkinner::create() ? crowd->body_size(0).height : 0.0;
}

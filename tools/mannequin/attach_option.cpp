#include "tools/mannequin/attach_option.h"

#include "engine/mesh/attachment.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

void add_attach_option(CLI::App& command, AttachedObjects& attached) {
  command
      .add_option("--attach", attached,
                  "A rigid object worn on an attachment point, its origin at the point: --attach \"Left "
                  "Hand\" sword.glb; repeatable")
      ->type_name("POINT FILE")
      ->allow_extra_args(false);
}

Status check_attached(const AttachedObjects& attached, const Skeleton& skeleton) {
  for (const auto& [point, path] : attached)
    if (const auto joint = find_attachment_point(skeleton, point); !joint)
      return fail(joint.error().code, "--attach " + point, joint.error().what);
  return {};
}

}  // namespace mannequin::program

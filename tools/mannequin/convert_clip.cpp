#include "tools/mannequin/convert_clip.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/io/anim_settings.h"
#include "engine/io/anim_upload.h"
#include "engine/io/clip_file.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/clip_json.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

Result<io::ClipMoment> parse_moment(const std::string& text, const char* option) {
  io::ClipMoment moment;
  moment.percent = text.ends_with('%');
  const char* const end = text.data() + text.size() - (moment.percent ? 1 : 0);
  const auto [stopped, error] = std::from_chars(text.data(), end, moment.value);
  if (error == std::errc{} && stopped == end && !text.empty()) return moment;
  return fail(ErrorCode::bad_argument, fmt::format("{} {}", option, text),
              "is neither seconds nor a percentage; write for example 1.5 or 25%");
}

Result<io::AnimSettings> settings_of(const ClipOptions& options) {
  io::AnimSettings settings{options.priority, options.loop,     {}, {}, options.ease_in,
                            options.ease_out, options.hand_pose};
  const auto take = [](const std::optional<std::string>& text, const char* option,
                       std::optional<io::ClipMoment>& to) -> Status {
    if (!text) return {};
    const auto moment = parse_moment(*text, option);
    if (!moment) return error_of(moment);
    to = *moment;
    return {};
  };
  if (auto status = take(options.loop_in, "--loop-in", settings.loop_in); !status) return error_of(status);
  if (auto status = take(options.loop_out, "--loop-out", settings.loop_out); !status) return error_of(status);
  return settings;
}

}  // namespace

void add_clip_options(CLI::App& command, ClipOptions& options) {
  const std::string group = "Clips (.bvh, .anim)";
  command.add_option("--priority", options.priority, "0 to 6; which clip wins a joint")->group(group);
  command.add_option("--loop", options.loop, "Whether it loops")->type_name("true|false")->group(group);
  command.add_option("--loop-in", options.loop_in, "Start of the loop: seconds, or 25%")
      ->type_name("MOMENT")
      ->group(group);
  command.add_option("--loop-out", options.loop_out, "End of the loop: seconds, or 75%")
      ->type_name("MOMENT")
      ->group(group);
  command.add_option("--ease-in", options.ease_in, "Seconds to blend in over other clips")->group(group);
  command.add_option("--ease-out", options.ease_out, "Seconds to blend out")->group(group);
  command.add_option("--hand-pose", options.hand_pose, "0 to 14; 1 is relaxed")->group(group);
  command
      .add_option_function<std::string>(
          "--positions",
          [&options](const std::string& kept) {
            options.positions = kept == "none"     ? io::KeptPositions::none
                                : kept == "pelvis" ? io::KeptPositions::pelvis
                                                   : io::KeptPositions::all;
          },
          "Which position keys to keep (default all): those of other joints than the pelvis override sliders "
          "and worn meshes")
      ->type_name("pelvis|none|all")
      ->check(CLI::IsMember({"pelvis", "none", "all"}))
      ->group(group);
  command
      .add_option(
          "--without", options.without,
          "Joints to leave out, separated by commas: names, or attachments, volumes, unknown (not the "
          "avatar's), repeated (listed before)")
      ->type_name("JOINTS")
      ->delimiter(',')
      ->group(group);
  command
      .add_flag("--as-uploaded", options.as_uploaded,
                "The bytes the viewer would upload: it repacks the keys, a little coarser each time")
      ->group(group);
}

Status convert_clip(const std::filesystem::path& in, const io::Bytes& bytes, const std::filesystem::path& out,
                    const ClipOptions& options, const Skeleton& skeleton) {
  const std::string ending = lower_ending(out);
  if (ending != ".anim" && ending != ".json")
    return fail(ErrorCode::bad_argument, out.string(),
                "clips are written as .anim or .json; use one of these extensions");
  const auto settings = settings_of(options);
  if (!settings) return error_of(settings);
  auto file = io::read_clip_as_anim(bytes, in.filename().string(), skeleton);
  if (!file) return error_of(file);
  report(file->notes);
  if (auto status = io::remove_tracks(*file, options.without, skeleton); !status) return status;
  if (auto status = io::keep_positions(*file, options.positions, skeleton); !status) return status;
  if (auto status = io::apply_settings(*file, *settings); !status) return status;
  auto clip = Clip::build(io::decode_anim(*file), skeleton);
  if (!clip) return error_of(clip);
  if (options.as_uploaded) {
    auto uploaded = io::pack_upload(*clip);
    if (!uploaded) return error_of(uploaded);
    *file = std::move(*uploaded);
    clip = Clip::build(io::decode_anim(*file), skeleton);
    if (!clip) return error_of(clip);
  }
  if (ending == ".anim") return io::write_file(out, io::write_anim(*file));
  return io::write_file(out, json_text(clip_json(*clip, skeleton, true)) + "\n");
}

}  // namespace mannequin::program

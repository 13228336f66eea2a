// mannequin preview: the window, or a picture of what it would show.
#include <memory>

#include "engine/io/builtin_mesh.h"
#include "engine/io/llm.h"
#include "engine/platform/path.h"
#include "engine/platform/program.h"
#include "tools/mannequin/attach_option.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/backends.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/outfit.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/rig_options.h"
#include "tools/mannequin/system_avatar_options.h"

#ifdef MANNEQUIN_HAS_PREVIEW
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "engine/io/shape_file.h"
#include "tools/preview/platform/film.h"
#include "tools/preview/preview.h"
#endif

namespace mannequin::program {
namespace {

struct PreviewCommand {
  AvatarOptions avatar;
  SystemAvatarChoice system{.skirt = false};
  std::vector<std::filesystem::path> files;
  std::vector<std::string> outfit = {"top", "trousers", "boots"};
  const CLI::Option* outfit_option = nullptr;
  std::filesystem::path screenshot, contact_sheet, people;
  std::string size;
  int interface_size = 0;
  std::string theme;
  std::filesystem::path language;
  std::string view;
  bool panels = false;
  bool transparent = false;
  int pictures = 0;  // 0: one, or kSweepPictures with a sweep, or as many as the clip needs
  std::string sweep;
  bool play = false;
  double per_second = 0.0;
  bool no_legend = false;
  bool joints = false;
  std::string tab;
  std::string colors = "solid";
  std::string backend;  // empty: the fastest
  std::string joint;
  std::string slider;
  ImporterProfile gltf = kViewerImporter;
  RigOptions rig;
  AttachedObjects attached;
};

#ifdef MANNEQUIN_HAS_PREVIEW

constexpr int kSweepPictures = 21;  // steps of five per cent

bool opens_window(const PreviewCommand& command) {
  return command.screenshot.empty() && command.contact_sheet.empty();
}

Status parse_size(const std::string& text, int& width, int& height) {
  const char* const end = text.data() + text.size();
  const auto w = std::from_chars(text.data(), end, width);
  const bool separated = w.ec == std::errc{} && w.ptr != end && *w.ptr == 'x';
  const auto h = separated ? std::from_chars(w.ptr + 1, end, height) : w;
  const bool sensible = width >= 64 && width <= 16384 && height >= 64 && height <= 16384;
  if (separated && h.ec == std::errc{} && h.ptr == end && sensible) return {};
  return fail(ErrorCode::bad_argument, "--size " + text,
              "is not WIDTHxHEIGHT with both between 64 and 16384; write for example 1280x800");
}

// What is written instead of opening the window.
void picture_options(const PreviewCommand& command, PreviewOptions& options) {
  options.people = !command.contact_sheet.empty();
  options.people_folder = command.people;
  options.screenshot = options.people ? command.contact_sheet : command.screenshot;
  options.transparent = command.transparent;
  options.legend = !command.no_legend;
  options.play = command.play;
  options.per_second = command.per_second;
  options.pictures = command.play ? command.pictures : std::max(command.pictures, 1);
}

// A folder with only the definitions works for everything but the avatar's own body.
bool has_meshes(const std::filesystem::path& folder, const Character& character) {
  std::error_code error;
  const auto bodies = character.appearance.body_meshes();
  return std::ranges::any_of(bodies, [&](const BodyMeshDesc& body) {
    return std::filesystem::exists(folder / path_of_utf8(body.file), error);
  });
}

Result<int> find_slider(const Appearance& appearance, const std::string& option, const std::string& name) {
  const Result<int> slider = io::find_parameter(appearance, name);
  if (slider && appearance.find(*slider) != kNoParameter) return slider;
  return fail(ErrorCode::bad_argument, option + " " + name,
              "is not a slider; 'mannequin sliders' lists them");
}

// Options that affect the picture rather than its contents.
Result<PreviewOptions> view_options(const PreviewCommand& command, const Appearance& appearance) {
  PreviewOptions options;
  picture_options(command, options);
  options.view = command.view;
  options.panels = command.panels;
  options.joints = command.joints;
  options.tab = command.tab;
  options.outfit = command.outfit;
  options.outfit_asked_for = command.outfit_option->count() > 0;
  std::erase(options.outfit, "none");
  if (!command.sweep.empty()) {
    const Result<int> slider = find_slider(appearance, "--sweep", command.sweep);
    if (!slider) return error_of(slider);
    options.sweep = *slider;
    if (command.pictures == 0) options.pictures = kSweepPictures;
  }
  if (!command.slider.empty()) {
    const Result<int> slider = find_slider(appearance, "--slider", command.slider);
    if (!slider) return error_of(slider);
    options.slider = *slider;
  }
  if (errors_are_watched() && (options.pictures > 1 || options.play || options.people))
    options.progress = [](int done, int of) {
      fmt::print(stderr, "\rpicture {} of {}{}", done, of, done == of ? "\n" : "");
      std::fflush(stderr);
    };
  options.backend = command.backend;
  options.open_skinner = [](const std::string& name) -> Result<std::shared_ptr<Skinner>> {
    Result<std::unique_ptr<Backend>> backend = open_backend(name);
    if (!backend) return error_of(backend);
    // Shares ownership with the device that the skinner needs.
    const std::shared_ptr<Backend> kept = std::move(*backend);
    return std::shared_ptr<Skinner>(kept, &kept->skinner());
  };
  options.colors = command.colors;
  options.joint = command.joint;
  options.interface_size = command.interface_size;
  options.theme = command.theme;
  options.language = command.language;
  options.last_size = command.size.empty();
  if (command.size.empty()) return options;
  if (auto status = options.people ? parse_size(command.size, options.person_width, options.person_height)
                                   : parse_size(command.size, options.width, options.height);
      !status)
    return error_of(status);
  return options;
}

// A MakeHuman base mesh on its own rig, standing on the ground.
Result<int> run_rig(const PreviewCommand& command) {
  if (command.files.size() != 1)
    return fail(ErrorCode::bad_argument, "--rig", "needs exactly one file, the base mesh (.obj)");
  RigOptions rig = command.rig;
  rig.base_mesh = command.files.front();
  // The window raises anything without measured legs by this much.
  Result<RiggedFile> rigged = load_rigged_file(rig, BaseMeshPart::body, -kGroundClearance);
  if (!rigged) return error_of(rigged);
  Result<Pose> pose = load_rig_pose(command.avatar, *rigged);
  if (!pose) return error_of(pose);
  Result<Appearance> no_sliders = Appearance::build({}, rigged->skeleton);
  if (!no_sliders) return error_of(no_sliders);
  Result<PreviewOptions> options = view_options(command, *no_sliders);
  if (!options) return error_of(options);
  options->inputs.pose = std::move(*pose);
  options->rigged.emplace();
  options->rigged->source = rig.base_mesh.filename().string();
  options->rigged->meshes.push_back(std::move(rigged->bound));
  const BodyMeasure measure(rigged->skeleton);
  const Character character{std::move(rigged->skeleton), std::move(*no_sliders), measure};
  if (auto status = run_preview(character, *options); !status) return error_of(status);
  return kDone;
}

// The window reloads its files whenever they are saved.
Status check_regular(const PreviewCommand& command) {
  std::vector<std::filesystem::path> paths = command.files;
  paths.insert(paths.end(), command.avatar.wear.begin(), command.avatar.wear.end());
  for (const auto& [point, path] : command.attached) paths.push_back(path_of_utf8(path));
  paths.push_back(command.avatar.pose);
  paths.push_back(command.avatar.document);
  for (const auto& path : paths) {
    std::error_code error;
    if (std::filesystem::is_other(path, error))
      return fail(ErrorCode::bad_argument, path.string(),
                  "is a pipe or a device, which can be read only once, but the window reloads its files "
                  "whenever they are saved; save it as a file first");
  }
  return {};
}

// Several pictures may also be one film.
Status check_picture_name(const PreviewCommand& command, const std::filesystem::path& picture) {
  if (picture.empty() || lower_ending(picture) == ".png") return {};
  if (!preview::is_film(picture) || picture == command.contact_sheet)
    return fail(ErrorCode::bad_argument, picture.string(),
                "is not a .png file name; pictures are written as .png, several ones also as .webp or .mp4");
  if (command.pictures < 2 && command.sweep.empty() && !command.play)
    return fail(ErrorCode::bad_argument, picture.string(),
                "is the name of a film; say of what, by --pictures 36, --sweep SLIDER or --play");
  if (command.transparent && !preview::film_can_be_transparent(picture))
    return fail(ErrorCode::bad_argument, picture.string(), "cannot be transparent; a .webp can");
  if (auto status = preview::can_make_films(); !status)
    return fail(status.error().code, picture.string(), status.error().what);
  return {};
}

Status check_command(const PreviewCommand& command, const CLI::App& app) {
  if (auto status = check_rig_options(app, command.rig); !status) return status;
  if (auto status = check_system_options(app, command.avatar.character.empty(), true); !status) return status;
  if (!command.contact_sheet.empty() && !command.rig.rig.empty())
    return fail(ErrorCode::bad_argument, "--contact-sheet",
                "shows people of the avatar's sliders, which another rig does not have");
  for (const std::filesystem::path& picture : {command.screenshot, command.contact_sheet})
    if (auto status = check_picture_name(command, picture); !status) return status;
  return check_regular(command);
}

Result<int> show(const PreviewCommand& command, const Result<Character>& character) {
  // Files given by --wear are also shown, so the window reads them with the other files.
  AvatarOptions without_meshes = command.avatar;
  without_meshes.wear.clear();
  without_meshes.document.clear();
  const bool window = opens_window(command);
  // The window opens poses like clips.
  const bool plays = window ? !command.avatar.pose.empty() : names_clip(command.avatar.pose);
  if (plays) without_meshes.pose.clear();
  Result<AvatarInputs> inputs =
      load_inputs(window ? without_files(without_meshes) : without_meshes, *character);
  if (!inputs) return error_of(inputs);
  if (auto status = check_attached(command.attached, character->skeleton); !status) return error_of(status);
  Result<PreviewOptions> options = view_options(command, character->appearance);
  if (!options) return error_of(options);
  for (const auto& [point, path] : command.attached)
    options->attached.emplace_back(point, path_of_utf8(path));
  if (!command.avatar.document.empty()) options->files.push_back(command.avatar.document);
  options->files.insert(options->files.end(), command.files.begin(), command.files.end());
  options->files.insert(options->files.end(), command.avatar.wear.begin(), command.avatar.wear.end());
  options->joint_positions = command.avatar.joint_positions;
  options->importer = command.gltf;
  options->inputs = std::move(*inputs);
  options->shape = own_shape(command.avatar);
  const auto sliders = std::make_shared<SliderValues>(options->inputs.sliders);
  const AvatarOptions& avatar = command.avatar;
  if (window && !(avatar.shapes.empty() && avatar.outfits.empty() && avatar.offsets.empty()))
    options->read_inputs = [without_meshes, sliders, &character]() -> Result<AvatarInputs> {
      Result<AvatarInputs> read = load_inputs(without_meshes, *character);
      if (read) *sliders = read->sliders;
      return read;
    };
  if (has_meshes(command.avatar.character, *character))
    options->system_avatar = [&] {
      SystemAvatarChoice choice = command.system;
      choice.outfits = command.avatar.outfits;
      return load_system_avatar(command.avatar.character, choice, *character, *sliders);
    };
  options->clothing = command.avatar.outfits;
  if (!command.avatar.character.empty()) {
    options->layer_sets = [&] { return load_layers(command.avatar.character, character->appearance); };
    // Masks that were given stay.
    if (command.system.masks.empty() && has_meshes(command.avatar.character, *character))
      options->system_meshes = [&] {
        return io::read_base_meshes(command.avatar.character, character->appearance.body_meshes());
      };
    options->mask_size = command.system.mask_size;
  }
  options->hair = command.system.hair;
  options->skirt = command.system.skirt;
  if (plays) options->clip = command.avatar.pose;
  options->clip_seconds = command.avatar.time.value_or(0.0);
  if (auto status = run_preview(*character, *options); !status) return error_of(status);
  return kDone;
}

Result<int> run(const PreviewCommand& command, const CLI::App& app) {
  if (auto status = check_command(command, app); !status) return error_of(status);
  if (!command.rig.rig.empty()) return run_rig(command);
  if (command.avatar.character.empty() && opens_window(command)) {
    PreviewCommand chosen = command;
    chosen.avatar.character = chosen_character_folder();
    // One that was damaged since must not keep the window from opening.
    if (!chosen.avatar.character.empty())
      if (const Result<Character> character = load_character(chosen.avatar)) return show(chosen, character);
  }
  const Result<Character> character = load_character(command.avatar);
  if (!character) return error_of(character);
  return show(command, character);
}

#else

Result<int> run(const PreviewCommand&, const CLI::App&) {
  return fail(ErrorCode::no_device, "preview",
              "is not in this build; configure with MANNEQUIN_GL=ON and MANNEQUIN_PREVIEW=ON");
}

#endif

}  // namespace

void add_preview(CLI::App& app) {
  CLI::App* subcommand = app.add_subcommand("preview", "The window: bound meshes under the sliders");
  const auto command = std::make_shared<PreviewCommand>();
  subcommand->add_option(
      "FILE", command->files,
      "Bound meshes, shapes, poses, animations and documents; without a body, the system "
      "avatar is shown (with --character), else the built-in one. With --rig: its base mesh (.obj)");
  CLI::Option* screenshot =
      subcommand
          ->add_option("--screenshot", command->screenshot,
                       "Render the scene to a .png, without a display, and exit; several "
                       "pictures also to one film, .webp or .mp4 (needs ffmpeg)")
          ->type_name("FILE");
  CLI::Option* panels = subcommand->add_flag("--ui", command->panels,
                                             "With --screenshot: include the panels, as in the window");
  subcommand
      ->add_option(
          "--pictures", command->pictures,
          "Render this many numbered pictures: all around the avatar, or along a slider with --sweep")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 9999))
      ->needs(screenshot)
      ->excludes(panels);
  CLI::Option* sweep =
      subcommand
          ->add_option(
              "--sweep", command->sweep,
              "Pictures with this slider from 0 to 100 % (id or name; 21 unless --pictures is given)")
          ->type_name("SLIDER")
          ->needs(screenshot)
          ->excludes(panels);
  subcommand
      ->add_flag("--play", command->play,
                 "Pictures of the animation (--pose FILE) from beginning to end (25 a second unless --fps or "
                 "--pictures is given)")
      ->needs(screenshot)
      ->excludes(panels)
      ->excludes(sweep);
  subcommand->add_option("--fps", command->per_second, "Pictures per second of a film or of --play")
      ->type_name("NUMBER")
      ->check(CLI::Range(1.0, 60.0))
      ->needs(screenshot);
  subcommand
      ->add_flag("--no-legend", command->no_legend,
                 "Several pictures, or a transparent one, without the legend of --colors")
      ->needs(screenshot);
  CLI::Option* sheet =
      subcommand
          ->add_option("--contact-sheet", command->contact_sheet,
                       "Render the twelve test people, each in what is worn, with their names to one .png, "
                       "without a display, and exit; --size is then of each")
          ->type_name("FILE")
          ->excludes(screenshot)
          ->excludes(panels);
  subcommand
      ->add_option("--people", command->people,
                   "With --contact-sheet: also the shapes in this folder (.xml, .json, .txt)")
      ->type_name("FOLDER")
      ->needs(sheet);
  subcommand
      ->add_flag("--transparent", command->transparent,
                 "The avatar alone, without studio and floor, on a transparent background")
      ->needs(screenshot)
      ->excludes(panels);
  std::vector<std::string> outfits(io::builtin_garments().begin(), io::builtin_garments().end());
  outfits.push_back("none");
  command->outfit_option = subcommand
                               ->add_option("--outfit", command->outfit,
                                            "What the built-in body wears, separated by commas (default, if "
                                            "nothing else is worn: top,trousers,boots)")
                               ->type_name("NAMES")
                               ->delimiter(',')
                               ->allow_extra_args(false)
                               ->check(CLI::IsMember(outfits));
  subcommand
      ->add_option("--size", command->size,
                   "Pixels of the picture or the window (default 1280x800; window: as last used, at first "
                   "three quarters of the screen)")
      ->type_name("WxH");
  subcommand->add_option("--view", command->view, "Camera view (default three-quarter, or the document's)")
      ->check(CLI::IsMember({"front", "side", "back", "three-quarter", "face", "top"}));
  subcommand
      ->add_option("--interface-size", command->interface_size,
                   "Size of text and panels in per cent, 75 to 250 (default 100; window: as last used)")
      ->check(CLI::Range(75, 250))
      ->type_name("PERCENT");
  subcommand->add_option("--theme", command->theme, "Colour theme (default dark; window: as last used)")
      ->check(CLI::IsMember({"dark", "light", "contrast"}));
  subcommand
      ->add_option(
          "--language", command->language,
          "Translation of the window's texts, as tools/preview/texts/en.json has them (default: that of the "
          "settings folder for the system's language, else English)")
      ->type_name("FILE");
  subcommand->add_flag("--joints", command->joints, "Show the joints");
  subcommand
      ->add_option("--tab", command->tab,
                   "The selected tab of the right column (default: as last used, at first sliders); worn: "
                   "only in a window too "
                   "narrow for the left column")
      ->check(CLI::IsMember({"sliders", "joints", "weights", "skeleton", "pose", "bind", "fit", "measures",
                             "compare", "engine", "worn"}));
#ifdef MANNEQUIN_HAS_PREVIEW
  subcommand->add_option("--colors", command->colors, "What the colours show (default solid)")
      ->check(CLI::IsMember(preview_color_names()));
#endif
  subcommand
      ->add_option("--backend", command->backend,
                   "Skinning backend (default gl, or cpu without a GPU driver)")
      ->check(CLI::IsMember({"reference", "cpu", "gl", "vulkan"}));
  subcommand->add_option("--joint", command->joint, "The selected joint; --colors weights shows its weights");
  subcommand
      ->add_option("--slider", command->slider,
                   "Show this slider, with pictures of the avatar at both its ends (id or name)")
      ->type_name("SLIDER");
  add_attach_option(*subcommand, command->attached);
  add_gltf_option(*subcommand, command->gltf);
  add_rig_options(*subcommand, command->rig);
  add_avatar_options(*subcommand, command->avatar);
  add_system_avatar_options(*subcommand, command->system);
  subcommand->callback([=] { finish(run(*command, *subcommand)); });
}

}  // namespace mannequin::program

#include "tools/mannequin/fit_inputs.h"

#include <fmt/format.h>

#include <chrono>
#include <csignal>

#include "engine/platform/program.h"
#include "tools/document/fit_surface.h"
#include "tools/document/plan_files.h"
#include "tools/mannequin/clip_input.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

// Their lists of outside vertices would fill any machine's memory.
constexpr std::size_t kMostFitCases = 2'000'000;

Status add_surface(const BoundMeshes& file, FitSurface& surface) {
  for (const BoundMesh& mesh : file.meshes) {
    if (!mesh.skin)
      return fail(ErrorCode::bad_data, fmt::format("{}, mesh '{}'", file.source, mesh.mesh.name()),
                  "has no bone weights, so no slider moves it; bind it first: mannequin bind");
    surface.meshes.push_back({&mesh.mesh, &*mesh.skin});
  }
  if (file.meshes.empty())
    return fail(ErrorCode::bad_data, file.source,
                "has no mesh, so there is nothing to fit; export one with it");
  return {};
}

Status load_surfaces(const FitOptions& options, FitInputs& in) {
  Result<std::vector<io::BoundMeshFile>> bodies = read_meshes(options.bodies);
  if (bodies && bodies->empty()) {
    Result<io::BoundMeshFile> body = read_builtin_body();
    if (!body) return error_of(body);
    bodies->push_back(std::move(*body));
  }
  if (!bodies) return error_of(bodies);
  Result<std::vector<io::BoundMeshFile>> garments = read_meshes(options.garments);
  if (!garments) return error_of(garments);
  in.body_files = std::move(*bodies);
  in.garment_files = std::move(*garments);
  for (const io::BoundMeshFile& file : in.body_files) {
    Result<BoundMeshes> built = build_meshes(file, in.character.skeleton, options.gltf);
    if (!built) return error_of(built);
    in.bodies.push_back(std::move(*built));
  }
  for (const io::BoundMeshFile& file : in.garment_files) {
    Result<BoundMeshes> built = build_meshes(file, in.character.skeleton, options.gltf);
    if (!built) return error_of(built);
    in.garments.push_back(std::move(*built));
  }
  for (const BoundMeshes& file : in.bodies)
    if (auto status = add_surface(file, in.body); !status) return status;
  for (const BoundMeshes& file : in.garments)
    if (auto status = add_surface(file, in.garment_surfaces.emplace_back()); !status) return status;
  return {};
}

Status load_poses(const FitOptions& options, const std::filesystem::path& folder,
                  const document::PlanReader& reader, FitInputs& in) {
  Result<std::vector<SweepPose>> poses = document::read_plan_poses(in.plan, folder, reader);
  if (!poses) return error_of(poses);
  in.poses = std::move(*poses);
  if (!in.poses.empty()) return {};
  if (!options.avatar.pose.empty()) {
    in.poses.push_back({options.avatar.pose.filename().string(), in.base.pose});
  } else if (options.plan.empty()) {
    in.poses = document::default_sweep_poses(in.character.skeleton);
  } else {
    in.poses.push_back({"T", {}});
  }
  return {};
}

Status load_plan(const FitOptions& options, FitInputs& in) {
  in.plan = default_sweep_plan();
  std::filesystem::path folder;
  const document::PlanReader reader{
      in.character, read_input, [](const io::Notes& notes) { report(notes); },
      [&](const io::ClipFile& clip) { report(clip_notes(clip, in.character.skeleton)); }};
  if (!options.plan.empty()) {
    Result<SweepPlan> plan = document::read_plan(options.plan, reader);
    if (!plan) return error_of(plan);
    in.plan = std::move(*plan);
    folder = options.plan.parent_path();
  }
  const auto sex = in.base.sliders.find(kMaleParameter);
  if (!in.plan.sex && sex != in.base.sliders.end()) in.plan.sex = sex->second > 0.5 ? Sex::male : Sex::female;
  const Result<std::vector<SweepShape>> files = document::read_plan_shapes(in.plan, folder, reader);
  if (!files) return error_of(files);
  Result<std::vector<SweepShape>> shapes = sweep_shapes(in.plan, in.character.appearance, *files);
  if (!shapes) {
    Error error = shapes.error();
    if (!options.plan.empty()) error.where = options.plan.filename().string() + ", " + error.where;
    return tl::make_unexpected(std::move(error));
  }
  in.shapes = std::move(*shapes);
  // What the avatar's options set applies under every shape that does not set it itself.
  for (SweepShape& shape : in.shapes) shape.sliders.insert(in.base.sliders.begin(), in.base.sliders.end());
  if (auto status = load_poses(options, folder, reader, in); !status) return status;
  const std::size_t cases =
      in.shapes.size() * in.poses.size() * std::max<std::size_t>(in.garment_surfaces.size(), 1);
  if (cases > kMostFitCases)
    return fail(
        ErrorCode::bad_argument, options.plan.filename().string(),
        fmt::format("makes {} cases of its shapes, poses and garments, and {} is the most; take fewer", cases,
                    kMostFitCases));
  return {};
}

volatile std::sig_atomic_t interrupted = 0;

void note_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

void add_fit_options(CLI::App& command, FitOptions& options) {
  command
      .add_option("--body", options.bodies,
                  "The body: bound meshes (.dae, .gltf, .glb, mesh assets); the built-in one if none")
      ->type_name("FILE");
  command
      .add_option(
          "--sweep", options.plan,
          "What to go through, as JSON: {\"schema\": 1, \"sliders\": \"all\", \"steps\": 5, \"pairs\": "
          "100, \"random\": 100, \"seed\": 1, \"shapes\": [files], \"poses\": [files], \"clips\": [files], "
          "\"frames\": 8, \"sex\": \"both\"}. Without it: "
          "both ends of every slider and 100 random shapes, of both sexes, in the built-in poses")
      ->type_name("PLAN");
  add_gltf_option(command, options.gltf);
  add_avatar_options(command, options.avatar);
}

const FitMesh& FitInputs::body_mesh(std::uint32_t body_vertex) const {
  return body.meshes[document::fit_place(body, body_vertex).mesh];
}

std::string FitInputs::region(std::uint32_t body_vertex) const {
  return document::fit_region(body, body_vertex, character.skeleton);
}

GarmentSweep FitInputs::sweep() const {
  return {character, base.worn, body, garment_surfaces, shapes, poses, 0, 1, 0, {}};
}

Result<std::unique_ptr<FitInputs>> load_fit_inputs(const FitOptions& options) {
  Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  auto in = std::unique_ptr<FitInputs>(
      new FitInputs{std::move(*character), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
  if (auto status = load_surfaces(options, *in); !status) return error_of(status);
  std::vector<io::BoundMeshFile> given = in->body_files;
  given.insert(given.end(), in->garment_files.begin(), in->garment_files.end());
  Result<AvatarInputs> base = load_inputs(options.avatar, in->character, given);
  if (!base) return error_of(base);
  if (!base->apply_parameters)
    return fail(ErrorCode::bad_argument, "--shape rest",
                "is the avatar without sliders, which a sweep sets; omit it, or give a plan of shapes");
  in->base = std::move(*base);
  if (auto status = load_plan(options, *in); !status) return error_of(status);
  return in;
}

std::function<bool(std::size_t, std::size_t)> sweep_progress() {
  interrupted = 0;
  std::signal(SIGINT, note_interrupt);
  const bool shows = errors_are_watched();
  const auto began = std::chrono::steady_clock::now();
  return [=, last = began](std::size_t done, std::size_t all) mutable {
    const auto now = std::chrono::steady_clock::now();
    const bool finished = done == all;
    if (shows && now - began > std::chrono::seconds(1) &&
        (finished || now - last > std::chrono::milliseconds(200))) {
      last = now;
      const double left = std::chrono::duration<double>(now - began).count() *
                          static_cast<double>(all - done) / static_cast<double>(done);
      fmt::print(stderr, "\r{} of {} shapes and poses, {:.0f} s left\033[K{}", done, all, left,
                 finished ? "\r\033[K" : "");
      std::fflush(stderr);
    }
    return interrupted == 0;
  };
}

}  // namespace mannequin::program

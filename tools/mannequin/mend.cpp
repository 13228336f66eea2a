// mannequin mend: changes a garment so that a body no longer comes through it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/fit/garment_hidden.h"
#include "engine/fit/garment_mend.h"
#include "engine/io/gltf_writer.h"
#include "engine/mesh/bind_shape.h"
#include "engine/mesh/retarget.h"
#include "engine/platform/path.h"
#include "engine/platform/program.h"
#include "tools/document/garment_mending.h"
#include "tools/mannequin/bind_mesh.h"
#include "tools/mannequin/convert_mesh.h"
#include "tools/mannequin/fit_inputs.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/mend_picture.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct MendCommand {
  FitOptions fit;
  std::filesystem::path garment, output;
  std::string keep;
  double limit_mm = 10.0;
  std::filesystem::path hidden_faces, body_without, picture;
  bool json = false;
};

// The garment as readers of the output will get it.
Result<WornGarment> build_worn(std::span<const BoundMeshDesc> meshes, const std::string& source, bool as_glb,
                               const Skeleton& skeleton, const ImporterProfile& importer) {
  if (!as_glb) return document::build_garment(meshes, skeleton, importer);
  const Result<io::Bytes> bytes = io::write_glb(meshes, &skeleton);
  if (!bytes) return error_of(bytes);
  const Result<io::BoundMeshFile> read = io::read_bound_mesh(*bytes, source + ".glb", {});
  if (!read) return error_of(read);
  const auto vertices = [](const BoundMeshDesc& mesh) { return mesh.mesh.positions.size(); };
  if (!std::ranges::equal(read->meshes, meshes, {}, vertices, vertices))
    return fail(ErrorCode::bad_data, source,
                "has faces without triangles, whose vertices writers leave out; delete these vertices first");
  return document::build_garment(read->meshes, skeleton, importer);
}

Json measure_json(const MendMeasure& before, const MendMeasure& after) {
  return {{"cases", before.cases.size()},
          {"before", {{"area", number(before.area())}, {"depth", number(before.depth())}}},
          {"after", {{"area", number(after.area())}, {"depth", number(after.depth())}}},
          {"removed", number(document::removed_share(before, after))},
          {"worst_increase", number(document::worst_increase(before, after))}};
}

void print_measure(const char* what, const MendMeasure& before, const MendMeasure& after) {
  say("{} ({} cases): {:.1f} cm2 through, {:.1f} mm deep; after {:.1f} cm2, {:.1f} mm: {:.1f} % removed; no "
      "case "
      "is deeper by more than {:.2f} mm\n",
      what, before.cases.size(), 1e4 * before.area(), 1e3 * before.depth(), 1e4 * after.area(),
      1e3 * after.depth(), 100.0 * document::removed_share(before, after),
      1e3 * document::worst_increase(before, after));
}

Json remains_json(const MendResidual& remains) {
  return {{"too_deep", remains.too_deep}, {"open", remains.open}};
}

// Why most of the remaining faults remain, and what helps.
const char* reason_of(const MendResidual& remains) {
  if (remains.too_deep > remains.open)
    return "the body pokes through by more than vertices may be moved; raise --limit";
  return "no single change suits all shapes, as in folds where cloth meets cloth; leave out the body's faces "
         "there (--body-without)";
}

const char* word_for(MendWeights weights) {
  switch (weights) {
    case MendWeights::own:
      return "own";
    case MendWeights::transferred:
      return "transferred";
    case MendWeights::copied:
      return "copied";
    case MendWeights::balanced:
      return "balanced";
  }
  return "own";
}

std::function<bool(double)> mend_progress() {
  if (!errors_are_watched()) return {};
  return [](double part) {
    fmt::print(stderr, "\rmending ... {:.0f} %\033[K", 100.0 * part);
    std::fflush(stderr);
    return true;
  };
}

Status write_mended(const MendCommand& command, io::BoundMeshFile file, MendedGarment& mended,
                    const Skeleton& skeleton) {
  const bool same_kind = lower_ending(command.garment) == lower_ending(command.output);
  if (!mended.changed && same_kind) {
    const Result<io::Bytes> bytes = read_input(command.garment);
    if (!bytes) return error_of(bytes);
    return io::write_file(command.output, *bytes);
  }
  file.meshes = mended.meshes;
  return write_meshes(file, skeleton, command.garment, command.output, {});
}

// For one body file: its meshes without the hidden triangles, which begin at `first` of `hidden`.
void leave_out(io::BoundMeshFile& body, const std::vector<bool>& hidden, std::size_t& first) {
  for (BoundMeshDesc& desc : body.meshes) {
    std::vector<std::uint32_t> kept;
    for (FaceDesc& face : desc.mesh.faces) {
      const auto begin = static_cast<std::uint32_t>(kept.size());
      for (std::uint32_t i = face.first_index; i + 2 < face.first_index + face.index_count; i += 3)
        if (!hidden[first + i / 3])
          kept.insert(kept.end(), desc.mesh.indices.begin() + i, desc.mesh.indices.begin() + i + 3);
      face.first_index = begin;
      face.index_count = static_cast<std::uint32_t>(kept.size()) - begin;
    }
    first += desc.mesh.indices.size() / 3;
    desc.mesh.indices = std::move(kept);
  }
  std::erase_if(body.meshes, [](const BoundMeshDesc& desc) { return desc.mesh.indices.empty(); });
}

// Writes the list, and the body without them.
Status write_hidden(const MendCommand& command, const FitInputs& in, const std::vector<bool>& hidden) {
  if (!command.hidden_faces.empty()) {
    Json meshes = Json::array();
    std::size_t first = 0;
    for (const io::BoundMeshFile& body : in.body_files)
      for (const BoundMeshDesc& desc : body.meshes) {
        const std::size_t count = desc.mesh.indices.size() / 3;
        Json list = Json::array();
        for (std::size_t t = 0; t < count; ++t)
          if (hidden[first + t]) list.push_back(t);
        first += count;
        meshes.push_back(
            {{"file", body.source}, {"mesh", desc.mesh.name}, {"of", count}, {"triangles", list}});
      }
    const std::string text = json_text(Json{{"schema", 1}, {"meshes", std::move(meshes)}}) + "\n";
    if (auto status = io::write_file(command.hidden_faces, std::string_view(text)); !status) return status;
  }
  if (command.body_without.empty()) return {};
  io::BoundMeshFile body = in.body_files.front();
  std::size_t first = 0;
  leave_out(body, hidden, first);
  for (std::size_t f = 1; f < in.body_files.size(); ++f) {
    io::BoundMeshFile more = in.body_files[f];
    leave_out(more, hidden, first);
    for (BoundMeshDesc& desc : more.meshes) body.meshes.push_back(std::move(desc));
    body.looks.clear();  // one per mesh, of one file only
  }
  if (body.looks.size() != body.meshes.size()) body.looks.clear();
  return write_meshes(body, in.character.skeleton, path_of_utf8(body.source), command.body_without, {});
}

Result<int> run_mend(MendCommand command) {
  const auto began = std::chrono::steady_clock::now();
  const std::string ending = lower_ending(command.output);
  if (!converts_to_mesh(ending) || ending == ".obj")
    return fail(ErrorCode::bad_argument, command.output.string(),
                "has no file name extension for bound meshes; use .glb, .dae, .llmesh, .mesh or .slm");
  command.fit.garments = {command.garment};
  const Result<std::unique_ptr<FitInputs>> loaded = load_fit_inputs(command.fit);
  if (!loaded) return error_of(loaded);
  const FitInputs& in = **loaded;
  const Skeleton& skeleton = in.character.skeleton;
  io::BoundMeshFile file = in.garment_files.front();
  const bool to_glb = ending == ".glb";
  for (BoundMeshDesc& desc : file.meshes) {
    if (to_glb)
      apply_bind_shape(desc);
    else
      retarget(desc.skin, skeleton, command.fit.gltf);
  }
  WeightSources sources;
  for (const io::BoundMeshFile& body : in.body_files)
    if (auto status = document::add_body_weights(body, skeleton, sources); !status) return error_of(status);
  const auto [cases, checks, watched, others] =
      document::mending_cases(in.character, in.shapes, in.poses, in.plan.sex);

  const GarmentPair pair = make_garment_pair(in.body, in.garment_surfaces.front());
  const auto build = [&](std::span<const BoundMeshDesc> meshes) {
    return build_worn(meshes, file.source, to_glb, skeleton, command.fit.gltf);
  };
  const GarmentMendInput input{in.character, in.base.worn, in.body, sources.meshes, sources.binds,
                               file.meshes,  build,        cases,   checks,         watched};
  GarmentMendOptions options;
  options.keep_weights = command.keep == "weights";
  options.keep_shape = command.keep == "shape";
  options.limit = command.limit_mm / 1000.0;
  options.progress = mend_progress();
  Result<MendedGarment> mended = mend_garment(input, pair, options);
  if (options.progress) fmt::print(stderr, "\r\033[K");
  if (!mended) return error_of(mended);

  const Result<WornGarment> original = build(file.meshes);
  if (!original) return error_of(original);
  const Result<WornGarment> worn = build(mended->meshes);
  if (!worn) return error_of(worn);
  const MendMeasure others_before = measure_garment(input, pair, *original, others),
                    others_after = measure_garment(input, pair, *worn, others);
  if (auto status = write_mended(command, file, *mended, skeleton); !status) return error_of(status);

  if (!command.picture.empty()) {
    const Result<io::Bytes> picture = mend_picture(worn->surface(), *mended, options.limit);
    if (!picture) return error_of(picture);
    if (auto status = io::write_file(command.picture, *picture); !status) return error_of(status);
  }

  std::size_t left_out = 0, triangles = 0;
  if (!command.hidden_faces.empty() || !command.body_without.empty()) {
    std::vector<MendCase> every = cases;
    every.insert(every.end(), checks.begin(), checks.end());
    const std::vector<bool> hidden = hidden_triangles(input.meter(pair), worn->surface(), every);
    triangles = hidden.size();
    left_out = static_cast<std::size_t>(std::ranges::count(hidden, true));
    if (auto status = write_hidden(command, in, hidden); !status) return error_of(status);
  }
  const document::MendSizes sizes = document::sizes_of(*mended);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (command.json) {
    put_json(Json{{"schema", 1},
                  {"changed", mended->changed},
                  {"weights", word_for(mended->weights)},
                  {"vertices", sizes.vertices},
                  {"moved", {{"vertices", sizes.moved}, {"largest", number(sizes.largest)}}},
                  {"reweighted", {{"vertices", sizes.reweighted}}},
                  {"plan", measure_json(mended->before, mended->after)},
                  {"held_out", measure_json(others_before, others_after)},
                  {"deeper_cases", mended->deeper},
                  {"deeper_poses", mended->deeper_poses},
                  {"ended_early", mended->spent},
                  {"remains", remains_json(mended->remains)},
                  {"hidden", {{"triangles", left_out}, {"of", triangles}}},
                  {"seconds", number(seconds)}});
  } else if (!mended->changed && mended->before.area() > 0.0) {
    say("{}: {:.1f} cm2 come through in {} cases, and nothing was changed: {}\n", file.source,
        1e4 * mended->before.area(), cases.size(), reason_of(mended->remains));
  } else if (!mended->changed) {
    say("{}: the body stays under it in all {} cases; nothing was changed\n", file.source, cases.size());
  } else {
    say("{}: {} of {} vertices moved, {:.1f} mm at most; {} got weights from the body ({})\n", file.source,
        sizes.moved, sizes.vertices, 1000.0 * sizes.largest, sizes.reweighted, word_for(mended->weights));
    if (mended->deeper > 0)
      say("The body comes out deeper than before in {} of {} shapes and poses that were checked; holding it "
          "back there would let much more through elsewhere\n",
          mended->deeper, mended->measured);
    if (mended->spent)
      say("The search for better changes ended early, since measuring these meshes takes long\n");
    print_measure("On the plan", mended->before, mended->after);
    print_measure("On shapes it was not solved on", others_before, others_after);
  }
  if (triangles > 0 && !command.json)
    say("{} of {} triangles of the body are under it in every case and can be left out\n", left_out,
        triangles);
  if (others_after.area() > 0.1 * others_before.area() && mended->before.area() > 0.0)
    say(stderr, "warning: {}: more than a tenth of what came through is left: {}\n", file.source,
        reason_of(mended->remains));
  return kDone;
}

}  // namespace

void add_mend(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "mend",
      "Change a garment so that the body stays under it over a whole sweep of shapes and "
      "poses: its weights where "
      "they let the body through, and its vertices, moved by at most a limit: outwards, or "
      "closer to the body or aside where other cloth is in the way");
  const auto options = std::make_shared<MendCommand>();
  command->add_option("GARMENT", options->garment, "The garment: a bound mesh")->required();
  command->add_option("-o,--output", options->output, "The mended garment: .glb, .dae or a mesh asset")
      ->type_name("FILE")
      ->required();
  command
      ->add_option("--keep", options->keep,
                   "weights: only vertices are moved; shape: only weights are changed")
      ->check(CLI::IsMember({"weights", "shape"}));
  command
      ->add_option("--limit", options->limit_mm, "How far a vertex may be moved, in millimetres (default 10)")
      ->type_name("MM")
      ->check(number_between(0.0, 100.0));
  command
      ->add_option("--hidden-faces", options->hidden_faces,
                   "Also which triangles of the body are under the mended garment in every case, two rings "
                   "from its hems: a list per mesh, as JSON")
      ->type_name("FILE");
  command
      ->add_option("--body-without", options->body_without,
                   "Also the body without these triangles: .glb, .dae or a mesh asset")
      ->type_name("FILE");
  command
      ->add_option("--picture", options->picture,
                   "Also a heat map of what was changed, from the front and the back: how far vertices were "
                   "moved, and where weights are new")
      ->type_name("FILE.png");
  command->add_flag("--json", options->json,
                    "Area and depth before and after, on the plan and on other shapes, as JSON");
  add_fit_options(*command, options->fit);
  command->callback([=] { finish(run_mend(*options)); });
}

}  // namespace mannequin::program

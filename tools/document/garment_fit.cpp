#include "tools/document/garment_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "tools/document/body_like.h"
#include "tools/document/figures.h"
#include "tools/document/posing.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

constexpr std::size_t kMostWindowCases = 200'000;

bool is_ready(const auto& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

bool contains(const std::vector<std::shared_ptr<const WornFile>>& list,
              const std::shared_ptr<WornFile>& file) {
  return std::ranges::find(list, file) != list.end();
}

FitSurface surface_of(const std::vector<std::shared_ptr<const WornGeometry>>& meshes) {
  FitSurface surface;
  for (const auto& mesh : meshes) surface.meshes.push_back({&mesh->mesh, &mesh->skin});
  return surface;
}

}  // namespace

FitSeverity severity_of(double depth) {
  return depth >= 0.005 ? FitSeverity::bad : depth >= 0.001 ? FitSeverity::visible : FitSeverity::slight;
}

const char* severity_name(FitSeverity severity) {
  return severity == FitSeverity::bad       ? marked("bad")
         : severity == FitSeverity::visible ? marked("visible")
                                            : marked("slight");
}

std::string FitFault::text() const {
  return covered ? tr("{:.1f} mm: {}", 1000.0 * depth, region)
                 : tr("{:.1f} mm, {}: {}", 1000.0 * depth, tr(severity_name(severity_of(depth))), region);
}

double CurrentFit::depth() const {
  return std::max(seen ? seen->depth : 0.0, covered ? covered->depth : 0.0);
}

GarmentFit::~GarmentFit() {
  if (sweep_ != nullptr) sweep_->cancelled = true;
}

std::vector<std::size_t> GarmentFit::bodies() const {
  std::vector<std::size_t> rows;
  const auto& worn = bench_.avatar.worn();
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (worn[i]->refused()) continue;
    const bool is_body = worn[i]->system_avatar ? worn[i]->piece == SystemPiece::body
                                                : looks_like_body(*worn[i], bench_.character().skeleton);
    if (choice.bodies.empty() ? is_body : contains(choice.bodies, worn[i])) rows.push_back(i);
  }
  return rows;
}

std::vector<std::size_t> GarmentFit::garments() const {
  const std::vector<std::size_t> body = bodies();
  std::vector<std::size_t> rows;
  const auto& worn = bench_.avatar.worn();
  for (std::size_t i = 0; i < worn.size(); ++i) {
    if (worn[i]->refused() || is_own_hair(*worn[i]) || std::ranges::find(body, i) != body.end()) continue;
    if (choice.garments.empty() ? worn[i]->visible : contains(choice.garments, worn[i])) rows.push_back(i);
  }
  return rows;
}

GarmentFit::Meshes GarmentFit::meshes_of(const std::vector<std::size_t>& rows) const {
  Meshes meshes;
  for (const std::size_t row : rows)
    for (auto& mesh : bench_.avatar.worn()[row]->geometry()) meshes.push_back(std::move(mesh));
  return meshes;
}

GarmentFit::Meshes GarmentFit::others(const Meshes& bodies, const Meshes& garments) const {
  Meshes others;
  for (const WornMesh* mesh : bench_.avatar.visible_meshes()) {
    const auto is_in = [&](const Meshes& list) {
      return std::ranges::find(list, mesh->geometry) != list.end();
    };
    if (!is_in(bodies) && !is_in(garments)) others.push_back(mesh->geometry);
  }
  return others;
}

bool GarmentFit::outdated() const {
  if (swept_.empty()) return false;
  Meshes now = meshes_of(bodies());
  std::ranges::move(meshes_of(garments()), std::back_inserter(now));
  return now != swept_;
}

std::shared_ptr<GarmentFit::Model> GarmentFit::make_model() const {
  auto model = std::make_shared<Model>();
  model->body_meshes = meshes_of(bodies());
  model->body = surface_of(model->body_meshes);
  for (const std::size_t row : garments()) {
    const Meshes meshes = meshes_of({row});
    model->garments.push_back(surface_of(meshes));
    model->garment_meshes.insert(model->garment_meshes.end(), meshes.begin(), meshes.end());
    model->names.push_back(bench_.avatar.worn()[row]->name);
  }
  model->others = others(model->body_meshes, model->garment_meshes);
  return model;
}

Status GarmentFit::run() {
  const auto begin = [&]() -> Status {
    auto sweep = std::make_shared<Sweep>();
    sweep->model = make_model();
    if (sweep->model->body.meshes.empty())
      return fail(ErrorCode::bad_argument, "",
                  tr("No worn file looks like a body; wear one, or choose which file is the body"));
    if (sweep->model->garments.empty())
      return fail(ErrorCode::bad_argument, "", tr("Nothing is worn over the body; open a garment first"));
    sweep->worn = bench_.avatar.inputs().worn;
    Result<FitCases> planned = cases();
    if (!planned) return error_of(planned);
    sweep->cases = std::move(*planned);
    sweep->all = sweep->cases.shapes.size() * sweep->cases.poses.size();
    if (sweep->all * sweep->model->garments.size() > kMostWindowCases)
      return fail(ErrorCode::bad_argument, choice.file.filename().string(),
                  tr("makes more than {} cases of shapes, poses and garments; run `mannequin fit` for "
                     "that many",
                     grouped(kMostWindowCases)));
    const unsigned cores = std::thread::hardware_concurrency();
    sweep->found = std::async(std::launch::async, &Sweep::find, sweep.get(), std::cref(bench_.character()),
                              std::max(cores, 2u) - 1);
    sweep_ = std::move(sweep);
    return {};
  };
  if (running()) return {};
  const Status status = begin();
  if (!status) bench_.report(Message::Kind::error, status.error().message());
  return status;
}

Result<GarmentFit::Sweep::Found> GarmentFit::Sweep::find(const Character& character, unsigned threads) {
  GarmentSweep sweep{character,   worn, model->body, model->garments, cases.shapes,
                     cases.poses, 0,    1,           threads,         {}};
  sweep.progress = [this](std::size_t measured, std::size_t) {
    done = measured;
    return !cancelled;
  };
  Result<SweptGarments> swept = sweep_garments(sweep);
  if (!swept) return error_of(swept);
  bool looked_at_all = true;
  auto faults = worst_faults(sweep, *swept, model->others, [&](std::size_t one, std::size_t of) {
    looked = one;
    to_look = of;
    return looked_at_all = !cancelled;
  });
  return Found{std::move(*swept), std::move(faults), looked_at_all};
}

void GarmentFit::cancel() {
  if (sweep_ != nullptr) sweep_->cancelled = true;
}

void GarmentFit::take(const Sweep& sweep, const Sweep::Found& found) {
  faults_.clear();
  for (const SweptFault& fault : found.faults) {
    const FitPlace place = fit_place(sweep.model->body, fault.vertex);
    faults_.push_back({sweep.model->names[fault.garment], tr_sentence(fault.region),
                       sweep.cases.shapes[fault.shape].name, sweep.cases.poses[fault.pose].name, fault.depth,
                       fault.area, fault.cases, sweep.cases.shapes[fault.shape].sliders,
                       sweep.cases.poses[fault.pose].pose, sweep.model->body_meshes[place.mesh], place.vertex,
                       fault.covered});
  }
  swept_ = sweep.model->body_meshes;
  std::ranges::copy(sweep.model->garment_meshes, std::back_inserter(swept_));
  const std::size_t garments = sweep.model->garments.size(), done = found.swept.cases.size() / garments;
  const std::string all = counted(sweep.all, "shape and pose", "shapes and poses"),
                    clothes = counted(garments, "garment", "garments");
  stopped_ = found.swept.cancelled;
  summary_ = stopped_ ? tr("stopped after {} of {}, {}", grouped(done), all, clothes)
                      : fmt::format("{}, {}", all, clothes);
  if (!found.looked_at_all)
    summary_ += stopped_ ? tr("; what can be seen was not checked")
                         : tr("; stopped before all was checked for what can be seen");
  tell(found.looked_at_all);
}

// A tick only where all was measured and nothing found.
void GarmentFit::tell(bool looked_at_all) {
  if (!faults_.empty()) {
    const std::string places = counted(faults_.size(), "place", "places");
    const double most = 1000.0 * faults_.front().depth;
    bench_.report(
        Message::Kind::warning,
        !looked_at_all ? tr("The body pokes through in {}, by up to {:.1f} mm: {}", places, most, summary_)
        : faults_.front().covered
            ? tr("The body pokes through in {}, by up to {:.1f} mm, all covered from every side: {}", places,
                 most, summary_)
            : tr("The body pokes through in {}, by up to {:.1f} mm where it is seen: {}", places, most,
                 summary_));
  } else if (stopped_) {
    bench_.report(Message::Kind::warning, tr("Nothing pokes through in what was measured: {}", summary_));
  } else {
    bench_.report(Message::Kind::done, tr("The body does not poke through anywhere: {}", summary_));
  }
}

void GarmentFit::step() {
  if (sweep_ != nullptr && is_ready(sweep_->found)) {
    const std::shared_ptr<Sweep> sweep = std::exchange(sweep_, nullptr);
    const Result<Sweep::Found> found = sweep->found.get();
    if (!found)
      bench_.report(Message::Kind::error, found.error().message());
    else
      take(*sweep, *found);
  }
  if (measuring_.valid() && is_ready(measuring_)) now_ = measuring_.get();
  measure_now();
}

// Runs on another thread, on a copy of the avatar's state; later changes are measured afterwards.
void GarmentFit::measure_now() {
  if (!needed_ || measuring_.valid()) return;
  const Meshes body_meshes = meshes_of(bodies()), garment_meshes = meshes_of(garments());
  if (model_ == nullptr || model_->body_meshes != body_meshes || model_->garment_meshes != garment_meshes ||
      model_->others != others(body_meshes, garment_meshes)) {
    model_ = make_model();
    revision_ = 0;
  }
  if (revision_ == bench_.avatar.revision()) return;
  revision_ = bench_.avatar.revision();
  if (model_->body.meshes.empty() || model_->garments.empty()) {
    now_ = CurrentFit();
    return;
  }
  measuring_ = std::async(std::launch::async,
                          [model = model_, &character = bench_.character(), state = bench_.avatar.state()] {
                            return model->measure(character, state);
                          });
}

CurrentFit GarmentFit::Model::measure(const Character& character, const AvatarState& state) {
  if (pairs.empty()) {
    // Meters refer to pairs, so pairs must not move.
    pairs.reserve(garments.size());
    for (const FitSurface& garment : garments) {
      pairs.push_back(make_garment_pair(body, garment));
      meters.emplace_back(pairs.back());
    }
  }
  const PosedSurface posed = pose_surface(body, state.joints);
  std::vector<SweptCase> cases(garments.size());
  for (std::size_t g = 0; g < garments.size(); ++g) {
    const PosedSurface garment = pose_surface(garments[g], state.joints);
    cases[g].garment = g;
    cases[g].at = meters[g].measure(posed.positions, posed.normals, garment.positions);
    const auto vertices = meters[g].vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (vertices[i].outside <= kOutsideAbove) continue;
      cases[g].outside.push_back(pairs[g].counted()[i]);
      cases[g].depths.push_back(static_cast<float>(vertices[i].outside));
    }
  }
  CurrentFit now{true, {}, {}};
  for (const SweptFault& fault : worst_faults({character, body, garments, others}, state, cases)) {
    std::optional<CurrentPlace>& worst = fault.covered ? now.covered : now.seen;
    if (worst) continue;
    const FitPlace place = fit_place(body, fault.vertex);
    worst = CurrentPlace{tr("{:.1f} mm at {}, through {}", 1000.0 * fault.depth, tr_sentence(fault.region),
                            names[fault.garment]),
                         fault.depth, body_meshes[place.mesh], place.vertex};
  }
  return now;
}

void GarmentFit::show(const FitFault& fault) {
  AvatarChoice now = bench_.choice();
  bench_.record(tr("Show {}", fault.region), /*leaves_shape=*/true);
  const Sex before = bench_.avatar.sex();
  bench_.timeline.close();
  now.shape.clear();  // it is to be looked at: saving it must not replace the file of the one before
  now.sliders = fault.sliders;
  now.apply_parameters = true;
  now.pose = fault.posed;
  now.pose_name = fault.pose;
  bench_.avatar.choose(std::move(now));
  if (bench_.avatar.sex() != before) stand_in_.change_sex();
  bench_.report_state(Message::Kind::warning,
                      tr("{}, {}: {:.1f} mm through {} at {}", fault.shape, pose_title(fault.pose),
                         1000.0 * fault.depth, fault.garment, fault.region));
}

}  // namespace mannequin::document

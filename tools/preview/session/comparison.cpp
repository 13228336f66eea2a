#include "tools/preview/session/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/skinning/cpu/cpu_skinner.h"

namespace mannequin::preview {
namespace {

bool same(const AvatarChoice& a, const AvatarChoice& b) {
  return a.sliders == b.sliders && a.apply_parameters == b.apply_parameters &&
         a.pose.rotations == b.pose.rotations && a.pose.positions == b.pose.positions &&
         a.pose.root_position == b.pose.root_position && a.pose.root_rotation == b.pose.root_rotation;
}

}  // namespace

void Comparison::move_bar(double to) { bar_ = std::clamp(to, 0.02, 0.98); }

std::vector<Comparison::Worn> Comparison::worn_by(const Scene& scene) {
  std::vector<Worn> worn;
  for (const auto& file : scene.worn()) {
    if (file->refused()) continue;
    worn.push_back({file->file, file->system_avatar ? file : nullptr, file->path, *file, {}});
    for (const auto& mesh : file->meshes) worn.back().ids.push_back(mesh->id);
  }
  return worn;
}

void Comparison::keep(const Scene& present, std::string name) {
  kept_ = Kept{present.choice(), worn_by(present), std::move(name)};
}

AvatarChoice Comparison::exchange(const Scene& present) {
  AvatarChoice to = present.choice();
  const AvatarChoice other = choice_of_other(present);
  const std::string name = "as before the swap";
  to.sliders = other.sliders;
  to.apply_parameters = other.apply_parameters;
  to.pose = other.pose;
  to.pose_name = other.pose_name;
  keep(present, name);
  return to;
}

void Comparison::replaced(const std::filesystem::path& path, std::shared_ptr<const io::BoundMeshFile> before,
                          std::string loaded_at) {
  before_[path] = {std::move(before), std::move(loaded_at)};
}

std::string Comparison::name(const Scene& present) const {
  switch (differs_) {
    case Differs::shape:
      return kept_ ? kept_->name : present.sex() == Sex::male ? "default male" : "default female";
    case Differs::pose:
      return "pose " + (kept_ ? kept_->choice.pose_name : std::string("T"));
    case Differs::worn:
      return kept_ ? "worn as kept" : "nothing kept yet";
    case Differs::file:
      for (const auto& file : present.worn())
        if (const auto found = before_.find(file->path); found != before_.end())
          return fmt::format("{} of {}", file->name, found->second.loaded_at);
      return "no file was reloaded yet";
  }
  return {};
}

std::vector<Comparison::Worn> Comparison::worn_by_other(const Scene& present) const {
  if (differs_ == Differs::worn && kept_) return kept_->worn;
  std::vector<Worn> worn = worn_by(present);
  if (differs_ == Differs::file)
    for (Worn& each : worn)
      if (const auto found = before_.find(each.path); found != before_.end()) each.file = found->second.file;
  return worn;
}

AvatarChoice Comparison::choice_of_other(const Scene& present) const {
  AvatarChoice choice = present.choice();
  if (differs_ == Differs::shape) {
    // A default avatar is one of the same sex.
    SliderValues defaults;
    if (present.sex() == Sex::male) defaults[kMaleParameter] = 1.0;
    choice.sliders = kept_ ? kept_->choice.sliders : defaults;
    choice.apply_parameters = kept_ ? kept_->choice.apply_parameters : true;
  } else if (differs_ == Differs::pose) {
    choice.pose = kept_ ? kept_->choice.pose : Pose{};
    choice.pose_name = kept_ ? kept_->choice.pose_name : "T";
  }
  return choice;
}

Status Comparison::wear_files(const std::vector<Worn>& worn) {
  wearing_.clear();
  while (!other_->worn().empty()) other_->take_off(0);
  std::optional<SystemAvatar> made;  // all its pieces are made at once
  for (const Worn& each : worn) {
    if (each.file) {
      if (auto status = other_->wear(*each.file, each.path, false); !status) return status;
      continue;
    }
    if (!made) {
      auto avatar = each.piece->make_again();
      if (!avatar) return error_of(avatar);
      made.emplace(std::move(*avatar));
    }
    if (auto status = other_->wear_system_avatar(take_parts(*made, each.piece->piece), each.piece->piece,
                                                 each.how.visible);
        !status)
      return status;
  }
  return {};
}

Status Comparison::wear(const std::vector<Worn>& worn) {
  if (worn == wearing_) return {};
  const auto files_of = [](const std::vector<Worn>& list) {
    std::vector<std::pair<const io::BoundMeshFile*, const WornFile*>> files;
    for (const Worn& each : list) files.emplace_back(each.file.get(), each.piece.get());
    return files;
  };
  if (files_of(worn) != files_of(wearing_))
    if (auto status = wear_files(worn); !status) return status;
  for (std::size_t i = 0; i < worn.size(); ++i) other_->wear_as(i, worn[i].how);
  // Last, the ids of the present ones: of two meshes that move one joint the same wins, and vertices find
  // their partners.
  for (std::size_t i = 0; i < worn.size(); ++i) {
    const auto& meshes = other_->worn()[i]->meshes;
    for (std::size_t m = 0; m < std::min(meshes.size(), worn[i].ids.size()); ++m)
      meshes[m]->id = worn[i].ids[m];
  }
  wearing_ = worn;
  return {};
}

// Only what differs from before: a choice makes the other avatar be computed anew.
void Comparison::choose(const AvatarChoice& wanted) {
  if (chosen_ && same(*chosen_, wanted)) return;
  chosen_ = wanted;
  AvatarChoice choice = other_->choice();
  choice.sliders = wanted.sliders;
  choice.apply_parameters = wanted.apply_parameters;
  choice.pose = wanted.pose;
  choice.pose_name = wanted.pose_name;
  other_->choose(std::move(choice));
}

Status Comparison::follow(const Scene& present, bool needed) {
  if (!needed) {
    other_.reset();
    wearing_.clear();
    chosen_.reset();
    return {};
  }
  if (!other_) {
    auto other = Scene::create(present.character(), present.bare_offsets());
    if (!other) return error_of(other);
    other_ = std::move(*other);
  }
  if (present.backend() == "cpu" && other_->backend() != "cpu") {
    auto skinner = CpuSkinner::create();
    if (!skinner) return error_of(skinner);
    other_->skin_by(std::move(*skinner));
  }
  if (auto status = wear(worn_by_other(present)); !status) return status;
  choose(choice_of_other(present));
  if (auto updated = other_->update(); !updated) return error_of(updated);
  return {};
}

}  // namespace mannequin::preview

#include "tools/document/comparison.h"

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

bool same(const AvatarChoice& a, const AvatarChoice& b) {
  return a.sliders == b.sliders && a.apply_parameters == b.apply_parameters &&
         a.pose.rotations == b.pose.rotations && a.pose.positions == b.pose.positions &&
         a.pose.root_position == b.pose.root_position && a.pose.root_rotation == b.pose.root_rotation;
}

}  // namespace

std::vector<Comparison::Worn> Comparison::worn_by(const DressedAvatar& avatar) {
  std::vector<Worn> worn;
  for (const auto& file : avatar.worn()) {
    if (file->refused()) continue;
    worn.push_back({file->geometry(),
                    file->name,
                    file->path,
                    file->keeps_colors,
                    file->system_avatar,
                    file->piece,
                    *file,
                    {}});
    for (const auto& mesh : file->meshes) worn.back().ids.push_back(mesh->id);
  }
  return worn;
}

void Comparison::keep(const DressedAvatar& present, std::string name) {
  kept_ = Kept{present.choice(), worn_by(present), std::move(name)};
}

AvatarChoice Comparison::exchange(const DressedAvatar& present) {
  AvatarChoice to = present.choice();
  const AvatarChoice other = choice_of_other(present);
  const std::string name = tr("as before the swap");
  to.sliders = other.sliders;
  // With the shape comes its file: saved, it must not replace that of the other side.
  if (differs_ == Differs::shape) to.shape = kept_ ? kept_->choice.shape : std::filesystem::path();
  to.apply_parameters = other.apply_parameters;
  to.pose = other.pose;
  to.pose_name = other.pose_name;
  keep(present, name);
  return to;
}

void Comparison::replaced(const std::filesystem::path& path, Geometry before, std::string loaded_at) {
  before_[path] = {std::move(before), std::move(loaded_at)};
}

std::string Comparison::name(const DressedAvatar& present) const {
  switch (differs_) {
    case Differs::shape:
      return kept_ ? kept_->name : present.sex() == Sex::male ? tr("default male") : tr("default female");
    case Differs::pose:
      return tr("pose {}", kept_ ? kept_->choice.pose_name : std::string("T"));
    case Differs::worn:
      return kept_ ? tr("the earlier outfit") : tr("A is not set yet");
    case Differs::file:
      for (const auto& file : present.worn())
        if (const auto found = before_.find(file->path); found != before_.end())
          return tr("{} of {}", file->name, found->second.loaded_at);
      return tr("no file was reloaded yet");
    case Differs::modelled:
      return tr("as modelled");
  }
  return {};
}

std::vector<Comparison::Worn> Comparison::worn_by_other(const DressedAvatar& present) const {
  if (differs_ == Differs::worn && kept_) return kept_->worn;
  std::vector<Worn> worn = worn_by(present);
  if (differs_ == Differs::file)
    for (Worn& each : worn)
      if (const auto found = before_.find(each.path); found != before_.end())
        each.meshes = found->second.meshes;
  return worn;
}

AvatarChoice Comparison::choice_of_other(const DressedAvatar& present) const {
  AvatarChoice choice = present.choice();
  if (differs_ == Differs::shape) {
    // A default avatar has the same sex.
    SliderValues defaults;
    if (present.sex() == Sex::male) defaults[kMaleParameter] = 1.0;
    choice.sliders = kept_ ? kept_->choice.sliders : defaults;
    choice.apply_parameters = kept_ ? kept_->choice.apply_parameters : true;
  } else if (differs_ == Differs::pose) {
    choice.pose = kept_ ? kept_->choice.pose : Pose{};
    choice.pose_name = kept_ ? kept_->choice.pose_name : "T";
  } else if (differs_ == Differs::modelled) {
    choice.sliders.clear();
    choice.apply_parameters = false;  // the bare skeleton, for which meshes are modelled
    choice.pose = Pose{};
    choice.pose_name = "T";
  }
  return choice;
}

void Comparison::wear(const std::vector<Worn>& worn) {
  if (worn == wearing_) return;
  const auto geometry_of = [](const std::vector<Worn>& list) {
    std::vector<Geometry> geometry;
    for (const Worn& each : list) geometry.push_back(each.meshes);
    return geometry;
  };
  if (geometry_of(worn) != geometry_of(wearing_)) {
    while (!other_->worn().empty()) other_->take_off(0);
    for (const Worn& each : worn) {
      auto file = std::make_shared<WornFile>();
      file->path = each.path;
      file->name = each.name;
      file->keeps_colors = each.keeps_colors;
      file->system_avatar = each.system_avatar;
      file->piece = each.piece;
      for (const auto& geometry : each.meshes) file->meshes.push_back(std::make_shared<WornMesh>(geometry));
      other_->wear(std::move(file), each.how);
    }
  }
  for (std::size_t i = 0; i < worn.size(); ++i) other_->wear_as(i, worn[i].how);
  // Sets the present avatar's ids last: then the same of two meshes wins a joint, and vertices find their
  // counterparts.
  for (std::size_t i = 0; i < worn.size(); ++i) other_->name_meshes(i, worn[i].ids);
  wearing_ = worn;
}

// Changes only what differs: any choice triggers recomputing the other avatar.
void Comparison::choose(const AvatarChoice& wanted) {
  if (chosen_ && same(*chosen_, wanted) && same_clothing(chosen_->clothing, wanted.clothing)) return;
  chosen_ = wanted;
  AvatarChoice choice = other_->choice();
  choice.sliders = wanted.sliders;
  choice.apply_parameters = wanted.apply_parameters;
  choice.pose = wanted.pose;
  choice.pose_name = wanted.pose_name;
  choice.clothing = wanted.clothing;
  other_->choose(std::move(choice));
}

void Comparison::follow(const DressedAvatar& present) {
  if (!needed_) {
    other_.reset();
    wearing_.clear();
    chosen_.reset();
    return;
  }
  if (!other_) other_ = std::make_unique<DressedAvatar>(present.character(), present.bare_offsets());
  if (other_->layer_source() != present.layer_source()) other_->paint_with(present.layer_source());
  other_->wear_as_modelled(differs_ == Differs::modelled);
  wear(worn_by_other(present));
  choose(choice_of_other(present));
  other_->update();
}

}  // namespace mannequin::document

#include "tools/document/comparison.h"

#include <algorithm>
#include <utility>

#include "tools/document/history.h"
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

Comparison::OwnShape Comparison::shape_of(const DressedAvatar& avatar, std::string name) {
  const AvatarChoice& choice = avatar.choice();
  return {choice.sliders, choice.apply_parameters, choice.shape, std::move(name)};
}

Comparison::OwnPose Comparison::pose_of(const DressedAvatar& avatar) {
  return {avatar.choice().pose, avatar.choice().pose_name};
}

Comparison::OwnOutfit Comparison::outfit_of(const DressedAvatar& avatar) {
  return {avatar.choice().worn, worn_by(avatar)};
}

void Comparison::keep(const DressedAvatar& present, std::string name) {
  kept_ = std::make_shared<const Kept>(
      Kept{shape_of(present, std::move(name)), pose_of(present), outfit_of(present)});
}

const char* Comparison::why_no_swap() const {
  switch (differs_) {
    case Differs::shape:
    case Differs::pose:
      return nullptr;
    case Differs::worn:
      return kept_->outfit ? nullptr : tr("A has no outfit yet: nothing to swap. Set A to current first");
    case Differs::file:
      return tr("What a file was before is only shown, and cannot be worn again: nothing to swap");
    case Differs::modelled:
      return tr("As modelled is no state that an avatar can take: nothing to swap");
  }
  return nullptr;
}

// Only what the two differ in changes sides: all else of A is not in sight, and would be lost unnoticed.
AvatarChoice Comparison::exchange(const DressedAvatar& present, std::uint64_t step) {
  AvatarChoice to = present.choice();
  Kept a = *kept_;
  if (differs_ == Differs::shape) {
    const AvatarChoice other = choice_of_other(present);
    to.sliders = other.sliders;
    to.apply_parameters = other.apply_parameters;
    // With the shape comes its file: saved, it must not replace that of the other side.
    to.shape = a.shape ? a.shape->file : std::filesystem::path();
    a.shape = shape_of(present, tr("as before the swap"));
  } else if (differs_ == Differs::pose) {
    to.pose = a.pose.pose;
    to.pose_name = a.pose.name;
    a.pose = pose_of(present);
  } else if (differs_ == Differs::worn && a.outfit) {
    to.worn = a.outfit->items;
    a.outfit = outfit_of(present);
  }
  auto after = std::make_shared<const Kept>(std::move(a));
  swaps_.push_back({step, std::exchange(kept_, after), after});
  // The history has no more steps to undo than this.
  if (swaps_.size() > History::kSteps) swaps_.erase(swaps_.begin());
  return to;
}

void Comparison::undone(std::uint64_t step) {
  const auto swap = std::ranges::find(swaps_, step, &Swap::step);
  if (swap != swaps_.end() && kept_ == swap->after) kept_ = swap->before;
}

void Comparison::redone(std::uint64_t step) {
  const auto swap = std::ranges::find(swaps_, step, &Swap::step);
  if (swap != swaps_.end() && kept_ == swap->before) kept_ = swap->after;
}

void Comparison::replaced(const std::shared_ptr<const WornFile>& file, Geometry before,
                          std::string loaded_at) {
  // Also those of files that no step of the history brings back.
  std::erase_if(before_, [&](const Before& each) { return each.file.expired() || each.file.lock() == file; });
  before_.push_back({file, std::move(before), file->name, std::move(loaded_at)});
}

const Comparison::Before* Comparison::before(const WornFile& file) const {
  const auto found =
      std::ranges::find_if(before_, [&](const Before& each) { return each.file.lock().get() == &file; });
  return found == before_.end() ? nullptr : &*found;
}

// Binding and painting wear another object for the same file. Once that is saved under another name, nothing
// says what it was made from.
void Comparison::note_successors(const DressedAvatar& present) {
  if (before_.empty()) return;
  for (const auto& file : present.worn()) {
    if (before(*file) != nullptr) continue;
    const auto of_the_same = [&](const Before& each) {
      const auto its = each.file.lock();
      return its != nullptr && its->path == file->path;
    };
    // The latest.
    const auto found = std::find_if(before_.rbegin(), before_.rend(), of_the_same);
    // An undone change shows the replaced content itself: there is nothing to compare.
    if (found == before_.rend() || found->meshes == file->geometry()) continue;
    Before successor = *found;
    successor.file = file;
    std::erase_if(before_, [](const Before& each) { return each.file.expired(); });
    before_.push_back(std::move(successor));
  }
}

std::string Comparison::name(const DressedAvatar& present) const {
  switch (differs_) {
    case Differs::shape:
      return kept_->shape                 ? kept_->shape->name
             : present.sex() == Sex::male ? tr("default male")
                                          : tr("default female");
    case Differs::pose:
      return tr("pose {}", kept_->pose.name);
    case Differs::worn:
      return kept_->outfit ? tr("the earlier outfit") : tr("A is not set yet");
    case Differs::file:
      for (const auto& file : present.worn())
        if (const Before* const it = before(*file)) return tr("{} of {}", it->name, it->loaded_at);
      return tr("no file was reloaded yet");
    case Differs::modelled:
      return tr("as modelled");
  }
  return {};
}

std::vector<Comparison::Worn> Comparison::worn_by_other(const DressedAvatar& present) const {
  if (differs_ == Differs::worn && kept_->outfit) return kept_->outfit->worn;
  std::vector<Worn> worn = worn_by(present);
  if (differs_ != Differs::file) return worn;
  auto each = worn.begin();
  for (const auto& file : present.worn()) {
    if (file->refused()) continue;  // as worn_by() does
    if (const Before* const it = before(*file)) each->meshes = it->meshes;
    ++each;
  }
  return worn;
}

AvatarChoice Comparison::choice_of_other(const DressedAvatar& present) const {
  AvatarChoice choice = present.choice();
  if (differs_ == Differs::shape) {
    // A default avatar has the same sex.
    SliderValues defaults;
    if (present.sex() == Sex::male) defaults[kMaleParameter] = 1.0;
    choice.sliders = kept_->shape ? kept_->shape->sliders : defaults;
    choice.apply_parameters = kept_->shape ? kept_->shape->apply_parameters : true;
  } else if (differs_ == Differs::pose) {
    choice.pose = kept_->pose.pose;
    choice.pose_name = kept_->pose.name;
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
  note_successors(present);
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

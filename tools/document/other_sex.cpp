#include "tools/document/other_sex.h"

#include <algorithm>
#include <utility>

namespace mannequin::document {
namespace {

bool depends_on_sex(const WornFile& file) { return file.stands_in && !file.system_avatar; }

}  // namespace

Result<std::shared_ptr<WornFile>> OtherSex::copy_of(const WornFile& worn, const StandIn& stand_in,
                                                    Sex sex) const {
  const auto known = std::ranges::find(copies_, worn.geometry(), &Copy::of);
  if (known != copies_.end()) return known->file;
  if (depends_on_sex(worn)) {
    auto made = stand_in.make_builtin(worn.path.stem().string(), sex);
    if (!made) return error_of(made);
    return std::move(made->file);
  }
  auto copy = std::make_shared<WornFile>(worn);
  for (auto& mesh : copy->meshes) mesh = std::make_shared<WornMesh>(mesh->geometry);
  copy->texture_work.reset();  // the present avatar takes them, for both
  copy->masks_revision = 0;
  return copy;
}

Result<const DressedAvatar*> OtherSex::follow(const DressedAvatar& present, const StandIn& stand_in) {
  if (std::ranges::none_of(present.worn(), [](const auto& file) { return depends_on_sex(*file); }))
    return nullptr;
  if (avatar_ && worn_revision_ == present.worn_revision() &&
      painted_revision_ == present.painted().revision())
    return avatar_.get();
  const Sex sex = present.sex() == Sex::male ? Sex::female : Sex::male;
  AvatarChoice choice = present.choice();
  choice.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  std::vector<Copy> copies;
  for (WornItem& item : choice.worn) {
    auto copy = copy_of(*item.file, stand_in, sex);
    if (!copy) return error_of(copy);
    copies.push_back({item.file->geometry(), *copy});
    item.file = std::move(*copy);
  }
  copies_ = std::move(copies);
  if (!avatar_) avatar_ = std::make_unique<DressedAvatar>(present.character(), present.bare_offsets());
  if (avatar_->layer_source() != present.layer_source()) avatar_->paint_with(present.layer_source());
  avatar_->choose(std::move(choice));
  avatar_->update();
  worn_revision_ = present.worn_revision();
  painted_revision_ = present.painted().revision();
  return avatar_.get();
}

}  // namespace mannequin::document

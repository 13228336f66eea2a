// The avatar as it would be with the other sex: in the same things, but what is built in is made for that
// sex.
#pragma once

#include <memory>
#include <vector>

#include "tools/document/stand_in.h"

namespace mannequin::document {

class OtherSex {
 public:
  // Follows what the present avatar wears. Null: nothing of it depends on the sex, so it is the same in the
  // present avatar's. Its pose and shape need not be those of the present one.
  Result<const DressedAvatar*> follow(const DressedAvatar& present, const StandIn& stand_in);

 private:
  // A file for it to wear, as a worn file cannot have two wearers.
  struct Copy {
    std::vector<std::shared_ptr<const WornGeometry>> of;  // the present avatar's
    std::shared_ptr<WornFile> file;
  };
  Result<std::shared_ptr<WornFile>> copy_of(const WornFile& worn, const StandIn& stand_in, Sex sex) const;

  std::vector<Copy> copies_;  // of what was worn last
  std::unique_ptr<DressedAvatar> avatar_;
  std::uint64_t worn_revision_ = 0, painted_revision_ = 0;
};

}  // namespace mannequin::document

// The test people on one picture, each in what is worn, with their names: a contact sheet.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "tools/document/sheet_grid.h"
#include "tools/preview/overprint.h"
#include "tools/preview/people_scenes.h"
#include "tools/preview/small_picture.h"

namespace mannequin::preview {

class PeopleSheet {
 public:
  // width, height: pixels of each picture. Fails if the sheet would become too large.
  static Result<PeopleSheet> begin(const Workspace& workspace, int width, int height);

  // One after the other, all from the same camera: tall people look tall. Fails as SmallPicture and
  // PeopleScenes.
  Status add(const Workspace& workspace, PeopleScenes& scenes, Overprint& captions);
  // As .png, once everybody was added.
  Status write(const std::filesystem::path& path) const;

 private:
  PeopleSheet(const document::SheetGrid& grid, const Camera& camera)
      : grid_(grid),
        camera_(camera),
        pixels_(static_cast<std::size_t>(grid.sheet_width()) * static_cast<std::size_t>(grid.sheet_height()) *
                3) {}

  document::SheetGrid grid_;
  Camera camera_;
  SmallPicture picture_;
  std::vector<std::uint8_t> pixels_;  // of the sheet, three bytes each, top row first
  int added_ = 0;
};

}  // namespace mannequin::preview

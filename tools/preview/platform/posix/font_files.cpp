// Where Debian's packages have them.
#include "tools/preview/platform/font_files.h"

namespace mannequin::preview {

std::vector<std::filesystem::path> text_fonts() {
  return {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"};
}

std::vector<std::filesystem::path> rare_fonts() {
  return {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
          "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
          "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc", "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf",
          "/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf"};
}

}  // namespace mannequin::preview

#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"
#include "tools/preview/view/preferences.h"

// Whatever is in the file, there are preferences, which are kept as they are.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const preview::Preferences read = preview::read_preferences(text_of(bytes));
  require(read.interface_size >= preview::Preferences::kSmallest &&
          read.interface_size <= preview::Preferences::kLargest);
  const std::string kept = preview::preferences_text(read);
  require(preview::preferences_text(preview::read_preferences(kept)) == kept);
}

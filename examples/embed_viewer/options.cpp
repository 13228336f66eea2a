#include "options.h"

#include <charconv>

namespace {

int number(const std::string& option, const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 100000)
    throw UsageError(option + " takes a number from 1 to 100000, not '" + text + "'");
  return value;
}

}  // namespace

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) throw UsageError(word + " needs a value");
      return argv[++i];
    };
    if (word == "--help")
      options.help = true;
    else if (word == "--avatars")
      options.avatars = number(word, value());
    else if (word == "--frames")
      options.frames = number(word, value());
    else if (word == "--screenshot")
      options.screenshot = value();
    else if (word.starts_with('-'))
      throw UsageError("there is no option " + word);
    else
      options.clips = word;
  }
  // A picture is of the last frame, so that there must be one.
  if (!options.screenshot.empty() && options.frames == 0) options.frames = 30;
  return options;
}

std::string usage(const char* program) {
  return std::string(program) +
         " [CLIP_FOLDER] [--avatars N] [--frames N] [--screenshot OUT.png]\n"
         "A crowd plays the .anim and .bvh files of the folder, or dances of its own. With --frames it ends\n"
         "by itself (default with --screenshot: 30).\n";
}

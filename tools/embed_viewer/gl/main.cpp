// A small viewer: a crowd in the built-in body, each avatar with its own shape and clip, skinned in the
// viewer's own vertex shader. embed_viewer_gl [CLIP_FOLDER] [--avatars N] [--frames N] [--screenshot OUT.png]
#include <SDL.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "../picture.h"
#include "crowd.h"
#include "drawing.h"

namespace {

constexpr int kNoDevice = 4;

struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Options {
  std::string clips, screenshot;
  int avatars = 50, frames = 0;  // 0: until the window is closed
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool takes_value = word == "--avatars" || word == "--frames" || word == "--screenshot";
    if (takes_value && i + 1 == argc) throw std::runtime_error(word + " needs a value");
    if (word == "--avatars")
      options.avatars = std::max(1, std::atoi(argv[++i]));
    else if (word == "--frames")
      options.frames = std::max(1, std::atoi(argv[++i]));
    else if (word == "--screenshot")
      options.screenshot = argv[++i];
    else
      options.clips = word;
  }
  return options;
}

// A window with an OpenGL 4.5 context. SDL_VIDEODRIVER=offscreen does without a display.
SDL_Window* open_window() {
  if (SDL_Init(SDL_INIT_VIDEO) != 0) throw NoDevice(SDL_GetError());
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 5);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 24);
  SDL_Window* window = SDL_CreateWindow("Mannequin embedded", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                        1280, 720, SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE);
  if (!window || !SDL_GL_CreateContext(window)) throw NoDevice(SDL_GetError());
  return window;
}

bool closed() {
  for (SDL_Event event; SDL_PollEvent(&event);)
    if (event.type == SDL_QUIT) return true;
  return false;
}

void show_rate(SDL_Window* window, int avatars, int frame) {
  static Uint64 since = SDL_GetTicks64();
  if (frame % 60 != 59) return;
  const Uint64 now = SDL_GetTicks64();
  char title[100];
  std::snprintf(title, sizeof title, "Mannequin embedded: %d avatars, %.0f frames per second", avatars,
                60000.0 / static_cast<double>(std::max<Uint64>(1, now - since)));
  SDL_SetWindowTitle(window, title);
  since = now;
}

// The main loop: Mannequin makes palettes, the viewer draws with them.
int run(const Options& options) {
  auto crowd = Crowd::load(options.clips, options.avatars);
  if (!crowd) throw std::runtime_error(crowd.error().message());
  SDL_Window* window = open_window();
  Drawing drawing(**crowd);

  for (int frame = 0; !closed() && (options.frames == 0 || frame < options.frames); ++frame) {
    // Pictures of a run are alike: there time goes by frames, not by the clock.
    const double seconds = options.frames ? frame / 30.0 : static_cast<double>(SDL_GetTicks64()) / 1000.0;
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    (*crowd)->update(seconds);
    drawing.frame((*crowd)->palettes(), options.avatars, width, height);
    if (!options.screenshot.empty() && frame + 1 == options.frames &&
        !write_png(options.screenshot, width, height, Drawing::read_pixels(width, height)))
      return 1;
    SDL_GL_SwapWindow(window);
    show_rate(window, options.avatars, frame);
  }
  SDL_Quit();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(read_options(argc, argv));
  } catch (const NoDevice& error) {
    std::fprintf(stderr, "no OpenGL 4.5 device: %s\n", error.what());
    return kNoDevice;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

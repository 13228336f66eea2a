// A small viewer: a crowd in the built-in body, each avatar with its own shape and clip, skinned in the
// viewer's own vertex shader. Escape or closing the window ends it.
#include <SDL.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "../options.h"
#include "../picture.h"
#include "crowd.h"
#include "drawing.h"

namespace {

constexpr int kWrongUsage = 2, kNoDevice = 4;

struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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
    if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE))
      return true;
  return false;
}

// In the title, once a second.
class Rate {
 public:
  void frame_done(SDL_Window* window, int avatars) {
    ++frames_;
    const Uint64 now = SDL_GetTicks64();
    if (now < since_ + 1000) return;
    char title[100];
    std::snprintf(title, sizeof title, "Mannequin embedded: %d avatars, %.1f frames per second", avatars,
                  1000.0 * frames_ / static_cast<double>(now - since_));
    SDL_SetWindowTitle(window, title);
    since_ = now;
    frames_ = 0;
  }

 private:
  Uint64 since_ = SDL_GetTicks64();
  int frames_ = 0;
};

// The main loop: Mannequin makes palettes, the viewer draws with them.
int run(const Options& options) {
  auto crowd = Crowd::load(options.clips, options.avatars);
  if (!crowd) throw std::runtime_error(crowd.error().message());
  SDL_Window* window = open_window();
  Drawing drawing(**crowd);
  Rate rate;

  for (int frame = 0; !closed() && (options.frames == 0 || frame < options.frames); ++frame) {
    // Recorded pictures are reproducible: time advances by frames, not by the clock.
    const double seconds = options.frames ? frame / 30.0 : static_cast<double>(SDL_GetTicks64()) / 1000.0;
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window, &width, &height);
    (*crowd)->update(seconds);
    drawing.frame((*crowd)->palettes(), options.avatars, width, height);
    if (!options.screenshot.empty() && frame + 1 == options.frames &&
        !write_png(options.screenshot, width, height, Drawing::read_pixels(width, height)))
      return 1;
    SDL_GL_SwapWindow(window);
    rate.frame_done(window, options.avatars);
  }
  SDL_Quit();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = read_options(argc, argv);
    if (!options.help) return run(options);
    std::fputs(usage("embed_viewer_gl").c_str(), stdout);
    return 0;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s\n%s", error.what(), usage("embed_viewer_gl").c_str());
    return kWrongUsage;
  } catch (const NoDevice& error) {
    std::fprintf(stderr, "no OpenGL 4.5 device: %s\n", error.what());
    return kNoDevice;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

// Loads the C library, skins on several threads and unloads it, a hundred times: its threads must not be left
// without code. unload LIBRARY
#include <dlfcn.h>
#include <mannequin/c_api.h>

#include <cstdio>
#include <vector>

namespace {

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

// True if everything in it went well.
bool skin_once(void* library) {
  const auto builtin = find<decltype(mannequin_character_builtin)>(library, "mannequin_character_builtin");
  const auto body = find<decltype(mannequin_meshes_builtin_body)>(library, "mannequin_meshes_builtin_body");
  const auto create = find<decltype(mannequin_avatar_create)>(library, "mannequin_avatar_create");
  const auto evaluate = find<decltype(mannequin_avatar_evaluate)>(library, "mannequin_avatar_evaluate");
  const auto make = find<decltype(mannequin_skinner_create)>(library, "mannequin_skinner_create");
  const auto skin = find<decltype(mannequin_skinner_skin)>(library, "mannequin_skinner_skin");
  const auto get = find<decltype(mannequin_mesh_get)>(library, "mannequin_mesh_get");
  const auto drop_skinner = find<decltype(mannequin_skinner_release)>(library, "mannequin_skinner_release");
  const auto drop_avatar = find<decltype(mannequin_avatar_release)>(library, "mannequin_avatar_release");
  const auto drop_meshes = find<decltype(mannequin_meshes_release)>(library, "mannequin_meshes_release");
  const auto drop = find<decltype(mannequin_character_release)>(library, "mannequin_character_release");

  mannequin_character* character = nullptr;
  mannequin_meshes* meshes = nullptr;
  mannequin_avatar* avatar = nullptr;
  mannequin_skinner* skinner = nullptr;
  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  options.threads = 4;
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  mannequin_vertex_buffers out = MANNEQUIN_INIT(mannequin_vertex_buffers);
  bool good = builtin(&character) == MANNEQUIN_OK && body(character, &meshes) == MANNEQUIN_OK &&
              create(character, &avatar) == MANNEQUIN_OK && evaluate(avatar) == MANNEQUIN_OK &&
              make(&options, &skinner) == MANNEQUIN_OK && get(meshes, 0, &info) == MANNEQUIN_OK;
  std::vector<float> positions(info.vertex_count * std::size_t{3});
  out.vertex_count = info.vertex_count;
  out.positions = positions.data();
  good = good && skin(skinner, avatar, meshes, 0, &out) == MANNEQUIN_OK && positions[2] != 0.0f;
  drop_skinner(skinner);
  drop_avatar(avatar);
  drop_meshes(meshes);
  drop(character);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  for (int round = 0; argc == 2 && round < 100; ++round) {
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr || !skin_once(library)) {
      std::fprintf(stderr, "round %d: %s\n", round, library == nullptr ? dlerror() : "skinning failed");
      return 1;
    }
    dlclose(library);
  }
  return argc == 2 ? 0 : 2;
}

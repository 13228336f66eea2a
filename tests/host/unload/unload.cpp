// Loads the C library, skins on several threads and unloads it, a hundred times: its threads' code must not
// be unmapped while they run. unload LIBRARY
#include <dlfcn.h>
#include <mannequin/c_api.h>

#include <cstdio>

namespace {

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

// True if everything in it went well. A crowd, so that there is work for every thread.
bool skin_once(void* library) {
  const auto builtin = find<decltype(mannequin_character_builtin)>(library, "mannequin_character_builtin");
  const auto body = find<decltype(mannequin_meshes_builtin_body)>(library, "mannequin_meshes_builtin_body");
  const auto create = find<decltype(mannequin_crowd_create)>(library, "mannequin_crowd_create");
  const auto add = find<decltype(mannequin_crowd_add)>(library, "mannequin_crowd_add");
  const auto evaluate = find<decltype(mannequin_crowd_evaluate)>(library, "mannequin_crowd_evaluate");
  const auto make = find<decltype(mannequin_skinner_create)>(library, "mannequin_skinner_create");
  const auto skin = find<decltype(mannequin_skinner_skin_crowd)>(library, "mannequin_skinner_skin_crowd");
  const auto drop_skinner = find<decltype(mannequin_skinner_release)>(library, "mannequin_skinner_release");
  const auto drop_crowd = find<decltype(mannequin_crowd_release)>(library, "mannequin_crowd_release");
  const auto drop_meshes = find<decltype(mannequin_meshes_release)>(library, "mannequin_meshes_release");
  const auto drop = find<decltype(mannequin_character_release)>(library, "mannequin_character_release");

  mannequin_character* character = nullptr;
  mannequin_meshes* meshes = nullptr;
  mannequin_crowd* crowd = nullptr;
  mannequin_skinner* skinner = nullptr;
  mannequin_skinner_options skinner_options = MANNEQUIN_INIT(mannequin_skinner_options);
  mannequin_crowd_options crowd_options = MANNEQUIN_INIT(mannequin_crowd_options);
  skinner_options.threads = crowd_options.threads = 4;
  bool good = builtin(&character) == MANNEQUIN_OK && body(character, &meshes) == MANNEQUIN_OK &&
              create(&meshes, 1, &crowd_options, &crowd) == MANNEQUIN_OK;
  for (uint32_t number = 0; good && number < 20;) good = add(crowd, &number) == MANNEQUIN_OK && ++number > 0;
  good = good && evaluate(crowd) == MANNEQUIN_OK && make(&skinner_options, &skinner) == MANNEQUIN_OK &&
         skin(skinner, crowd, meshes, 0) == MANNEQUIN_OK;
  drop_skinner(skinner);
  drop_crowd(crowd);
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

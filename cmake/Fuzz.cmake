# One fuzzer per tests/fuzz/NAME_fuzz.cpp, as build/NAME_fuzz; all of them: the target fuzzers. See tools/fuzz.sh.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "MANNEQUIN_FUZZ needs clang, whose fuzzer it uses: -DCMAKE_CXX_COMPILER=clang++")
endif()
mannequin_sources(sources tests/fuzz)
set(mutators ${sources})
list(FILTER mutators INCLUDE REGEX "/mutate_[a-z]+\\.cpp$")
list(REMOVE_ITEM sources ${mutators})
# Not watched by the fuzzer, which would take a new way through a mutator for one through a reader.
add_library(fuzz_mutators STATIC EXCLUDE_FROM_ALL ${mutators})
target_compile_options(fuzz_mutators PRIVATE -fno-sanitize=fuzzer-no-link)
target_link_libraries(fuzz_mutators PUBLIC mannequin_io nlohmann_json::nlohmann_json pugixml::pugixml ZLIB::ZLIB)
add_custom_target(fuzzers)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE fuzz_mutators mannequin_io)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
endforeach()

# The window's stored settings; the rest of the window needs graphics.
target_sources(preferences_fuzz PRIVATE tools/preview/view/preferences.cpp)

# Writes the binary seeds: build/fuzz_seeds tests/fuzz/corpus
add_executable(fuzz_seeds EXCLUDE_FROM_ALL tests/fuzz/seeds/write_seeds.cpp tests/io/small_images.cpp)
target_link_libraries(fuzz_seeds PRIVATE mannequin_io PNG::PNG JPEG::JPEG ZLIB::ZLIB)

# build/mannequin, the command line, and the tools that make the project's own assets.
find_package(CLI11 REQUIRED)

mannequin_sources(sources tools/scenes)
add_library(mannequin_scenes STATIC ${sources})
target_link_libraries(mannequin_scenes PUBLIC mannequin_core)

mannequin_sources(sources tools/mannequin)
add_executable(mannequin ${sources})
target_link_libraries(mannequin PRIVATE mannequin_io mannequin_scenes CLI11::CLI11 nlohmann_json::nlohmann_json)
target_compile_definitions(mannequin PRIVATE MANNEQUIN_VERSION="${PROJECT_VERSION}")
if(MANNEQUIN_GL)
  target_link_libraries(mannequin PRIVATE mannequin_gl)
  target_compile_definitions(mannequin PRIVATE MANNEQUIN_HAS_GL)
endif()
if(MANNEQUIN_GL AND MANNEQUIN_PREVIEW)
  include(cmake/Preview.cmake)
endif()

mannequin_sources(sources tools/body)
if(sources)
  add_executable(make_body ${sources})
  target_link_libraries(make_body PRIVATE mannequin_io)
endif()

mannequin_sources(sources tools/definitions)
add_executable(make_definitions ${sources})
target_link_libraries(make_definitions PRIVATE mannequin_io)

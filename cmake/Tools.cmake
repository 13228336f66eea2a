# build/mannequin, the command line, and the tools that make the project's own assets.
find_package(CLI11 REQUIRED)

mannequin_sources(sources tools/scenes)
add_library(mannequin_scenes STATIC ${sources})
mannequin_join_sources(mannequin_scenes)
target_link_libraries(mannequin_scenes PUBLIC mannequin_core)

mannequin_sources(sources tools/findings)
add_library(mannequin_findings STATIC ${sources})
mannequin_join_sources(mannequin_findings)
target_link_libraries(mannequin_findings PUBLIC mannequin_io PRIVATE nlohmann_json::nlohmann_json)

# The window's logic without a window: no OpenGL, no SDL, no ImGui.
mannequin_sources(sources tools/document)
add_library(mannequin_document STATIC ${sources})
mannequin_join_sources(mannequin_document)
# In sanitizer builds few tests run it, and no fuzzer.
target_compile_options(mannequin_document PRIVATE $<$<BOOL:${MANNEQUIN_FUZZ}>:-O0 -fno-sanitize=fuzzer-no-link>)
target_link_libraries(mannequin_document PUBLIC mannequin_io mannequin_bind mannequin_findings mannequin_scenes PRIVATE nlohmann_json::nlohmann_json)

mannequin_sources(sources tools/mannequin)
add_executable(mannequin ${sources})
mannequin_join_sources(mannequin)
# The commands read options and print: what takes time is in the engine. In sanitizer builds they only have to compile.
target_compile_options(mannequin PRIVATE $<IF:$<BOOL:${MANNEQUIN_FUZZ}>,-O0;-fno-sanitize=fuzzer-no-link,$<$<NOT:$<CONFIG:Debug>>:-O1>>)
target_link_libraries(mannequin PRIVATE mannequin_io mannequin_bind mannequin_scenes mannequin_findings mannequin_document CLI11::CLI11 nlohmann_json::nlohmann_json ZLIB::ZLIB)
target_compile_definitions(mannequin PRIVATE MANNEQUIN_PROGRAM_VERSION="${PROJECT_VERSION}")
if(WIN32)
  # Its file checks, which nothing uses, make paths as path_of_utf8() must.
  target_compile_definitions(mannequin PRIVATE CLI11_HAS_FILESYSTEM=0)
  enable_language(RC)
  find_program(PYTHON3 python3 REQUIRED)
  set(icon ${PROJECT_BINARY_DIR}/mannequin.ico)
  add_custom_command(OUTPUT ${icon} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/tools/windows/icon.py ${icon}
                     DEPENDS ${PROJECT_SOURCE_DIR}/tools/windows/icon.py COMMENT "Drawing the icon")
  foreach(name mannequin mannequin-window)
    configure_file(tools/windows/mannequin.rc.in ${PROJECT_BINARY_DIR}/${name}.rc @ONLY)
    set_source_files_properties(${PROJECT_BINARY_DIR}/${name}.rc PROPERTIES
      OBJECT_DEPENDS "${icon};${PROJECT_SOURCE_DIR}/tools/windows/mannequin.manifest")
  endforeach()
  target_sources(mannequin PRIVATE ${PROJECT_BINARY_DIR}/mannequin.rc)
  add_executable(mannequin_window WIN32 tools/windows/window.cpp ${PROJECT_BINARY_DIR}/mannequin-window.rc)
  set_target_properties(mannequin_window PROPERTIES OUTPUT_NAME mannequin-window)
  target_link_options(mannequin_window PRIVATE -municode)
endif()
if(MANNEQUIN_GL)
  target_link_libraries(mannequin PRIVATE mannequin_gl)
  target_compile_definitions(mannequin PRIVATE MANNEQUIN_HAS_GL)
endif()
if(MANNEQUIN_VULKAN)
  target_link_libraries(mannequin PRIVATE mannequin_vulkan)
  target_compile_definitions(mannequin PRIVATE MANNEQUIN_HAS_VULKAN)
endif()
if(MANNEQUIN_GL AND MANNEQUIN_PREVIEW)
  include(cmake/Preview.cmake)
endif()

mannequin_sources(sources tools/body)
if(sources)
  add_executable(make_body ${sources})
  mannequin_join_sources(make_body)
  target_link_libraries(make_body PRIVATE mannequin_io mannequin_bind)
endif()

# Its UV charts are those of the bodies, and its skirts have their weights.
mannequin_sources(sources tools/layers)
add_executable(make_layers ${sources} tools/body/charts.cpp)
target_link_libraries(make_layers PRIVATE mannequin_io mannequin_bind)

mannequin_sources(sources tools/definitions)
add_executable(make_definitions ${sources})
target_link_libraries(make_definitions PRIVATE mannequin_io)

# The window: SDL2, Dear ImGui, OpenGL; D-Bus, by which it asks for the desktop's file dialog.
find_package(SDL2 REQUIRED)
pkg_check_modules(IMGUI REQUIRED IMPORTED_TARGET imgui)

# Panels are grouped in folders by subject: a change in one compiles only its folder.
set(panels "")
foreach(folder bind commands columns compare files fit frame help joints navigation overlay pose shared sliders worn)
  list(APPEND panels tools/preview/panels/${folder})
endforeach()
mannequin_sources(sources tools/preview tools/preview/platform tools/preview/platform/${system} ${panels} tools/preview/render tools/preview/view)
if(NOT sources)
  return()
endif()
add_library(mannequin_preview STATIC ${sources})
mannequin_join_sources(mannequin_preview)
# The user's guide, which the window also shows.
mannequin_embed(mannequin_preview embedded_guide tools/preview/README.md)
# The pages about findings, which it links to.
file(GLOB finding_pages CONFIGURE_DEPENDS docs/findings/*.md)
mannequin_embed(mannequin_preview embedded_findings ${finding_pages})
target_link_libraries(mannequin_preview PUBLIC mannequin_document mannequin_gl mannequin_scenes PkgConfig::IMGUI SDL2::SDL2
                      PRIVATE nlohmann_json::nlohmann_json PNG::PNG)
if(NOT WIN32)
  pkg_check_modules(DBUS REQUIRED IMPORTED_TARGET dbus-1)
  target_link_libraries(mannequin_preview PUBLIC PkgConfig::DBUS)
endif()
target_compile_definitions(mannequin_preview PUBLIC SDL_MAIN_HANDLED)  # on Windows it has a main() of its own
target_link_libraries(mannequin PRIVATE mannequin_preview)
target_compile_definitions(mannequin PRIVATE MANNEQUIN_HAS_PREVIEW)

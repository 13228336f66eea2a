# Dear ImGui as Debian's package has it, which knows no CMake: what the window uses. Copied to its sources by tools/windows.sh.
cmake_minimum_required(VERSION 3.25)
project(imgui CXX)
find_package(SDL2 REQUIRED)
add_library(imgui STATIC imgui.cpp imgui_demo.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp
            backends/imgui_impl_opengl3.cpp backends/imgui_impl_sdl.cpp)
target_include_directories(imgui PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(imgui PRIVATE SDL2::SDL2)
install(TARGETS imgui)
install(FILES imconfig.h imgui.h imgui_internal.h imstb_textedit.h misc/cpp/imgui_stdlib.h DESTINATION include/imgui)
install(FILES backends/imgui_impl_opengl3.h backends/imgui_impl_sdl.h DESTINATION include/imgui/backends)
file(READ imgui.h header)
string(REGEX MATCH "IMGUI_VERSION +\"([0-9.]+)\"" version "${header}")
file(CONFIGURE OUTPUT imgui.pc CONTENT "Name: imgui
Description: Dear ImGui
Version: ${CMAKE_MATCH_1}
Libs: -L${CMAKE_INSTALL_PREFIX}/lib -limgui -limm32
Cflags: -I${CMAKE_INSTALL_PREFIX}/include/imgui
" @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/imgui.pc DESTINATION lib/pkgconfig)

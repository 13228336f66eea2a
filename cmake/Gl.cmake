# mannequin_gl: the OpenGL backend and a context to run it in without a window. EGL, on Windows WGL, is opened at run time, and
# only for such a context, so at most its headers are needed here.
if(NOT WIN32)
  find_path(EGL_INCLUDE_DIR EGL/egl.h REQUIRED)
endif()
find_program(GLAD glad REQUIRED)

set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --out-path ${glad_dir} --api gl:core=4.5 --extensions GL_KHR_debug c
  COMMENT "Generating the OpenGL loader")
enable_language(C)
add_library(mannequin_glad STATIC ${glad_dir}/src/gl.c)
set_target_properties(mannequin_glad PROPERTIES C_CLANG_TIDY "")
target_compile_options(mannequin_glad PRIVATE -w)
target_include_directories(mannequin_glad SYSTEM PUBLIC $<BUILD_INTERFACE:${glad_dir}/include>)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/gpu/gl_*.cpp
     ${PROJECT_SOURCE_DIR}/engine/skinning/gl/*.cpp ${PROJECT_SOURCE_DIR}/engine/layers/gl/*.cpp)
if(WIN32)
  list(FILTER sources EXCLUDE REGEX "_egl\\.cpp$")
else()
  list(FILTER sources EXCLUDE REGEX "_wgl\\.cpp$")
endif()
add_library(mannequin_gl STATIC ${sources})
mannequin_join_sources(mannequin_gl)
target_link_libraries(mannequin_gl PUBLIC mannequin_core mannequin_glad PRIVATE mannequin_shaders)
if(NOT WIN32)
  target_include_directories(mannequin_gl SYSTEM PRIVATE ${EGL_INCLUDE_DIR})
endif()

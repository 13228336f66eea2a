# mannequin_gl: the OpenGL backend and a context to run it in without a window.
find_package(OpenGL REQUIRED COMPONENTS EGL)
find_program(GLAD glad REQUIRED)
find_program(GLSLC glslc REQUIRED)

set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --out-path ${glad_dir} --api gl:core=4.5 --extensions GL_KHR_debug c
  COMMENT "Generating the OpenGL loader")
enable_language(C)
add_library(mannequin_glad STATIC ${glad_dir}/src/gl.c)
set_target_properties(mannequin_glad PROPERTIES C_CLANG_TIDY "")
target_compile_options(mannequin_glad PRIVATE -w)
target_include_directories(mannequin_glad SYSTEM PUBLIC ${glad_dir}/include)

# GL takes text without includes: glslc's preprocessor resolves them, and the directives it leaves behind
# (#line with file names, the include extension) are stripped. Every shader is also compiled for Vulkan,
# so that the one text stays good for both.
file(GLOB shader_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.comp ${PROJECT_SOURCE_DIR}/shaders/*.vert
     ${PROJECT_SOURCE_DIR}/shaders/*.frag)
file(GLOB shader_includes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.h ${PROJECT_SOURCE_DIR}/shaders/*.glsl)
set(shader_texts "")
foreach(shader ${shader_sources})
  get_filename_component(name ${shader} NAME)
  set(text ${PROJECT_BINARY_DIR}/shaders/${name})
  add_custom_command(
    OUTPUT ${text}
    COMMAND ${GLSLC} --target-env=vulkan1.1 -fauto-map-locations -Werror -I${PROJECT_SOURCE_DIR} -o ${text}.spv ${shader}
    COMMAND ${GLSLC} -E -I${PROJECT_SOURCE_DIR} -o ${text}.full ${shader}
    COMMAND sed -e "/^#line/d" -e "/^#extension GL_GOOGLE/d" ${text}.full > ${text}
    DEPENDS ${shader} ${shader_includes}
    COMMENT "Shader ${name}")
  list(APPEND shader_texts ${text})
endforeach()

mannequin_sources(sources engine/gpu engine/skinning/gl)
add_library(mannequin_gl STATIC ${sources})
target_link_libraries(mannequin_gl PUBLIC mannequin_core mannequin_glad OpenGL::EGL)
mannequin_embed(mannequin_gl embedded_shader ${shader_texts})

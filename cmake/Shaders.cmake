# mannequin_shaders: the shaders, embedded as text for OpenGL ("skin.comp") and as SPIR-V for Vulkan ("skin.comp.spv").
find_program(GLSLC glslc REQUIRED)

# GL takes text without includes: glslc's preprocessor resolves them, and the directives it leaves behind
# (#line with file names, the include extension) are stripped. Every shader is also compiled for Vulkan, so
# that the same text works for both.
file(GLOB shader_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.comp ${PROJECT_SOURCE_DIR}/shaders/*.vert
     ${PROJECT_SOURCE_DIR}/shaders/*.frag)
file(GLOB shader_includes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.h ${PROJECT_SOURCE_DIR}/shaders/*.glsl)
set(shader_files "")
foreach(shader ${shader_sources})
  get_filename_component(name ${shader} NAME)
  set(text ${PROJECT_BINARY_DIR}/shaders/${name})
  add_custom_command(
    OUTPUT ${text} ${text}.spv
    COMMAND ${GLSLC} --target-env=vulkan1.1 -O -fauto-map-locations -Werror -I${PROJECT_SOURCE_DIR} -o ${text}.spv
            ${shader}
    COMMAND ${GLSLC} -E -I${PROJECT_SOURCE_DIR} -o ${text}.full ${shader}
    COMMAND sed -e "/^#line/d" -e "/^#extension GL_GOOGLE/d" ${text}.full > ${text}
    DEPENDS ${shader} ${shader_includes}
    COMMENT "Shader ${name}")
  list(APPEND shader_files ${text} ${text}.spv)
endforeach()

add_library(mannequin_shaders STATIC)
mannequin_embed(mannequin_shaders embedded_shader ${shader_files})

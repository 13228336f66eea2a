# mannequin_c: the C API. The shared library exports only the functions of
# its headers. It includes the graphics backends that are built: they look
# up their functions through the host, so nothing is linked for them.
mannequin_sources(sources engine/c_api)
set(backends "")
set(entry_headers mannequin.h c_api.h c_bind.h c_editor.h c_viewer.h)
foreach(backend gl vulkan)
  if(TARGET mannequin_${backend})
    list(APPEND backends mannequin_${backend})
    list(APPEND entry_headers c_${backend}.h)
  else()
    list(FILTER sources EXCLUDE REGEX "/c_api/${backend}\\.cpp$")
  endif()
endforeach()
# Binding needs Embree, so it is a separate library for hosts that bind.
list(FILTER sources EXCLUDE REGEX "/c_api/(bind|bind_arrays|fit)\\.cpp$")
set(bind_sources engine/c_api/bind.cpp engine/c_api/bind_arrays.cpp engine/c_api/fit.cpp)
add_library(mannequin_c_bind STATIC ${bind_sources})
mannequin_join_sources(mannequin_c_bind)
target_include_directories(mannequin_c_bind PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(mannequin_c_bind PUBLIC mannequin_bind)
add_library(mannequin_c ${sources})
mannequin_join_sources(mannequin_c)
target_include_directories(mannequin_c PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(mannequin_c PRIVATE mannequin_io ${backends})
math(EXPR version "${PROJECT_VERSION_MAJOR} * 10000 + ${PROJECT_VERSION_MINOR} * 100 + ${PROJECT_VERSION_PATCH}")
target_compile_definitions(mannequin_c PRIVATE MANNEQUIN_VERSION_NUMBER=${version}
                           $<$<BOOL:${BUILD_SHARED_LIBS}>:MANNEQUIN_BUILDS_C_API>)
# Until 1.0 a new minor version may change the interface.
set_target_properties(mannequin_c PROPERTIES VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# Of a shared library: what it shows, and that it stays. oneTBB's threads outlive whoever used them last: dlclose() must not
# take their code away from under them. It stays mapped, once, and is found again by the next dlopen().
function(mannequin_show_c_functions target)
  if(WIN32)
    # The headers export. The list is for compilers that make import libraries of their own from it.
    target_sources(${target} PRIVATE engine/platform/windows/library/stay.cpp)
    target_link_options(${target} PRIVATE LINKER:--output-def,${PROJECT_BINARY_DIR}/$<TARGET_FILE_BASE_NAME:${target}>.def)
    set_target_properties(${target} PROPERTIES PREFIX "")
    return()
  endif()
  set(exports ${PROJECT_SOURCE_DIR}/cmake/c_api.map)
  target_link_options(${target} PRIVATE LINKER:--version-script=${exports} LINKER:-z,nodelete)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${exports})
endfunction()
if(BUILD_SHARED_LIBS)
  mannequin_show_c_functions(mannequin_c)
  # No bodies, clothes and clothing layers, most of which its functions never return. The linker finds these before those of
  # mannequin_io, which it then leaves out. The one body that a function returns is a file beside it.
  mannequin_embed(mannequin_c embedded_asset ${PROJECT_SOURCE_DIR}/assets/appearance.json ${PROJECT_SOURCE_DIR}/assets/skeleton.json)
  set(body_file ${PROJECT_SOURCE_DIR}/assets/mannequin.glb)
  if(MANNEQUIN_BUILTIN_MESHES)
    add_custom_command(TARGET mannequin_c POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E copy_if_different ${body_file} $<TARGET_FILE_DIR:mannequin_c>)
    set_property(TARGET mannequin_c APPEND PROPERTY LINK_DEPENDS ${body_file})
  endif()
  if(NOT WIN32 AND NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)  # clang puts a sanitizer's functions into programs only
    target_link_options(mannequin_c PRIVATE LINKER:--no-undefined)
  endif()

  # The same for hosts that load libraries at run time, such as python/. Not installed: hosts that link use
  # the static one.
  add_library(mannequin_c_bind_shared SHARED ${bind_sources})
  mannequin_join_sources(mannequin_c_bind_shared)
  target_include_directories(mannequin_c_bind_shared PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(mannequin_c_bind_shared PRIVATE mannequin_bind)
  target_compile_definitions(mannequin_c_bind_shared PRIVATE MANNEQUIN_BUILDS_C_API)
  set_target_properties(mannequin_c_bind_shared PROPERTIES OUTPUT_NAME mannequin_c_bind
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  mannequin_show_c_functions(mannequin_c_bind_shared)
endif()

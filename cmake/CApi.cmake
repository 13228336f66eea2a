# mannequin_c: the C API. As a shared library it shows the functions of its headers and nothing else. The graphics
# backends are in it where they are built: they find their functions through the host, so nothing is linked for them.
mannequin_sources(sources engine/c_api)
set(backends "")
set(entry_headers mannequin.h c_api.h c_bind.h)
foreach(backend gl vulkan)
  if(TARGET mannequin_${backend})
    list(APPEND backends mannequin_${backend})
    list(APPEND entry_headers c_${backend}.h)
  else()
    list(FILTER sources EXCLUDE REGEX "/c_api/${backend}\\.cpp$")
  endif()
endforeach()
# Binding needs Embree, so it is a library of its own, for the hosts that bind.
list(FILTER sources EXCLUDE REGEX "/c_api/bind\\.cpp$")
add_library(mannequin_c_bind STATIC engine/c_api/bind.cpp)
target_include_directories(mannequin_c_bind PRIVATE ${PROJECT_SOURCE_DIR}/include
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_libraries(mannequin_c_bind PUBLIC mannequin_bind)
target_compile_definitions(mannequin_c_bind PRIVATE MANNEQUIN_BUILDS_C_API)
add_library(mannequin_c ${sources})
mannequin_join_sources(mannequin_c)
target_include_directories(mannequin_c PRIVATE ${PROJECT_SOURCE_DIR}/include
  INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_link_libraries(mannequin_c PRIVATE mannequin_io ${backends})
math(EXPR version "${PROJECT_VERSION_MAJOR} * 10000 + ${PROJECT_VERSION_MINOR} * 100 + ${PROJECT_VERSION_PATCH}")
target_compile_definitions(mannequin_c PRIVATE MANNEQUIN_BUILDS_C_API MANNEQUIN_VERSION_NUMBER=${version})
# Until 1.0 a new minor version may change the interface.
set_target_properties(mannequin_c PROPERTIES VERSION ${PROJECT_VERSION} LINKER_LANGUAGE CXX
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(BUILD_SHARED_LIBS)
  set(exports ${PROJECT_SOURCE_DIR}/cmake/c_api.map)
  target_link_options(mannequin_c PRIVATE LINKER:--version-script=${exports})
  if(NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)  # clang puts a sanitizer's functions into programs only
    target_link_options(mannequin_c PRIVATE LINKER:--no-undefined)
  endif()
  set_target_properties(mannequin_c PROPERTIES LINK_DEPENDS ${exports})
  # oneTBB's threads outlive whoever used them last: dlclose() must not take their code away from under them. It stays
  # mapped, once, and is found again by the next dlopen().
  target_link_options(mannequin_c PRIVATE LINKER:-z,nodelete)

  # The same for hosts that open libraries at run time, as python/ does. Not installed: who links takes the static one.
  add_library(mannequin_c_bind_shared SHARED engine/c_api/bind.cpp)
  target_include_directories(mannequin_c_bind_shared PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(mannequin_c_bind_shared PRIVATE mannequin_bind)
  target_compile_definitions(mannequin_c_bind_shared PRIVATE MANNEQUIN_BUILDS_C_API)
  target_link_options(mannequin_c_bind_shared PRIVATE LINKER:--version-script=${exports} LINKER:-z,nodelete)
  set_target_properties(mannequin_c_bind_shared PROPERTIES OUTPUT_NAME mannequin_c_bind LINK_DEPENDS ${exports}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endif()

# The targets. Each covers one subject and collects its files by folder.
include_directories(${PROJECT_SOURCE_DIR})

function(mannequin_sources variable)
  set(found "")
  foreach(folder ${ARGN})
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND found ${files})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Most of the cost of compiling a file is its headers, parsed again for every file. So files are joined (unity build), folder by
# folder, as long as they fit; a new file mostly affects the others of its unit. Names in unnamed namespaces must not clash
# within a target.
function(mannequin_join_sources target)
  if(NOT MANNEQUIN_JOIN_SOURCES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source ${sources})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND files_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(most 36)
  set(unit 0)
  set(count 0)
  foreach(folder ${folders})
    list(LENGTH files_${folder} length)
    math(EXPR together "${count} + ${length}")
    if(count GREATER 0 AND together GREATER most)
      math(EXPR unit "${unit} + 1")
      set(count 0)
    endif()
    foreach(source ${files_${folder}})
      if(count EQUAL most)
        math(EXPR unit "${unit} + 1")
        set(count 0)
      endif()
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP joined_${unit})
      math(EXPR count "${count} + 1")
    endforeach()
  endforeach()
endfunction()

find_package(PkgConfig REQUIRED)
include(cmake/OwnGlm.cmake)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(TBB REQUIRED)
find_package(HWY REQUIRED NAMES HWY hwy)

# --- engine without files, GPU or window
if(WIN32)
  set(system windows)
else()
  set(system posix)
endif()
mannequin_sources(sources engine/platform engine/platform/${system} engine/core engine/math engine/skeleton engine/appearance engine/animation engine/mesh
                  engine/rig engine/skinning engine/skinning/cpu engine/avatar engine/motion engine/bounds engine/fit engine/layers)
# Nearest-point queries need Embree, so these files go with the weights.
set(nearest_sources ${sources})
list(FILTER nearest_sources INCLUDE REGEX "/engine/fit/garment_")
list(REMOVE_ITEM sources "" ${nearest_sources})
add_library(mannequin_core STATIC ${sources})
target_link_libraries(mannequin_core PUBLIC tl::expected fmt::fmt Threads::Threads
                      PRIVATE hwy::hwy TBB::tbb ${CMAKE_DL_LIBS})
mannequin_join_sources(mannequin_core)
target_compile_options(mannequin_core PRIVATE $<$<CONFIG:Release>:-O3>)
# These compile themselves once per instruction set.
set_source_files_properties(engine/skinning/cpu/block_kernels.cpp engine/avatar/batch_kernels.cpp engine/layers/texel_kernels.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# Without unrolling, a kernel is half as fast; other files may be built for debugging. With sanitizers and
# optimisation, clang would take four minutes for it, and with sanitizers alone it is too slow for the tests'
# budgets. It only reads tables made and checked by instrumented code.
if(MANNEQUIN_FUZZ)
  set_source_files_properties(engine/skinning/cpu/block_kernels.cpp PROPERTIES COMPILE_OPTIONS
    "-O1;-fno-sanitize=all;-fno-sanitize=fuzzer-no-link")
elseif(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set_source_files_properties(engine/skinning/cpu/block_kernels.cpp PROPERTIES COMPILE_OPTIONS -O3)
endif()
# Highway's NEON includes AES. gcc enables that in functions it generates itself, such as constructors, only
# if the flag is set for the whole file. Processors without AES run the scalar kernels.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_property(SOURCE engine/skinning/cpu/block_kernels.cpp engine/avatar/batch_kernels.cpp engine/layers/texel_kernels.cpp
               APPEND PROPERTY COMPILE_OPTIONS -march=armv8-a+crypto)
endif()
if(NOT MANNEQUIN_SIMD)
  target_compile_definitions(mannequin_core PRIVATE HWY_COMPILE_ONLY_SCALAR)
endif()
if(MANNEQUIN_SANITIZE STREQUAL "thread")
  target_compile_definitions(mannequin_core PRIVATE MANNEQUIN_PLAIN_THREADS)
endif()

# --- file formats, and the parts of them that are worn
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
# Optional (OFF leaves it out): Debian has no package of it for Windows. Linked by name, so that what is installed names no folder.
find_library(MANNEQUIN_LIBDEFLATE deflate)
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
mannequin_sources(sources engine/io engine/io/collada engine/io/gltf engine/io/image engine/io/mesh_asset engine/io/mpfb
                  engine/wear)
add_library(mannequin_io STATIC ${sources})
target_link_libraries(mannequin_io PUBLIC mannequin_core
                      PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> pugixml::pugixml ZLIB::ZLIB PNG::PNG
                              JPEG::JPEG)
if(MANNEQUIN_LIBDEFLATE)
  target_link_libraries(mannequin_io PRIVATE deflate)
  target_compile_definitions(mannequin_io PRIVATE MANNEQUIN_LIBDEFLATE=1)
endif()
file(GLOB assets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/*.json ${PROJECT_SOURCE_DIR}/assets/*.glb
     ${PROJECT_SOURCE_DIR}/assets/layers/*.tga ${PROJECT_SOURCE_DIR}/assets/layers/*.glb)
if(NOT MANNEQUIN_BUILTIN_MESHES)
  if(MANNEQUIN_TOOLS OR MANNEQUIN_TESTS)
    message(FATAL_ERROR "MANNEQUIN_TOOLS and MANNEQUIN_TESTS need the built-in meshes: switch them off, or "
                        "MANNEQUIN_BUILTIN_MESHES on")
  endif()
  list(FILTER assets EXCLUDE REGEX "\\.glb$")
endif()
mannequin_join_sources(mannequin_io)
target_compile_options(mannequin_io PRIVATE $<$<CONFIG:Release>:-O3>)
mannequin_embed(mannequin_io embedded_asset ${assets})

# --- weights: sparse systems by Eigen, rays and nearest points by Embree. Separate, so that hosts that bind
# nothing need neither.
find_package(Eigen3 REQUIRED)
find_package(embree 3 REQUIRED)
mannequin_sources(sources engine/bind)
add_library(mannequin_bind STATIC ${sources} ${nearest_sources})
target_link_libraries(mannequin_bind PUBLIC mannequin_core PRIVATE $<BUILD_INTERFACE:Eigen3::Eigen> embree TBB::tbb)
# Larger buffers of Eigen's come from the heap, where a lack of memory is reported: a stack that cannot grow ends the
# program.
target_compile_definitions(mannequin_bind PRIVATE EIGEN_STACK_ALLOCATION_LIMIT=8192)
mannequin_join_sources(mannequin_bind)

# --- OpenGL and Vulkan backends
if(MANNEQUIN_VULKAN)
  find_path(Vulkan_INCLUDE_DIR vulkan/vulkan.h)
  if(NOT Vulkan_INCLUDE_DIR)
    message(STATUS "No Vulkan headers (libvulkan-dev): the Vulkan backend is left out")
    set(MANNEQUIN_VULKAN OFF)
  endif()
endif()
if(MANNEQUIN_GL OR MANNEQUIN_VULKAN)
  include(cmake/Shaders.cmake)
endif()
if(MANNEQUIN_GL)
  include(cmake/Gl.cmake)
endif()
if(MANNEQUIN_VULKAN)
  include(cmake/Vulkan.cmake)
endif()

# Debian's own library folder under every prefix, so that packages need no separate build.
if(PROJECT_IS_TOP_LEVEL AND EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE PATH "Folder of libraries below the prefix")
endif()

# --- the C API
include(cmake/CApi.cmake)

# --- tools
if(MANNEQUIN_TOOLS)
  include(cmake/Tools.cmake)
  include(cmake/Examples.cmake)
endif()

include(cmake/Install.cmake)
if(MANNEQUIN_INSTALL AND PROJECT_IS_TOP_LEVEL)  # packaging a host is the host's business
  include(cmake/Package.cmake)
endif()

if(MANNEQUIN_TESTS AND MANNEQUIN_TOOLS)
  enable_testing()
  if(MANNEQUIN_SANITIZE STREQUAL "thread" OR CMAKE_CROSSCOMPILING)  # also the vectorised code
    include(cmake/ThreadTests.cmake)
  else()
    include(cmake/Tests.cmake)
    if(NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)
      include(cmake/ScriptTests.cmake)
    endif()
  endif()
endif()
if(MANNEQUIN_BENCH AND MANNEQUIN_TOOLS)
  include(cmake/Bench.cmake)
endif()
if(MANNEQUIN_FUZZ)
  include(cmake/Fuzz.cmake)
endif()

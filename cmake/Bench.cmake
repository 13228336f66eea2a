# build/mannequin_bench, a Google Benchmark program. bench/run.sh installs what it can use, runs it and reports.
find_package(benchmark QUIET)
mannequin_sources(sources bench bench/peers)
if(NOT benchmark_FOUND OR NOT sources)
  return()
endif()

# OGRE's software skinning to compare with, where its package is there.
pkg_check_modules(OGRE QUIET IMPORTED_TARGET OGRE)
set(peers "glm")
if(OGRE_FOUND)
  string(APPEND peers " ogre-${OGRE_VERSION}")
else()
  list(FILTER sources EXCLUDE REGEX "/ogre_[^/]*$")
  message(STATUS "mannequin_bench: libogre-1.12-dev is not installed, so OGRE is not among the peers")
endif()

if(MANNEQUIN_GL)
  mannequin_sources(gl_sources bench/gl)
endif()
add_executable(mannequin_bench ${sources} ${gl_sources})
target_link_libraries(mannequin_bench PRIVATE mannequin_io mannequin_scenes benchmark::benchmark hwy::hwy)
if(NOT MANNEQUIN_SIMD)
  target_compile_definitions(mannequin_bench PRIVATE HWY_COMPILE_ONLY_SCALAR)
endif()
if(MANNEQUIN_GL)
  target_link_libraries(mannequin_bench PRIVATE mannequin_gl)
  target_compile_definitions(mannequin_bench PRIVATE MANNEQUIN_HAS_GL)
endif()
if(OGRE_FOUND)
  target_link_libraries(mannequin_bench PRIVATE PkgConfig::OGRE)
  target_compile_definitions(mannequin_bench PRIVATE MANNEQUIN_HAS_OGRE)
endif()

# What the results say about how they were built.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} -ffp-contract=off" flags)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/bench/machine.cpp APPEND PROPERTY COMPILE_DEFINITIONS
  MANNEQUIN_BENCH_FLAGS="${flags}" MANNEQUIN_BENCH_PEERS="${peers}")

# Tests mirror engine/. Each case is a ctest case, so that skipped cases are reported by name. Those labelled "night" take long and
# rarely fail alone: tools/test.sh leaves them to tools/night.sh, and says so.
find_package(GTest REQUIRED)
include(GoogleTest)

# mannequin_discover_tests(TARGET TIMEOUT COST NIGHT): those of higher cost start first; NIGHT, a filter of googletest, names the
# cases for the night.
function(mannequin_discover_tests target timeout cost night)
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_FILTER "-${night}" PROPERTIES TIMEOUT ${timeout} COST ${cost})
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_FILTER "${night}" PROPERTIES TIMEOUT ${timeout} LABELS night)
endfunction()

set(checked_definition $<$<OR:$<BOOL:${MANNEQUIN_SANITIZE}>,$<BOOL:${MANNEQUIN_FUZZ}>>:MANNEQUIN_CHECKED>)
set(test_definitions MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MANNEQUIN_PROGRAM="$<TARGET_FILE:mannequin>")

mannequin_sources(sources tests tests/platform tests/wear tests/io tests/robustness tests/c_api)
# Tests of pure computation do not run under memory sanitizers, unless MANNEQUIN_CHECK_ALL; these are for file readers.
mannequin_sources(computing tests/core tests/math tests/skeleton tests/appearance tests/animation tests/mesh tests/rig tests/skinning
                  tests/avatar tests/motion tests/bounds tests/fit tests/bind tests/bench tests/oracle tests/layers tests/document)
set(reading ${computing})
list(FILTER reading INCLUDE REGEX
     "tests/document/(saved_document|file_kind|file_watch|refused_file|reload|shape_saving|test_people|texture_work)_test")
if(MANNEQUIN_FUZZ AND NOT MANNEQUIN_CHECK_ALL)
  list(FILTER computing EXCLUDE REGEX "_test\\.cpp$")
  list(APPEND computing ${reading})
endif()
list(APPEND sources ${computing} ${PROJECT_SOURCE_DIR}/bench/skin_needs.cpp)
add_executable(mannequin_tests ${PROJECT_SOURCE_DIR}/tools/body/charts.cpp ${sources})
target_link_libraries(mannequin_tests PRIVATE mannequin_io mannequin_bind mannequin_c_bind mannequin_document mannequin_scenes nlohmann_json::nlohmann_json ZLIB::ZLIB
                      PNG::PNG JPEG::JPEG
                      GTest::gtest_main)
target_compile_definitions(mannequin_tests PRIVATE ${test_definitions})
# Tests are compiled more often than they run: the tested
# code is optimised and instrumented, the tests are not.
target_compile_options(mannequin_tests PRIVATE -Og $<$<BOOL:${MANNEQUIN_FUZZ}>:-O0 -fno-sanitize=fuzzer-no-link>)
mannequin_join_sources(mannequin_tests)
if(MANNEQUIN_FUZZ)
  # Instrumented programs take longer to start than most cases take to run, so many cases share one process.
  foreach(share RANGE 7)
    add_test(NAME mannequin_tests.${share} COMMAND mannequin_tests --gtest_brief=1)
    set_tests_properties(mannequin_tests.${share} PROPERTIES TIMEOUT 900
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${share}")
  endforeach()
else()
  mannequin_discover_tests(mannequin_tests 300 0
    "GarmentMend.MakesNoOtherPoseWorse:GarmentMend.HoldsBackWhereAPoseSuffers:GarmentMend.BodyStaysUnderCloseTrousersWithSmoothedWeights:GarmentTransfer.GoesNoFurther*:Face.OtherFacesMoveAlikeToo")
endif()

# The shared library hides the engine's symbols, of which
# the tests have their own copy; both work side by side.
target_link_libraries(mannequin_tests PRIVATE mannequin_c)

# Hosts and tests in one program; separate because it counts allocations in its own heap.
mannequin_sources(sources tests/host)
add_executable(mannequin_host_tests ${sources})
target_link_libraries(mannequin_host_tests PRIVATE mannequin_c mannequin_c_bind mannequin_io GTest::gtest_main)
target_compile_definitions(mannequin_host_tests PRIVATE MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ${checked_definition}
                           $<$<TARGET_EXISTS:mannequin_gl>:MANNEQUIN_HAS_GL> $<$<TARGET_EXISTS:mannequin_vulkan>:MANNEQUIN_HAS_VULKAN>)
target_compile_options(mannequin_host_tests PRIVATE -Og)
mannequin_join_sources(mannequin_host_tests)
gtest_discover_tests(mannequin_host_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
add_dependencies(mannequin_tests mannequin_host_tests mannequin)

# Hostile files through every command, in child processes whose memory and time are measured.
mannequin_sources(sources tests/hostile)
list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/io/small_images.cpp ${PROJECT_SOURCE_DIR}/tests/shared_files.cpp)
add_executable(mannequin_hostile_tests ${sources})
target_link_libraries(mannequin_hostile_tests PRIVATE mannequin_c mannequin_io nlohmann_json::nlohmann_json PNG::PNG JPEG::JPEG
                      ZLIB::ZLIB GTest::gtest_main)
target_compile_definitions(mannequin_hostile_tests PRIVATE ${test_definitions} ${checked_definition})
target_compile_options(mannequin_hostile_tests PRIVATE -Og $<$<BOOL:${MANNEQUIN_FUZZ}>:-O0 -fno-sanitize=fuzzer-no-link>)
mannequin_join_sources(mannequin_hostile_tests)
add_dependencies(mannequin_hostile_tests mannequin)
# The kinds of large files that take longest.
mannequin_discover_tests(mannequin_hostile_tests 600 10
  "Kinds/LargeFiles.*/vertices_dae:Kinds/LargeFiles.*/vertices_glb:Kinds/LargeFiles.*/frames_bvh:Kinds/LargeFiles.*/triangles_dae")
add_dependencies(mannequin_tests mannequin_hostile_tests)

# Separate because drivers trigger thread and address sanitizers.
mannequin_sources(sources tests/gpu tests/agreement tests/preview tests/tools tests/examples)
# The parts of the program that can be tested without its command line.
list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/document/figure.cpp ${PROJECT_SOURCE_DIR}/tests/shared_files.cpp ${PROJECT_SOURCE_DIR}/tools/mannequin/convert_mesh.cpp
     ${PROJECT_SOURCE_DIR}/tools/mannequin/figure_picture.cpp
     ${PROJECT_SOURCE_DIR}/tools/mannequin/gltf_option.cpp ${PROJECT_SOURCE_DIR}/tools/mannequin/program.cpp)
if(NOT MANNEQUIN_VULKAN)
  list(FILTER sources EXCLUDE REGEX "tests/gpu/vulkan_")
endif()
if(sources AND MANNEQUIN_GL)
  add_executable(mannequin_gpu_tests ${sources})
  target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_c mannequin_bind mannequin_io mannequin_document mannequin_gl mannequin_scenes mannequin_example_crowd nlohmann_json::nlohmann_json
                        ZLIB::ZLIB CLI11::CLI11 GTest::gtest_main)
  target_compile_definitions(mannequin_gpu_tests PRIVATE ${test_definitions})
  target_compile_options(mannequin_gpu_tests PRIVATE -Og)
  mannequin_join_sources(mannequin_gpu_tests)
  if(MANNEQUIN_VULKAN)
    target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_vulkan)
    target_compile_definitions(mannequin_gpu_tests PRIVATE MANNEQUIN_HAS_VULKAN)
  endif()
  if(TARGET mannequin_preview)
    target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_preview)
  endif()
  add_dependencies(mannequin_gpu_tests mannequin make_body make_layers)
  mannequin_discover_tests(mannequin_gpu_tests 300 10
    "MakeBody.MakesTheAssetsAgainBitForBit:GlLayersTest.EveryRegionOfManyOutfitsIsThatOfTheCpu:GlLayersTest.AViewersOwnLayersAreThoseOfTheCpu")
endif()

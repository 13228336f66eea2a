# Tests mirror engine/. Each case is a ctest case, so that what is skipped is skipped by name.
find_package(GTest REQUIRED)
include(GoogleTest)

set(test_definitions MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" MANNEQUIN_PROGRAM="$<TARGET_FILE:mannequin>")

set(threads_only OFF)
if(MANNEQUIN_SANITIZE STREQUAL "thread")
  set(threads_only ON)
endif()
if(threads_only)
  # The rest would only take its time.
  mannequin_sources(sources tests/skinning tests/avatar)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/core/parallel_test.cpp)
else()
  mannequin_sources(sources tests tests/platform tests/core tests/math tests/skeleton tests/appearance tests/animation tests/mesh tests/rig
                    tests/skinning tests/avatar tests/motion tests/bounds tests/fit tests/layers tests/wear tests/bind tests/io tests/oracle tests/robustness tests/c_api
                    tests/document)
endif()
if(MANNEQUIN_FUZZ)  # how well a body looks or a method works is no question to a checker, and takes it minutes
  list(FILTER sources EXCLUDE REGEX
       "tests/avatar/(body|wardrobe)_test|tests/bind/(garment_transfer|face)_test|tests/fit/garment_mend_test")
endif()
add_executable(mannequin_tests ${sources})
target_link_libraries(mannequin_tests PRIVATE mannequin_io mannequin_bind mannequin_c_bind mannequin_document mannequin_scenes nlohmann_json::nlohmann_json ZLIB::ZLIB
                      PNG::PNG JPEG::JPEG
                      GTest::gtest_main)
target_compile_definitions(mannequin_tests PRIVATE ${test_definitions})
# Tests are compiled more often than they run: what they test is optimised and watched, they need not be.
target_compile_options(mannequin_tests PRIVATE -O1 $<$<BOOL:${MANNEQUIN_FUZZ}>:-O0 -fno-sanitize=fuzzer-no-link>)
mannequin_join_sources(mannequin_tests)
if(MANNEQUIN_FUZZ)
  # A watched program takes as long to start as to run most cases: here they run many to a program.
  foreach(share RANGE 7)
    add_test(NAME mannequin_tests.${share} COMMAND mannequin_tests --gtest_brief=1)
    set_tests_properties(mannequin_tests.${share} PROPERTIES TIMEOUT 900
                         ENVIRONMENT "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${share}")
  endforeach()
else()
  gtest_discover_tests(mannequin_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endif()

# The shared library hides the engine's own symbols, of which the tests have a copy; both work side by side.
if(NOT threads_only)
  target_link_libraries(mannequin_tests PRIVATE mannequin_c)
endif()

# Hosts in one program with the tests; apart from the rest because it counts allocations in a heap of its own.
mannequin_sources(sources tests/host)
if(threads_only)  # whose checker has a heap of its own, too
  list(FILTER sources EXCLUDE REGEX "/allocation[^/]*$")
endif()
add_executable(mannequin_host_tests ${sources})
target_link_libraries(mannequin_host_tests PRIVATE mannequin_c mannequin_io GTest::gtest_main)
target_compile_definitions(mannequin_host_tests PRIVATE MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(mannequin_host_tests PRIVATE -O1)
gtest_discover_tests(mannequin_host_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
add_dependencies(mannequin_tests mannequin_host_tests mannequin)

# Hostile files through every command, as children whose memory and time are measured.
if(NOT threads_only)
  mannequin_sources(sources tests/hostile)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/io/small_images.cpp ${PROJECT_SOURCE_DIR}/tests/shared_files.cpp)
  add_executable(mannequin_hostile_tests ${sources})
  target_link_libraries(mannequin_hostile_tests PRIVATE mannequin_c mannequin_io nlohmann_json::nlohmann_json PNG::PNG JPEG::JPEG
                        ZLIB::ZLIB GTest::gtest_main)
  target_compile_definitions(mannequin_hostile_tests PRIVATE ${test_definitions}
                             $<$<OR:$<BOOL:${MANNEQUIN_SANITIZE}>,$<BOOL:${MANNEQUIN_FUZZ}>>:MANNEQUIN_CHECKED>)
  target_compile_options(mannequin_hostile_tests PRIVATE -O1 $<$<BOOL:${MANNEQUIN_FUZZ}>:-O0 -fno-sanitize=fuzzer-no-link>)
  add_dependencies(mannequin_hostile_tests mannequin)
  gtest_discover_tests(mannequin_hostile_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 600)
  add_dependencies(mannequin_tests mannequin_hostile_tests)
endif()

# A host that unloads the C library. Checkers keep what they watch loaded.
if(BUILD_SHARED_LIBS AND NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)
  mannequin_sources(sources tests/host/unload)
  add_executable(mannequin_unload_test ${sources})
  target_include_directories(mannequin_unload_test PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(mannequin_unload_test PRIVATE ${CMAKE_DL_LIBS})
  add_test(NAME host.unload COMMAND mannequin_unload_test $<TARGET_FILE:mannequin_c>)
endif()

# A host that has the project as a subproject.
if(NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)
  add_test(NAME install.subproject COMMAND ${PROJECT_SOURCE_DIR}/tests/install/subproject.sh ${PROJECT_SOURCE_DIR}
           ${PROJECT_BINARY_DIR}/tests/subproject)
  set_tests_properties(install.subproject PROPERTIES TIMEOUT 600)
endif()

# Hosts in C++, C and Python that know the installed tree only.
if(NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ AND NOT threads_only)
  add_test(NAME install.hosts COMMAND ${PROJECT_SOURCE_DIR}/tests/install/run.sh ${PROJECT_BINARY_DIR}
           ${PROJECT_BINARY_DIR}/tests/install $<IF:$<BOOL:${BUILD_SHARED_LIBS}>,shared,static>)
  set_tests_properties(install.hosts PROPERTIES TIMEOUT 900)
  add_test(NAME install.deb COMMAND ${PROJECT_SOURCE_DIR}/tests/install/deb.sh ${PROJECT_BINARY_DIR}
           ${PROJECT_BINARY_DIR}/tests/deb ${PROJECT_SOURCE_DIR})
  set_tests_properties(install.deb PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "^skipped:")
endif()

# What is public, against its record, and whether something calls it.
find_program(PYTHON3 python3)
function(api_test name script)
  if(PYTHON3)
    add_test(NAME ${name} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/${script} ${ARGN})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: python3 is not installed")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endif()
endfunction()
api_test(api.record tools/api/record.py)
api_test(api.calls tools/api/calls.py)
api_test(api.scripts tests/tools/api_record_test.py)
api_test(docs.filter tests/tools/doxygen_filter_test.py)
api_test(docs.names tests/tools/doc_names_test.py)
api_test(docs.dependencies tests/tools/dependencies_test.py)
api_test(docs.findings tests/tools/finding_pages_test.py)
if(TARGET mannequin_preview AND NOT MANNEQUIN_SANITIZE)
  api_test(preview.display tests/tools/display/display_test.py $<TARGET_FILE:mannequin>)
  set_tests_properties(preview.display PROPERTIES TIMEOUT 600)
endif()
if(hardened AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND TARGET mannequin AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(hardened_files $<TARGET_FILE:mannequin>)
  if(BUILD_SHARED_LIBS)
    list(APPEND hardened_files $<TARGET_FILE:mannequin_c>)
  endif()
  if(TARGET mannequin_c_bind_shared)
    list(APPEND hardened_files $<TARGET_FILE:mannequin_c_bind_shared>)
  endif()
  api_test(build.hardening tests/tools/hardening_test.py ${hardened_files})
  set_tests_properties(build.hardening PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped:")
endif()
if(TARGET mannequin)
  api_test(check.judge tests/tools/judge/judge_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
  set_tests_properties(check.judge PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
  api_test(check.remedies tests/tools/remedies_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
  set_tests_properties(check.remedies PROPERTIES TIMEOUT 600)
endif()
if(BUILD_SHARED_LIBS AND NOT threads_only)
  api_test(api.symbols tools/api/symbols.py $<TARGET_FILE:mannequin_c>)
endif()

# The Python module and Blender's add-on; with the system's Python, which has Debian's numpy.
if(BUILD_SHARED_LIBS AND TARGET mannequin AND NOT MANNEQUIN_SANITIZE AND NOT MANNEQUIN_FUZZ)
  api_test(python.layout tests/python/layout_test.py)
  find_program(SYSTEM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  foreach(part python/module python/agreement python/wheel blender/logic blender/headless)
    string(REPLACE "/" "." name ${part})
    if(SYSTEM_PYTHON3)
      add_test(NAME ${name} COMMAND ${SYSTEM_PYTHON3} ${PROJECT_SOURCE_DIR}/tests/${part}_test.py
               $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
      set_tests_properties(${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 ENVIRONMENT
        "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;MANNEQUIN_LIBRARY_FOLDER=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1")
    else()
      add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: python3 is not installed")
      set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
    endif()
  endforeach()
endif()

# Apart from the rest because thread and address checkers trip over drivers.
mannequin_sources(sources tests/gpu tests/agreement tests/preview tests/tools)
# What can be tested of the program without its command line.
list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/document/figure.cpp ${PROJECT_SOURCE_DIR}/tools/mannequin/convert_mesh.cpp
     ${PROJECT_SOURCE_DIR}/tools/mannequin/gltf_option.cpp ${PROJECT_SOURCE_DIR}/tools/mannequin/program.cpp)
if(NOT MANNEQUIN_VULKAN)
  list(FILTER sources EXCLUDE REGEX "tests/gpu/vulkan_")
endif()
if(sources AND MANNEQUIN_GL)
  add_executable(mannequin_gpu_tests ${sources})
  target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_c mannequin_bind mannequin_io mannequin_gl mannequin_scenes nlohmann_json::nlohmann_json ZLIB::ZLIB
                        CLI11::CLI11 GTest::gtest_main)
  target_compile_definitions(mannequin_gpu_tests PRIVATE ${test_definitions})
  target_compile_options(mannequin_gpu_tests PRIVATE -O1)
  mannequin_join_sources(mannequin_gpu_tests)
  if(MANNEQUIN_VULKAN)
    target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_vulkan)
    target_compile_definitions(mannequin_gpu_tests PRIVATE MANNEQUIN_HAS_VULKAN)
  endif()
  if(TARGET mannequin_preview)
    target_link_libraries(mannequin_gpu_tests PRIVATE mannequin_preview)
  endif()
  add_dependencies(mannequin_gpu_tests mannequin make_body make_layers)
  gtest_discover_tests(mannequin_gpu_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endif()

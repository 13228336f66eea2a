# The tests of threaded code, for the thread sanitizer. Builds only what they need.
find_package(GTest REQUIRED)
include(GoogleTest)

mannequin_sources(sources tests/skinning tests/avatar tests/host)
list(FILTER sources EXCLUDE REGEX "/(body|wardrobe)_test")  # visual tests
list(FILTER sources EXCLUDE REGEX "tests/host/(allocation|every_)")  # with their own heap, as the sanitizer has
list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/core/parallel_test.cpp)
add_executable(mannequin_thread_tests ${sources})
mannequin_join_sources(mannequin_thread_tests)
target_link_libraries(mannequin_thread_tests PRIVATE mannequin_c mannequin_io mannequin_scenes GTest::gtest_main)
target_compile_definitions(mannequin_thread_tests PRIVATE MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(mannequin_thread_tests PRIVATE -Og)
gtest_discover_tests(mannequin_thread_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)

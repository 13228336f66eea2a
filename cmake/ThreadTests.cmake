# The tests of what works on threads, for the thread checker. Only what they need is built with it.
find_package(GTest REQUIRED)
include(GoogleTest)

mannequin_sources(sources tests/skinning tests/avatar tests/host)
list(FILTER sources EXCLUDE REGEX "/(body|wardrobe)_test")  # how a body looks
list(FILTER sources EXCLUDE REGEX "tests/host/(allocation|every_)")  # which have a heap of their own, as the checker has
list(APPEND sources ${PROJECT_SOURCE_DIR}/tests/core/parallel_test.cpp)
add_executable(mannequin_thread_tests ${sources})
mannequin_join_sources(mannequin_thread_tests)
target_link_libraries(mannequin_thread_tests PRIVATE mannequin_c mannequin_io mannequin_scenes GTest::gtest_main)
target_compile_definitions(mannequin_thread_tests PRIVATE MANNEQUIN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_compile_options(mannequin_thread_tests PRIVATE -Og)
gtest_discover_tests(mannequin_thread_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)

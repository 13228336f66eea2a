# build/mannequin_bench, a Google Benchmark program.
find_package(benchmark QUIET)
mannequin_sources(sources bench)
if(benchmark_FOUND AND sources)
  add_executable(mannequin_bench ${sources})
  target_link_libraries(mannequin_bench PRIVATE mannequin_io mannequin_scenes benchmark::benchmark)
endif()

# What makes a fault hard to use for whoever sends a file: a guard before each return address, checked calls of the C
# library, marks where jumps may end, and tables that the loader fills in at once and then locks. Programs lie at an
# address of their own at each start. The cost is in bench/results/README.md. Checkers watch more than this, and trip
# over it.
if(MANNEQUIN_SANITIZE OR MANNEQUIN_FUZZ OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

option(MANNEQUIN_HARDEN "Build with what makes faults hard to use; see cmake/Harden.cmake" ${PROJECT_IS_TOP_LEVEL})
set(hardened OFF)
if(NOT MANNEQUIN_HARDEN OR MANNEQUIN_SANITIZE OR MANNEQUIN_FUZZ)
  return()
endif()
set(hardened ON)

include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)
# Calls are checked where the compiler knows a buffer's size, which it does only when it optimises.
set(optimised "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")
add_compile_options("$<${optimised}:-U_FORTIFY_SOURCE>" "$<${optimised}:-D_FORTIFY_SOURCE=2>")
foreach(flag stack-protector-strong cf-protection)
  string(MAKE_C_IDENTIFIER has_${flag} variable)
  check_cxx_compiler_flag(-f${flag} ${variable})
  if(${variable})
    add_compile_options(-f${flag})
  endif()
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()

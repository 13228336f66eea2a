# Makes faults hard to exploit for whoever sends a file: stack protectors, checked
# calls of the C library, control-flow marks, and relocations that are resolved at
# start and then read-only. Programs are position-independent. The cost is in
# bench/results/README.md. Sanitizers check more than this, and conflict with it.
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
# Calls are checked where the compiler knows a buffer's size, which requires optimisation.
set(optimised "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")
add_compile_options("$<${optimised}:-U_FORTIFY_SOURCE>" "$<${optimised}:-D_FORTIFY_SOURCE=2>")
foreach(flag stack-protector-strong cf-protection)
  string(MAKE_C_IDENTIFIER has_${flag} variable)
  check_cxx_compiler_flag(-f${flag} ${variable})
  if(${variable})
    add_compile_options(-f${flag})
    if(WIN32 AND flag STREQUAL "stack-protector-strong")
      add_link_options(-f${flag})  # what it calls is in a library of its own there
    endif()
  endif()
endforeach()
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()

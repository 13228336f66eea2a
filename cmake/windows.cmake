# The toolchain of tools/windows.sh: Debian's MinGW with its own threads, and libraries below CMAKE_FIND_ROOT_PATH.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_FIND_ROOT_PATH)
# Windows 10 and later. gcc keeps wide vectors on the stack at addresses that Windows does not align (its bug 54412): the
# assembler turns the moves that would trap into those that do not mind. Joined sources have more sections than plain
# objects can.
set(flags "-D_WIN32_WINNT=0x0A00 -Wa,-mbig-obj,-muse-unaligned-vector-move")
set(CMAKE_C_FLAGS_INIT "${flags}")
set(CMAKE_CXX_FLAGS_INIT "${flags}")
# Nothing of the compiler's is needed beside the program.
# It is the same bytes whenever it is built. Programs have the stack that they have elsewhere, not a quarter of it.
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-static -Wl,--no-insert-timestamp")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${CMAKE_SHARED_LINKER_FLAGS_INIT} -Wl,--stack,8388608")

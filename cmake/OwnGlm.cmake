# Our own copy of GLM, made in the build folder from the installed one: glm/ with the namespace mannequin::glm
# and its own macros. Definitions that a host makes for its GLM (aligned types, the component order of
# quaternions, swizzles) change sizes and layouts there, but not in our types. Sources include <glm/...> and
# get the copy, as do hosts through the installed headers, which do not need GLM.
find_path(MANNEQUIN_GLM_SOURCE glm/glm.hpp REQUIRED)
mark_as_advanced(MANNEQUIN_GLM_SOURCE)
set(own_glm ${PROJECT_BINARY_DIR}/own)

# Without the extensions (gtx), which are unused, and the headers that include them.
file(GLOB_RECURSE glm_files RELATIVE ${MANNEQUIN_GLM_SOURCE} ${MANNEQUIN_GLM_SOURCE}/glm/*.hpp
     ${MANNEQUIN_GLM_SOURCE}/glm/*.inl ${MANNEQUIN_GLM_SOURCE}/glm/*.h)
list(FILTER glm_files EXCLUDE REGEX "^glm/(gtx/|ext\\.hpp)")
foreach(name ${glm_files})
  file(READ ${MANNEQUIN_GLM_SOURCE}/${name} text)
  string(REGEX REPLACE "namespace[ \t]+glm" "namespace mannequin::glm" text "${text}")
  string(REPLACE "GLM_" "MANNEQUIN_GLM_" text "${text}")
  # A host's build should not warn about third-party code.
  string(PREPEND text "#ifdef __GNUC__\n#pragma GCC system_header\n#endif\n")
  set(before "")
  if(EXISTS ${own_glm}/${name})
    file(READ ${own_glm}/${name} before)
  endif()
  if(NOT text STREQUAL before)  # else everything would be recompiled
    file(WRITE ${own_glm}/${name} "${text}")
  endif()
endforeach()
include_directories(BEFORE SYSTEM ${own_glm})

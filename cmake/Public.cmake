# What hosts name, in the build tree as after installing: mannequin::core and the like, <mannequin/mannequin.h> and
# "engine/...".
if(MANNEQUIN_INSTALL)
  include(GNUInstallDirs)
  set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/mannequin)
  target_include_directories(mannequin_core INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> $<INSTALL_INTERFACE:${include_dir}>)
  target_include_directories(mannequin_c INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(mannequin_c_bind INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endif()
target_include_directories(mannequin_core INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
target_compile_features(mannequin_core PUBLIC cxx_std_20)
foreach(component core io bind gl vulkan c c_bind)
  if(TARGET mannequin_${component})
    set_target_properties(mannequin_${component} PROPERTIES EXPORT_NAME ${component})
    add_library(mannequin::${component} ALIAS mannequin_${component})
  endif()
endforeach()

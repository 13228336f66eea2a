# cmake --install: the libraries, the public headers, and the files for find_package and pkg-config. Anything
# without an explicit component belongs to the development component.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME dev)

# The headers that hosts may include; all others are private. tests/install compiles every listed header
# against the installed tree alone, so that none can include an unlisted one.
set(public_core
  core/aligned core/block_allocator core/cpu_target core/job_system core/log core/parallel core/result core/seeded_random core/severity core/uuid
  math/types
  skeleton/body_size skeleton/joint_offsets skeleton/offset_claims skeleton/pose skeleton/skeleton skeleton/solve
  appearance/appearance appearance/appearance_message appearance/character appearance/legacy_character appearance/random_shape
  appearance/shape appearance/shape_transition appearance/weights
  animation/clip animation/constraints animation/position_conflicts animation/motion_layer animation/player animation/sample
  mesh/attachment mesh/base_mesh mesh/bind_orientation mesh/bind_shape mesh/file_joint mesh/importer_profile mesh/mesh mesh/morph_mask mesh/normals mesh/retarget mesh/skin
  mesh/viewer_import
  rig/base_mesh rig/bone_frame rig/fit rig/point_tree rig/rig rig/rigged_mesh rig/strategy rig/weights
  skinning/agreement skinning/palette skinning/reference skinning/result_layout skinning/skinner
  skinning/cpu/cpu_skinner skinning/cpu/shared_mesh
  avatar/avatar avatar/avatar_batch avatar/batch_definition
  avatar/system_avatar avatar/system_morphs avatar/worn_rig
  bounds/box bounds/pick bounds/posed_bounds bounds/rigged_extents
  motion/aiming motion/control_avatar motion/eyes motion/hands motion/head motion/idle motion/motion_frame motion/parameter_weight motion/physics motion/viewer_motions
  motion/walk
  layers/layer_reach layers/layer_composer layers/layer_paint layers/layer_sets layers/layer_weights layers/texel_picture
  fit/cloth_strain fit/finding fit/importer_check fit/measured_mesh fit/slider_effect fit/slider_movement fit/slider_reach fit/sweep_plan fit/upload_check)
set(public_io
  io/anim_file io/anim_settings io/anim_upload io/bones_file io/bound_mesh io/builtin_mesh io/bvh_reader io/clip_file io/collada_writer io/companion io/definitions
  io/document_file io/document_path io/embedded
  io/file io/file_path io/gltf_writer io/image io/image_writer io/joint_parents io/layer_sets_file io/texel_picture_file io/llm io/lod io/mesh_asset io/mesh_asset_writer io/mesh_stream io/note io/obj_reader io/obj_writer io/outfit_file
  io/offsets_file io/pgm io/pose_file io/posed_json io/posed_mesh io/recorded_joints io/shape_file io/shape_writer io/sweep_plan_file
  io/mpfb/rig_file io/mpfb/vertex_groups io/mpfb/weights_file wear/bound_mesh wear/outfit)
set(public_bind fit/garment_depth fit/garment_sweep bind/bind bind/bind_sources bind/bones bind/carry bind/copy bind/cotangents bind/face bind/fault bind/fitted bind/groups bind/heat bind/posed_skin bind/rebase bind/rig_names bind/skin_table bind/smooth bind/source_trees bind/surface
  bind/surface_faults bind/surface_tree bind/voxel bind/voxel_grid bind/weight_edits bind/weight_table)
set(public_device skinning/device_limits skinning/device_skinner)
set(public_gl gpu/gl_context layers/gl/gl_layer_composer skinning/gl/gl_skinner)
set(public_vulkan gpu/vulkan_device gpu/vulkan_functions skinning/vulkan/vulkan_skinner)

set(public_headers ${public_core} ${public_io} ${public_bind})
set(components core io bind)
if(TARGET mannequin_gl)
  list(APPEND public_headers ${public_device} ${public_gl})
  list(APPEND components gl)
endif()
if(TARGET mannequin_vulkan)
  list(APPEND public_headers ${public_device} ${public_vulkan})
  list(APPEND components vulkan)
endif()
list(REMOVE_DUPLICATES public_headers)

list(TRANSFORM entry_headers PREPEND include/mannequin/)
include(cmake/Public.cmake)
if(NOT MANNEQUIN_INSTALL)
  return()
endif()

# Written at install time, from the current files.
set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/mannequin)
list(TRANSFORM public_headers PREPEND engine/ OUTPUT_VARIABLE headers)
list(TRANSFORM headers APPEND .h)
list(APPEND headers ${entry_headers})
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -D \"SOURCE=${PROJECT_SOURCE_DIR}\" -D \"OWN_GLM=${own_glm}\"
  -D \"TO=${host_headers}\" -D \"HEADERS=${headers}\" -P \"${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake\"
  COMMAND_ERROR_IS_FATAL ANY)" COMPONENT dev)
install(DIRECTORY ${host_headers}/mannequin/ DESTINATION ${include_dir})

# One file of targets per component, so that a host needs only the packages of the components it uses.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mannequin)
function(mannequin_install component)
  install(TARGETS ${ARGN} EXPORT mannequin-${component}-targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT mannequin-${component}-targets NAMESPACE mannequin:: DESTINATION ${package_dir})
endfunction()
mannequin_install(core mannequin_core)
mannequin_install(io mannequin_io)
mannequin_install(bind mannequin_bind)
if(TARGET mannequin_shaders)
  install(TARGETS mannequin_shaders EXPORT mannequin-shaders-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT mannequin-shaders-targets NAMESPACE mannequin:: DESTINATION ${package_dir})
endif()
if(TARGET mannequin_gl)
  mannequin_install(gl mannequin_gl mannequin_glad)
endif()
if(TARGET mannequin_vulkan)
  mannequin_install(vulkan mannequin_vulkan)
endif()
if(TARGET mannequin_c)
  list(APPEND components c)
  mannequin_install(c mannequin_c)
  list(APPEND components c_bind)
  mannequin_install(c_bind mannequin_c_bind)
endif()
if(BUILD_SHARED_LIBS AND MANNEQUIN_BUILTIN_MESHES)  # where the C library looks for it
  install(FILES ${body_file} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/mannequin COMPONENT body)
endif()

# Relative, so that the installed tree can be moved. The
# static C library also pulls in what the C++ ones need.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(pc_static_libs "")
if(NOT BUILD_SHARED_LIBS)
  foreach(backend gl glad vulkan shaders)
    if(TARGET mannequin_${backend})
      string(APPEND pc_static_libs " -lmannequin_${backend}")
    endif()
  endforeach()
  if(MANNEQUIN_LIBDEFLATE)
    set(pc_deflate " -ldeflate")
  endif()
  string(APPEND pc_static_libs
      " -lmannequin_io -lmannequin_core -lpugixml -lpng -ljpeg${pc_deflate} -lz -lfmt -lhwy -ltbb -lstdc++ -lm -pthread")
endif()
configure_file(cmake/mannequin.pc.in ${PROJECT_BINARY_DIR}/mannequin.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mannequin.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/mannequin-config.cmake.in ${PROJECT_BINARY_DIR}/mannequin-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mannequin-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mannequin-config.cmake ${PROJECT_BINARY_DIR}/mannequin-config-version.cmake
  DESTINATION ${package_dir})
if(TARGET mannequin)
  install(TARGETS mannequin RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
endif()
if(TARGET mannequin_preview)
  install(FILES tools/preview/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME guide.md COMPONENT tools)
  install(FILES tools/preview/texts/en.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/texts COMPONENT tools)
  # In the desktop's menu, and offered for the files that the window opens.
  install(FILES tools/preview/desktop/mannequin.desktop DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/applications
          COMPONENT tools)
  install(FILES tools/preview/desktop/mannequin.svg DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/icons/hicolor/scalable/apps
          COMPONENT tools)
  install(FILES tools/preview/desktop/mannequin.xml DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/mime/packages
          COMPONENT tools)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)  # Packages have these elsewhere

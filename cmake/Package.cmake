# cpack -G DEB: packages split as Debian does: the C library by its SONAME, the body that it reads, the
# development files, and the program. `cmake --install` installs the same, all at once.
set(package_version ${PROJECT_VERSION}-1)
set(package_maintainer "The Mannequin authors <maintainers@mannequin.invalid>")
set(package_runtime libmannequin-c${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(package_dev libmannequin-dev)
set(package_body mannequin-body)
set(package_tools mannequin)
set(CPACK_COMPONENTS_ALL dev tools)
if(BUILD_SHARED_LIBS)
  list(PREPEND CPACK_COMPONENTS_ALL runtime)
  if(MANNEQUIN_BUILTIN_MESHES)
    list(APPEND CPACK_COMPONENTS_ALL body)
  endif()
endif()

# --- documents that every package contains
set(papers ${PROJECT_BINARY_DIR}/package)
configure_file(LICENSE ${papers}/copyright COPYONLY)
# Includes the licences of libraries whose code is compiled in.
foreach(source libeigen3-dev libexpected-dev libglm-dev libhwy-dev nlohmann-json3-dev libcli11-dev libimgui-dev python3-glad)
  if(EXISTS /usr/share/doc/${source}/copyright)
    file(READ /usr/share/doc/${source}/copyright text)
    file(APPEND ${papers}/copyright "\n\nCode of Debian's ${source} is compiled in. Its terms:\n\n${text}")
  endif()
endforeach()
configure_file(CHANGELOG.md ${papers}/changelog COPYONLY)
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/changelog.Debian.in ${papers}/changelog.Debian @ONLY)
foreach(log changelog changelog.Debian)
  file(ARCHIVE_CREATE OUTPUT ${papers}/${log}.gz PATHS ${papers}/${log} FORMAT raw COMPRESSION GZip
       COMPRESSION_LEVEL 9)
endforeach()
foreach(component ${CPACK_COMPONENTS_ALL})
  install(FILES ${papers}/copyright ${papers}/changelog.gz ${papers}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package_${component}} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

# --- Debian's metadata
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mannequin)
set(CPACK_PACKAGE_CONTACT ${package_maintainer})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE mannequin)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
foreach(component runtime body dev tools)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_${component}})
endforeach()

set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "deforms Second Life avatars and their worn meshes - C library
An avatar's joints and skinned vertices from its sliders, worn meshes and
pose, as Second Life's viewer has them; on the CPU, in OpenGL or in Vulkan.
.
This package has the shared library for C and other languages.")
# For one of its functions, which says so where it is missing.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS ${package_body})
file(WRITE ${papers}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${papers}/triggers)
# The dependency that packages using the library get. Before 1.0 only a minor version may break them.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_BODY_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_BODY_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_BODY_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_BODY_DESCRIPTION "deforms Second Life avatars and their worn meshes - the built-in body
A rigged body for hosts of the C library that have none of their own:
mannequin_meshes_builtin_body() reads it.")

set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libglm-dev, libfmt-dev, libexpected-dev, libtbb-dev, libhwy-dev, libpugixml-dev, \
libembree-dev, libdeflate-dev, zlib1g-dev, libpng-dev, libjpeg62-turbo-dev")
if(BUILD_SHARED_LIBS)
  string(PREPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${package_runtime} (= ${package_version}), ")
endif()
if(TARGET mannequin_vulkan)
  set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS libvulkan-dev)
endif()
set(CPACK_DEBIAN_DEV_DESCRIPTION "deforms Second Life avatars and their worn meshes - development files
An avatar's joints and skinned vertices from its sliders, worn meshes and
pose, as Second Life's viewer has them; on the CPU, in OpenGL or in Vulkan.
.
This package has the headers, the static libraries for C++, and what CMake
and pkg-config read.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION graphics)
# Opened at run time, so dependency detection does not find it.
if(TARGET mannequin_preview)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "fonts-dejavu-core, libegl1, libgl1, libgl1-mesa-dri, xdg-desktop-portal | zenity | kdialog")
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "fonts-noto-cjk | fonts-droid-fallback")
elseif(TARGET mannequin_gl)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "libegl1, libgl1, libgl1-mesa-dri")
endif()
if(TARGET mannequin_vulkan)
  string(APPEND CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS ", libvulkan1, mesa-vulkan-drivers")
  string(REGEX REPLACE "^, " "" CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "${CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS}")
endif()
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "shows how worn meshes deform on Second Life avatars
A rigged mesh on an avatar under any sliders, joint offsets and poses, without
an upload: in a window, or by commands that skin, inspect, check and convert
meshes, shapes and animations.")
include(CPack)

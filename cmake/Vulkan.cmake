# mannequin_vulkan: the Vulkan backend. The loader is opened at run time, so only its headers are needed here.
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/engine/gpu/vulkan_*.cpp
     ${PROJECT_SOURCE_DIR}/engine/skinning/vulkan/*.cpp)
add_library(mannequin_vulkan STATIC ${sources})
mannequin_join_sources(mannequin_vulkan)
target_include_directories(mannequin_vulkan SYSTEM PUBLIC $<BUILD_INTERFACE:${Vulkan_INCLUDE_DIR}>)
target_link_libraries(mannequin_vulkan PUBLIC mannequin_core PRIVATE mannequin_shaders)

# mannequin_embed(<target> <accessor> <files...>)
# Compiles files into <target> and defines, in namespace mannequin,
#   std::span<const std::byte> <accessor>(std::string_view file_name);
# which gives an empty span for a name that is not there.
function(mannequin_embed target accessor)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}/${accessor}.cpp)
  set(objects "")
  set(table "")
  set(index 0)
  set(section ".section .rodata")
  set(after ".previous")
  set(hidden "__attribute__((visibility(\"hidden\"))) ")
  if(WIN32)
    set(section ".section .rdata,\\\"dr\\\"")
    set(after ".text")
    set(hidden "")  # nothing is shown that is not exported
  endif()
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE)
    get_filename_component(name ${file} NAME)
    set(symbol ${accessor}_${index})
    string(APPEND objects
      "asm(\"${section}\\n.balign 16\\n${symbol}_begin:\\n.incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n${after}\\n\");\n"
      "extern \"C\" ${hidden}const std::byte ${symbol}_begin[], ${symbol}_end[];\n")
    string(APPEND table "    {\"${name}\", {${symbol}_begin, ${symbol}_end}},\n")
    list(APPEND dependencies ${path})
    math(EXPR index "${index} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${source} CONTENT
"// Made by cmake/Embed.cmake.
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
${objects}
namespace mannequin {
std::span<const std::byte> ${accessor}(std::string_view file_name);
std::span<const std::byte> ${accessor}(std::string_view file_name) {
  static const std::pair<std::string_view, std::span<const std::byte>> kFiles[] = {
${table}  };
  for (const auto& [name, bytes] : kFiles)
    if (name == file_name) return bytes;
  return {};
}
}  // namespace mannequin
" @ONLY)
  # The assembler reads the files, so a change must rebuild the object; ccache cannot see them.
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${dependencies}" COMPILE_OPTIONS "-Wno-pedantic")
  target_sources(${target} PRIVATE ${source})
endfunction()

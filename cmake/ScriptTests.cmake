# Tests that are scripts: hosts built against the installed tree only, the
# record of the public API, the verdicts of check, Python and Blender.
# They do not test memory or threads, so sanitizer builds leave them out.

# A host that unloads the C library.
if(BUILD_SHARED_LIBS)
  mannequin_sources(sources tests/host/unload)
  add_executable(mannequin_unload_test ${sources})
  target_include_directories(mannequin_unload_test PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(mannequin_unload_test PRIVATE ${CMAKE_DL_LIBS})
  add_test(NAME host.unload COMMAND mannequin_unload_test $<TARGET_FILE:mannequin_c>)
endif()

# A host that has the project as a subproject.
add_test(NAME install.subproject COMMAND ${PROJECT_SOURCE_DIR}/tests/install/subproject.sh ${PROJECT_SOURCE_DIR}
         ${PROJECT_BINARY_DIR}/tests/subproject)
set_tests_properties(install.subproject PROPERTIES TIMEOUT 600)

# Hosts in C++, C and Python, built against the installed tree only.
add_test(NAME install.hosts COMMAND ${PROJECT_SOURCE_DIR}/tests/install/run.sh ${PROJECT_BINARY_DIR}
         ${PROJECT_BINARY_DIR}/tests/install $<IF:$<BOOL:${BUILD_SHARED_LIBS}>,shared,static>)
set_tests_properties(install.hosts PROPERTIES TIMEOUT 900)
add_test(NAME install.deb COMMAND ${PROJECT_SOURCE_DIR}/tests/install/deb.sh ${PROJECT_BINARY_DIR}
         ${PROJECT_BINARY_DIR}/tests/deb ${PROJECT_SOURCE_DIR})
set_tests_properties(install.deb PROPERTIES TIMEOUT 600 SKIP_REGULAR_EXPRESSION "^skipped:")

# The public API compared with its record, and whether each function is called somewhere.
find_program(PYTHON3 python3)
function(api_test name script)
  if(PYTHON3)
    add_test(NAME ${name} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/${script} ${ARGN})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: python3 is not installed")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
  endif()
endfunction()
api_test(api.record tools/api/record.py)
api_test(api.calls tools/api/calls.py)
api_test(api.scripts tests/tools/api_record_test.py)
api_test(docs.filter tests/tools/doxygen_filter_test.py)
api_test(docs.names tests/tools/doc_names_test.py)
api_test(docs.dependencies tests/tools/dependencies_test.py)
api_test(docs.findings tests/tools/finding_pages_test.py)
api_test(preview.texts tests/tools/texts_test.py)
if(TARGET mannequin_preview)
  api_test(preview.display tests/tools/display/display_test.py $<TARGET_FILE:mannequin>)
  set_tests_properties(preview.display PROPERTIES TIMEOUT 600)
endif()
if(hardened AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(hardened_files $<TARGET_FILE:mannequin>)
  if(BUILD_SHARED_LIBS)
    list(APPEND hardened_files $<TARGET_FILE:mannequin_c>)
  endif()
  if(TARGET mannequin_c_bind_shared)
    list(APPEND hardened_files $<TARGET_FILE:mannequin_c_bind_shared>)
  endif()
  api_test(build.hardening tests/tools/hardening_test.py ${hardened_files})
  set_tests_properties(build.hardening PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped:")
endif()
api_test(check.judge tests/tools/judge/judge_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
set_tests_properties(check.judge PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
api_test(gltf.rules tests/tools/validity/written_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
api_test(gltf.validator tests/tools/validity/written_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared --validator)
set_tests_properties(gltf.rules gltf.validator PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
api_test(check.conversions tests/tools/conversions_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
api_test(check.remedies tests/tools/remedies_test.py $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
set_tests_properties(check.remedies check.conversions PROPERTIES TIMEOUT 600)
if(BUILD_SHARED_LIBS)
  api_test(api.symbols tools/api/symbols.py $<TARGET_FILE:mannequin_c>)
endif()

# The Python module and Blender's add-on, run with the system's Python, which has Debian's numpy.
if(BUILD_SHARED_LIBS)
  api_test(python.layout tests/python/layout_test.py)
  find_program(SYSTEM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  foreach(part python/module python/agreement python/wheel blender/logic blender/headless blender/mending)
    string(REPLACE "/" "." name ${part})
    if(SYSTEM_PYTHON3)
      add_test(NAME ${name} COMMAND ${SYSTEM_PYTHON3} ${PROJECT_SOURCE_DIR}/tests/${part}_test.py
               $<TARGET_FILE:mannequin> ${PROJECT_SOURCE_DIR}/../shared)
      set_tests_properties(${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 ENVIRONMENT
        "PYTHONPATH=${PROJECT_SOURCE_DIR}/python;MANNEQUIN_LIBRARY_FOLDER=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1")
    else()
      add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: python3 is not installed")
      set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped:")
    endif()
  endforeach()
endif()

# The Windows program, where tools/windows.sh has built it.
if(BUILD_SHARED_LIBS)
  api_test(windows.commands tests/windows/commands_test.py ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/../shared
           ${PROJECT_BINARY_DIR}/tests/windows_commands)
  api_test(windows.launcher tests/windows/launcher_test.py ${PROJECT_BINARY_DIR}/tests/windows_launcher)
  set_tests_properties(windows.launcher PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 RESOURCE_LOCK wine)
  api_test(windows.installer tests/windows/installer_test.py)
  set_tests_properties(windows.installer PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 RESOURCE_LOCK wine)
  set_tests_properties(windows.commands PROPERTIES TIMEOUT 1200 SKIP_RETURN_CODE 77 RESOURCE_LOCK wine)
  if(TARGET mannequin_preview)
    api_test(windows.window tests/windows/window_test.py ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/tests/windows_window)
    set_tests_properties(windows.window PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 RESOURCE_LOCK wine)
  endif()
endif()

# The slowest tests: started first, so that the rest runs alongside.
set_tests_properties(install.hosts install.deb check.judge check.remedies preview.display PROPERTIES COST 100)

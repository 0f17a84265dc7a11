# SPDX-License-Identifier: GPL-3.0-or-later
# Tests: one function per kind, so that all read alike.

# Tests may look into every room: what they compile with.
add_library(nereid_tests INTERFACE)
target_include_directories(nereid_tests INTERFACE "${CMAKE_SOURCE_DIR}")
target_link_libraries(nereid_tests INTERFACE nereid_options)
# What is tested is optimised; what tests it is compiled sooner.
add_library(nereid_unoptimised INTERFACE)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(nereid_unoptimised INTERFACE -O0)
endif()

# Environment of every test program. COST, in seconds, is told for the longest: they begin first, so that no core waits at the end.
# Verdicts that runs keep for later ones stay in the build folder.
set(nereid_test_environment "NEREID_TEST=1;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/test-cache;ASAN_OPTIONS=protect_shadow_gap=0;LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.supp")

# Under a sanitizer the same work takes so many times as long at most.
set(nereid_test_slowness 1)
if(NEREID_SANITIZER)
  set(nereid_test_slowness 5)
endif()

# nereid_test(ROOM UNIT [TORCH] SOURCES ... LINK ...): a GoogleTest program, UNIT_test.cpp, with TORCH one that sees libtorch; its
# name in ctest is engine/ROOM/UNIT.
# UNIT may begin with the name of a room inside ROOM: judge/links.
function(nereid_test room unit)
  cmake_parse_arguments(arg "TORCH" "TIMEOUT;COST" "SOURCES;LINK;LABELS" ${ARGN})
  string(REPLACE "/" "_" target "test_${room}_${unit}")
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${unit}_test.cpp)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * ${nereid_test_slowness}")
  if(NOT arg_COST)
    set(arg_COST 0)
  endif()
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE nereid_tests nereid_unoptimised GTest::gtest GTest::gmock GTest::gtest_main)
  nereid_use(${target} ${arg_LINK})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  # A precompiled header of a library fits a program that is compiled like one.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  if(arg_TORCH)
    target_precompile_headers(${target} REUSE_FROM nereid_torch_test_headers)
  else()
    target_precompile_headers(${target} REUSE_FROM nereid_test_headers)
  endif()
  add_test(NAME engine/${room}/${unit} COMMAND ${target})
  set_tests_properties(engine/${room}/${unit} PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_COST} LABELS "${arg_LABELS}"
    ENVIRONMENT "${nereid_test_environment}")
endfunction()

# nereid_qt_test(LAYER ROOM/UNIT SOURCES ... LINK ...): ROOM/tst_UNIT.cpp as a Qt Test program on the offscreen platform; LAYER is
# widgets or app. Its name in ctest is LAYER/ROOM/UNIT, or LAYER/ROOM where both are the same; without a room LAYER/UNIT.
function(nereid_qt_test layer path)
  cmake_parse_arguments(arg "" "TIMEOUT;COST" "SOURCES;LINK" ${ARGN})
  get_filename_component(unit "${path}" NAME)
  get_filename_component(room "${path}" DIRECTORY)
  set(target tst_${layer}_${unit})
  set(name ${layer}/${path})
  if(room STREQUAL unit)
    set(name ${layer}/${room})
  endif()
  if(NOT arg_SOURCES)
    set(arg_SOURCES tst_${unit}.cpp)
  endif()
  if(room)
    list(TRANSFORM arg_SOURCES PREPEND "${room}/")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  math(EXPR arg_TIMEOUT "${arg_TIMEOUT} * ${nereid_test_slowness}")
  if(NOT arg_COST)
    set(arg_COST 0)
  endif()
  add_executable(${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${target} PRIVATE nereid_tests nereid_unoptimised Qt6::Test)
  nereid_use(${target} ${arg_LINK})
  if(arg_LINK MATCHES "nereid_widget_samples|nereid_app_fixture")
    target_precompile_headers(${target} REUSE_FROM ${CMAKE_MATCH_0})
    # Empty, as the test includes its own; and reading a precompiled header takes a second.
    set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp"
      PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_COST}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;QTEST_FUNCTION_TIMEOUT=900000;${nereid_test_environment}")
endfunction()

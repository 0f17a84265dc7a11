# SPDX-License-Identifier: GPL-3.0-or-later
# One function per kind of target, so that every room reads alike.

# nereid_room(NAME SOURCES a.cpp ... LINK targets ...): one room of the engine as the static library nereid_NAME.
function(nereid_room name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(nereid_${name} STATIC ${arg_SOURCES})
  target_link_libraries(nereid_${name} PUBLIC nereid_options ${arg_LINK})
endfunction()

# Environment of every test program.
set(nereid_test_environment "NEREID_TEST=1;LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/lsan.supp")

# nereid_test(ROOM UNIT SOURCES ... LINK ...): a GoogleTest program, UNIT_test.cpp; its name in ctest is engine/ROOM/UNIT.
# UNIT may begin with the name of a room inside ROOM: judge/links.
function(nereid_test room unit)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  string(REPLACE "/" "_" target "test_${room}_${unit}")
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${unit}_test.cpp)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE nereid_options GTest::gtest GTest::gmock GTest::gtest_main ${arg_LINK})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME engine/${room}/${unit} COMMAND ${target})
  set_tests_properties(engine/${room}/${unit} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}"
    ENVIRONMENT "${nereid_test_environment}")
endfunction()

# nereid_qt_test(LAYER UNIT SOURCES ... LINK ...): a Qt Test program on the offscreen platform; LAYER is widgets or app.
function(nereid_qt_test layer unit)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LINK" ${ARGN})
  set(target tst_${layer}_${unit})
  if(NOT arg_SOURCES)
    set(arg_SOURCES tst_${unit}.cpp)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${target} ${arg_SOURCES})
  set_target_properties(${target} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
  target_link_libraries(${target} PRIVATE nereid_options Qt6::Test ${arg_LINK})
  add_test(NAME ${layer}/${unit} COMMAND ${target})
  set_tests_properties(${layer}/${unit} PROPERTIES TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;${nereid_test_environment}")
endfunction()

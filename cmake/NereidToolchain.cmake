# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler, warnings, linker, ccache, sanitizers and the packages that every room may use.
find_program(NEREID_CCACHE ccache)
if(NEREID_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers need these two; both are safe here because no source uses __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" ${NEREID_CCACHE})
endif()

# Not mold: Debian 12's (1.10) lets the read-only part start a page too early in one program of 256 that has a
# thread-local of alignment 1, and the loader then refuses the program.
find_program(NEREID_LLD ld.lld)
if(NEREID_LLD)
  add_link_options(-fuse-ld=lld)
endif()

add_library(nereid_options INTERFACE)
target_compile_options(nereid_options INTERFACE -Wall -Wextra -Werror -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  # False alarms inside inlined standard and fmt headers with g++ 13 at -O2.
  target_compile_options(nereid_options INTERFACE -Wno-array-bounds -Wno-stringop-overflow -Wno-dangling-reference)
endif()
target_compile_definitions(nereid_options INTERFACE QT_NO_KEYWORDS QT_NO_CAST_FROM_ASCII QT_NO_FOREACH)
if(NEREID_SANITIZER)
  # GCC's sanitizers make it warn of members of std::regex that are set; see its bug 105562.
  target_compile_options(nereid_options INTERFACE -fsanitize=${NEREID_SANITIZER} -fno-omit-frame-pointer -g -Wno-maybe-uninitialized)
  target_link_options(nereid_options INTERFACE -fsanitize=${NEREID_SANITIZER})
  if(NEREID_SANITIZER STREQUAL "address")
    target_compile_options(nereid_options INTERFACE -fsanitize=undefined -fno-sanitize-recover=undefined)
    target_link_options(nereid_options INTERFACE -fsanitize=undefined)
  endif()
endif()
if(NEREID_FUZZ)
  set(fuzz_options -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=function,vptr -fno-sanitize-recover=undefined)
  target_compile_options(nereid_options INTERFACE ${fuzz_options} -fno-omit-frame-pointer)
  target_link_options(nereid_options INTERFACE ${fuzz_options})
endif()

find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
if(NOT NEREID_WHEEL)
  find_package(CLI11 REQUIRED)
endif()
if(NEREID_TESTS)
  find_package(GTest REQUIRED)
endif()
if(NEREID_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets PrintSupport Test LinguistTools)
  find_package(QCustomPlotQt6 REQUIRED)
  find_library(NEREID_QSCINTILLA_LIB qscintilla2_qt6 REQUIRED)
  find_path(NEREID_QSCINTILLA_INCLUDE Qsci/qsciscintilla.h PATH_SUFFIXES qt6 x86_64-linux-gnu/qt6 REQUIRED)
  add_library(QScintilla::QScintilla INTERFACE IMPORTED)
  target_include_directories(QScintilla::QScintilla SYSTEM INTERFACE "${NEREID_QSCINTILLA_INCLUDE}")
  target_link_libraries(QScintilla::QScintilla INTERFACE "${NEREID_QSCINTILLA_LIB}" Qt6::Widgets Qt6::PrintSupport)
endif()

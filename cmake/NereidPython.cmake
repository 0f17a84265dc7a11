# SPDX-License-Identifier: GPL-3.0-or-later
# The interpreter that is embedded and that the Python package is built for, pybind11's headers, and the name of the
# environment of the pins.
if(NEREID_WHEEL)
  # pip's build environment: its interpreter, and pybind11 as pyproject.toml asks for it.
  find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
  execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import pybind11; print(pybind11.get_include())"
    OUTPUT_VARIABLE NEREID_PYBIND_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
else()
  if(NOT EXISTS "${NEREID_VENV}/bin/python")
    message(FATAL_ERROR "No virtual environment at ${NEREID_VENV}: run ./start, or pass -DNEREID_VENV=DIR")
  endif()
  set(Python3_EXECUTABLE "${NEREID_VENV}/bin/python")
  set(Python3_FIND_VIRTUALENV ONLY)
  find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter Development.Embed)
endif()
# Name of the environment of these pins, as packaging/bootstrap.sh computes it.
file(STRINGS "${CMAKE_SOURCE_DIR}/packaging/requirements.txt" nereid_pins REGEX "^[^#]")
list(JOIN nereid_pins "\n" nereid_pins)
string(SHA256 nereid_pins_hash "${nereid_pins}\nPython ${Python3_VERSION}\n")
string(SUBSTRING "${nereid_pins_hash}" 0 12 nereid_pins_hash)
set(NEREID_ENVIRONMENT "venv-${nereid_pins_hash}")
set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${CMAKE_SOURCE_DIR}/packaging/requirements.txt")

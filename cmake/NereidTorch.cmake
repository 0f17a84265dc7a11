# SPDX-License-Identifier: GPL-3.0-or-later
# libtorch from the PyPI wheel as one imported target, so that no CUDA toolkit is needed to build.
# TorchConfig.cmake is not used: it wants an installed toolkit and copies our C++20 to CUDA.
execute_process(
  COMMAND "${Python3_EXECUTABLE}" -c
          "import importlib.util as u, pathlib; t=pathlib.Path(u.find_spec('torch').origin).parent; print(t); print(t.parent)"
  OUTPUT_VARIABLE nereid_paths OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" nereid_paths "${nereid_paths}")
list(GET nereid_paths 0 NEREID_TORCH_DIR)
list(GET nereid_paths 1 NEREID_SITE_PACKAGES)

add_library(nereid_libtorch INTERFACE)
target_include_directories(nereid_libtorch SYSTEM INTERFACE
  "${NEREID_TORCH_DIR}/include" "${NEREID_TORCH_DIR}/include/torch/csrc/api/include")
target_link_directories(nereid_libtorch INTERFACE "${NEREID_TORCH_DIR}/lib")
# A package finds libtorch at run time, in the environment of its user (engine/module/module_loader.cpp).
if(NOT NEREID_PACKAGE)
  target_link_options(nereid_libtorch INTERFACE "LINKER:-rpath,${NEREID_TORCH_DIR}/lib")
endif()
target_link_libraries(nereid_libtorch INTERFACE torch_cpu c10)
# Without it at::parallel_for, a template in torch's headers, is compiled to run on one thread. The runtime is torch's own copy. In
# rooms alone: tests share precompiled headers that know nothing of it.
target_compile_options(nereid_libtorch INTERFACE $<$<BOOL:$<TARGET_PROPERTY:NEREID_ROOM>>:-fopenmp>)
target_link_libraries(nereid_libtorch INTERFACE gomp)
foreach(nereid_cuda_dir "${NEREID_SITE_PACKAGES}/nvidia/cu13/include" /usr/local/cuda/include)
  if(EXISTS "${nereid_cuda_dir}/cuda_runtime_api.h" AND NOT NEREID_CUDA_INCLUDE)
    set(NEREID_CUDA_INCLUDE "${nereid_cuda_dir}")
  endif()
endforeach()
if(EXISTS "${NEREID_TORCH_DIR}/lib/libtorch_cuda.so" AND NEREID_CUDA_INCLUDE)
  # --no-as-needed: torch_cuda registers its kernels by static initialisers, nothing refers to it by name.
  target_link_options(nereid_libtorch INTERFACE "LINKER:--no-as-needed")
  target_link_libraries(nereid_libtorch INTERFACE torch torch_cuda c10_cuda)
  target_include_directories(nereid_libtorch SYSTEM INTERFACE "${NEREID_CUDA_INCLUDE}")
  target_compile_definitions(nereid_libtorch INTERFACE NEREID_HAS_TORCH_CUDA=1)
endif()
# torch carries its own, newer fmt headers, which come first where torch is included: they must not need a library.
target_compile_definitions(nereid_libtorch INTERFACE FMT_HEADER_ONLY=1)

# pybind11's headers come with torch and must precede any older system copy.
set(NEREID_PYBIND_INCLUDE "${NEREID_TORCH_DIR}/include")
add_library(nereid_embed INTERFACE)
target_include_directories(nereid_embed SYSTEM INTERFACE "${NEREID_PYBIND_INCLUDE}")
target_link_libraries(nereid_embed INTERFACE Python3::Python)

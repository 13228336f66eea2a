// For sources with vector kernels only: which of Highway's targets are compiled, and how to pick one of them
// by CpuTarget. Highway's own dispatch uses a process-wide setting; ours is an argument, so that
// two skinners in one process can differ.
//
// A kernel source includes this header first, defines HWY_TARGET_INCLUDE as its own path, includes
// <hwy/foreach_target.h> and <hwy/highway.h>, and puts its kernels into HWY_BEFORE_NAMESPACE(); namespace
// mannequin { namespace HWY_NAMESPACE { ... }}. Under #if HWY_ONCE, MANNEQUIN_AT_TARGET(target, name) is
// mannequin::N_...::name.
#pragma once

// Targets between SSE4 and AVX-512 differ too little to be worth compiling. ARM targets beyond NEON have
// vectors of variable size, which cannot be stored in arrays.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_BROKEN_EMU128 1  // the fallback is one lane at a time, on any compiler
#if !defined(__x86_64__) && !defined(__aarch64__) && !defined(__wasm_simd128__) && \
    !defined(HWY_COMPILE_ONLY_SCALAR)
#define HWY_COMPILE_ONLY_SCALAR
#endif
// Every ARM64 has NEON, and a WebAssembly module has vectors or not, so Highway would leave out the scalar
// kernels, which serve as the reference.
#if (defined(__aarch64__) || defined(__wasm_simd128__)) && !defined(HWY_COMPILE_ONLY_SCALAR) && \
    !defined(HWY_COMPILE_ALL_ATTAINABLE)
#define HWY_COMPILE_ALL_ATTAINABLE
#endif

#include <hwy/targets.h>

#include "engine/core/cpu_target.h"

#if HWY_TARGETS & HWY_AVX3
#define MANNEQUIN_AT_AVX512(function) N_AVX3::function
#else
#define MANNEQUIN_AT_AVX512(function) N_SCALAR::function
#endif
#if HWY_TARGETS & HWY_AVX2
#define MANNEQUIN_AT_AVX2(function) N_AVX2::function
#else
#define MANNEQUIN_AT_AVX2(function) N_SCALAR::function
#endif
#if HWY_TARGETS & HWY_SSE4
#define MANNEQUIN_AT_SSE4(function) N_SSE4::function
#else
#define MANNEQUIN_AT_SSE4(function) N_SCALAR::function
#endif

#if HWY_TARGETS & HWY_NEON
#define MANNEQUIN_AT_NEON(function) N_NEON::function
#else
#define MANNEQUIN_AT_NEON(function) N_SCALAR::function
#endif

#if HWY_TARGETS & HWY_WASM
#define MANNEQUIN_AT_WASM(function) N_WASM::function
#else
#define MANNEQUIN_AT_WASM(function) N_SCALAR::function
#endif

// `function` is an object or function with the same type at every target.
#define MANNEQUIN_AT_TARGET(target, function)                                 \
  ((target) == ::mannequin::CpuTarget::avx512 ? MANNEQUIN_AT_AVX512(function) \
   : (target) == ::mannequin::CpuTarget::avx2 ? MANNEQUIN_AT_AVX2(function)   \
   : (target) == ::mannequin::CpuTarget::sse4 ? MANNEQUIN_AT_SSE4(function)   \
   : (target) == ::mannequin::CpuTarget::neon ? MANNEQUIN_AT_NEON(function)   \
   : (target) == ::mannequin::CpuTarget::wasm ? MANNEQUIN_AT_WASM(function)   \
                                              : N_SCALAR::function)

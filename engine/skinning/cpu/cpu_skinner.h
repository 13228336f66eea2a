// Skinning on the CPU: vector kernels over joint blocks, distributed over threads.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "engine/core/cpu_target.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

// Streaming stores bypass the caches: twice as fast if the results would not stay in cache anyway,
// slower if they would.
enum class CpuStores { automatic, cached, streaming };

// How a CPU skinner works.
struct CpuSkinnerOptions {
  std::optional<CpuTarget> target;  // default: the best available
  unsigned threads = 0;             // at most; 0: all hardware threads, also the maximum
  VertexFormat format = VertexFormat::full;
  CpuStores stores =
      CpuStores::automatic;     // automatic: streaming if one call writes more than the caches hold
  bool unit_directions = true;  // see ResultOptions
};

// Where the results of a mesh are: instance i begins at data + i * layout.instance_bytes(). Valid until the
// mesh is removed or skinned with more instances. remap: by vertex of the mesh, see ResultLayout.
struct CpuResults {
  const std::byte* data = nullptr;
  ResultLayout layout;
  std::uint32_t instances = 0;
  std::span<const std::uint32_t> remap;
};

// A CpuSkinner belongs to one thread at a time, but any number can work concurrently, each with its own
// threads. device() names the target and the threads.
class CpuSkinner : public Skinner {
 public:
  // Fails (no_device) if the target is not compiled in or not supported by this processor.
  static Result<std::unique_ptr<CpuSkinner>> create(const CpuSkinnerOptions& options = {});

  // For drawing without a copy. Fails (bad_argument) for an unknown mesh.
  virtual Result<CpuResults> results(MeshId mesh) const = 0;
};

}  // namespace mannequin

// OGRE's software skinning, used where the GPU does not skin. Only with libogre-1.12-dev.
#pragma once

#include <memory>
#include <span>

#include "bench/peers/peer_mesh.h"

namespace mannequin::bench {

// Owns the mesh in the form that suits OGRE best (aligned, position and normal interleaved), its result and
// palette.
class OgreSkin {
 public:
  explicit OgreSkin(const PeerMesh& mesh);
  ~OgreSkin();

  void skin();

  // Position, normal: 6 floats per vertex. Empty before skin().
  const float* result() const;

 private:
  struct Buffers;
  std::unique_ptr<Buffers> buffers_;
};

}  // namespace mannequin::bench

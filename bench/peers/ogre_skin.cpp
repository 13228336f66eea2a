#include "bench/peers/ogre_skin.h"

// The library's headers trigger our warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#include <OgreMatrix4.h>
#include <OgreOptimisedUtil.h>
#pragma GCC diagnostic pop

#include <cstdlib>

namespace mannequin::bench {
namespace {

constexpr std::size_t kAlignment = 64;  // OGRE requires 16

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

template <typename T>
std::unique_ptr<T[], Free> aligned_array(std::size_t count) {
  const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  return std::unique_ptr<T[], Free>(static_cast<T*>(std::aligned_alloc(kAlignment, bytes)));
}

constexpr std::size_t kFloats = 6;  // position and normal

}  // namespace

struct OgreSkin::Buffers {
  std::size_t count = 0;
  std::unique_ptr<float[], Free> source, result, weights;
  std::unique_ptr<unsigned char[], Free> joints;
  std::unique_ptr<Ogre::Affine3[], Free> matrices;
  std::vector<const Ogre::Affine3*> palette;
};

OgreSkin::OgreSkin(const PeerMesh& mesh) : buffers_(std::make_unique<Buffers>()) {
  Buffers& b = *buffers_;
  b.count = mesh.vertices.size();
  b.source = aligned_array<float>(b.count * kFloats);
  b.result = aligned_array<float>(b.count * kFloats);
  b.weights = aligned_array<float>(b.count * 4);
  b.joints = aligned_array<unsigned char>(b.count * 4);
  for (std::size_t v = 0; v < b.count; ++v) {
    const PeerVertex& vertex = mesh.vertices[v];
    for (int i = 0; i < 3; ++i) {
      b.source[v * kFloats + static_cast<std::size_t>(i)] = vertex.position[i];
      b.source[v * kFloats + 3 + static_cast<std::size_t>(i)] = vertex.normal[i];
    }
    for (std::size_t k = 0; k < 4; ++k) {
      b.weights[v * 4 + k] = vertex.weights[k];
      b.joints[v * 4 + k] = vertex.joints[k];
    }
  }
  b.matrices = aligned_array<Ogre::Affine3>(mesh.palette.size());
  for (std::size_t slot = 0; slot < mesh.palette.size(); ++slot) {
    auto* matrix = new (&b.matrices[slot]) Ogre::Affine3(Ogre::Affine3::IDENTITY);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        (*matrix)[static_cast<std::size_t>(row)][column] =
            static_cast<float>(mesh.palette[slot][column][row]);
    b.palette.push_back(matrix);
  }
}

OgreSkin::~OgreSkin() = default;

void OgreSkin::skin() {
  Buffers& b = *buffers_;
  constexpr std::size_t stride = kFloats * sizeof(float);
  Ogre::OptimisedUtil::getImplementation()->softwareVertexSkinning(
      b.source.get(), b.result.get(), b.source.get() + 3, b.result.get() + 3, b.weights.get(), b.joints.get(),
      b.palette.data(), stride, stride, stride, stride, 4 * sizeof(float), 4, 4, b.count);
}

const float* OgreSkin::result() const { return buffers_->result.get(); }

}  // namespace mannequin::bench

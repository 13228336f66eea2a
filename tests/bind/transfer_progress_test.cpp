#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "engine/bind/bind.h"
#include "engine/bind/copy.h"
#include "engine/bind/heat.h"
#include "engine/io/builtin_mesh.h"
#include "engine/mesh/retarget.h"
#include "tests/oracle/oracle_case.h"
#include "tools/document/file_binding.h"

namespace mannequin::test {
namespace {

// The built-in dress, part of which hangs free, and the body, in two shapes.
struct Dressed {
  document::WeightSources sources;
  Surface dress;

  Dressed() {
    const Character& c = character(CharacterSource::builtin);
    EXPECT_TRUE(document::add_builtin_body(Sex::female, c, kStrictImporter, sources));
    BoundMeshDesc mesh = io::read_builtin_mesh("dress", Sex::female).value().meshes[0];
    retarget(mesh.skin, c.skeleton, kStrictImporter);
    dress = make_surface(mesh.mesh, mesh.skin.bind_shape, Welding::border).surface;
  }
};

bool same(const WeightTable& a, const WeightTable& b) {
  return a.groups == b.groups && std::ranges::equal(a.vertices, b.vertices, [](const auto& x, const auto& y) {
           return std::ranges::equal(x, y, [](const GroupWeight& p, const GroupWeight& q) {
             return p.group == q.group && p.weight == q.weight;
           });
         });
}

TEST(TransferProgress, IsEvenAndChangesNothing) {
  const Dressed dressed;
  const SourceTrees trees(dressed.sources.meshes);
  std::vector<double> parts;
  std::atomic<int> inside = 0;
  TransferOptions options;
  options.progress = [&](double part) {
    EXPECT_EQ(inside++, 0);  // one call at a time
    parts.push_back(part);
    --inside;
    return true;
  };
  const auto watched = transfer_weights(dressed.dress, trees, options),
             alone = transfer_weights(dressed.dress, trees);
  ASSERT_TRUE(watched && alone);
  EXPECT_TRUE(same(watched->weights, alone->weights));
  ASSERT_FALSE(parts.empty());
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  parts.insert(parts.begin(), 0.0);
  parts.push_back(1.0);
  // Rounds that are not needed are skipped.
  for (std::size_t i = 1; i < parts.size(); ++i) EXPECT_LE(parts[i] - parts[i - 1], 0.2) << parts[i];
}

TEST(TransferProgress, EveryStageCanBeCancelled) {
  const Dressed dressed;
  const SourceTrees trees(dressed.sources.meshes);
  for (const double at : {0.0, 0.2, 0.4, 0.5, 0.62, 0.7, 0.8, 0.86}) {
    int after = 0;
    TransferOptions options;
    options.progress = [&, cancelled = false](double part) mutable {
      if (cancelled) ++after;
      cancelled = cancelled || part >= at;
      return !cancelled;
    };
    const auto made = transfer_weights(dressed.dress, trees, options);
    EXPECT_FALSE(made) << at;
    EXPECT_EQ(after, 0) << at;
  }
}

TEST(TransferProgress, OfABindingEndsWithAll) {
  const Dressed dressed;
  const BindSources sources(dressed.sources.meshes);
  const BindInput input{&dressed.dress, nullptr, {}, &sources, {}};
  BindOptions options;
  std::optional<double> last;
  options.progress = [&](double part) {
    EXPECT_GE(part, last.value_or(0.0));
    last = part;
    return true;
  };
  ASSERT_TRUE(bind_weights(input, options));
  EXPECT_EQ(last, 1.0);
}

}  // namespace
}  // namespace mannequin::test

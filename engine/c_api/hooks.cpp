#include "engine/c_api/handles.h"
#include "engine/core/block_allocator.h"
#include "engine/core/job_system.h"

using namespace mannequin;
using namespace mannequin::c_api;

mannequin_status mannequin_set_job_system(const mannequin_job_system* given) {
  return guarded([&]() -> mannequin_status {
    if (!given) {
      set_job_system(nullptr);
      return MANNEQUIN_OK;
    }
    const auto jobs = read_struct(given, "jobs");
    if (!jobs) return MANNEQUIN_BAD_ARGUMENT;
    if (!jobs->run) return null_argument("run");
    const JobSystem system{jobs->run, jobs->user, jobs->threads};
    set_job_system(&system);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_set_allocator(const mannequin_allocator* given) {
  return guarded([&]() -> mannequin_status {
    const auto allocator = given ? read_struct(given, "allocator") : std::nullopt;
    if (given && !allocator) return MANNEQUIN_BAD_ARGUMENT;
    const BlockAllocator blocks =
        given ? BlockAllocator{allocator->allocate, allocator->release, allocator->user} : BlockAllocator{};
    const Status set = set_block_allocator(given ? &blocks : nullptr);
    return set ? MANNEQUIN_OK : report(set.error());
  });
}

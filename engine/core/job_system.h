// A host's own threads in place of ours: skinners, crowds and weights run their ranges on them.
#pragma once

#include <cstddef>

namespace mannequin {

// What the host's pool has to do. `run` calls work(context, 0) to work(context, count - 1), in any order and
// concurrently, the caller's thread included, and returns when all are done; what they wrote is visible then.
// It may be called by several threads at once, and from inside a piece of work. `work` throws nothing.
struct JobSystem {
  void (*run)(void* user, std::size_t count, void (*work)(void* context, std::size_t index), void* context);
  void* user = nullptr;  // passed through
  unsigned threads = 1;  // how many work at most, the caller's included
};

// Skinners and crowds that are made from now on work on the host's threads; no thread of ours is started for
// them. Those made before keep what they have. null: our own threads again; what works on the host's goes on
// with one thread. Not while another thread is inside the library.
void set_job_system(const JobSystem* system);

}  // namespace mannequin

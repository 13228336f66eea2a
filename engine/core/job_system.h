// A host's thread pool in place of ours: skinners, crowds, weights and the reader of large .dae files run
// their ranges on it.
#pragma once

#include <cstddef>

namespace mannequin {

// The interface of the host's pool. `run` calls work(context, 0) to work(context, count - 1), in any order
// and concurrently, including on the caller's thread, and returns when all are done and their writes are
// visible. Several threads may call it at once, also from inside a piece of work. `work` throws nothing.
struct JobSystem {
  void (*run)(void* user, std::size_t count, void (*work)(void* context, std::size_t index), void* context);
  void* user = nullptr;  // passed through
  unsigned threads = 1;  // upper limit of concurrent work, including the caller's
};

// Skinners and crowds created from now on run on the host's threads and start none of ours. Existing ones
// keep their threads. null: our own threads again; whatever runs on the host's continues with one thread. Not
// while another thread is inside the library.
void set_job_system(const JobSystem* system);

}  // namespace mannequin

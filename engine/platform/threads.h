// Locks and thread ids that also work without threads: with MANNEQUIN_ONE_THREAD, as in a web page, whose C++
// library has neither, nothing is locked.
#pragma once

#if !defined(MANNEQUIN_ONE_THREAD)
#include <mutex>
#include <shared_mutex>
#include <thread>
#endif

namespace mannequin {

#if defined(MANNEQUIN_ONE_THREAD)

struct Mutex {};
struct SharedMutex {};
using ThreadId = int;
inline ThreadId this_thread() { return 0; }

// Held until the end of its scope.
struct Lock {
  explicit Lock(Mutex&) {}
  explicit Lock(SharedMutex&) {}
  ~Lock() {}
};
struct ReadLock {
  explicit ReadLock(SharedMutex&) {}
  ~ReadLock() {}
};

#else

using Mutex = std::mutex;
using SharedMutex = std::shared_mutex;
using ThreadId = std::thread::id;
inline ThreadId this_thread() { return std::this_thread::get_id(); }

// Held until the end of its scope.
template <typename M>
struct Lock : std::unique_lock<M> {
  using std::unique_lock<M>::unique_lock;
};
template <typename M>
Lock(M&) -> Lock<M>;
using ReadLock = std::shared_lock<SharedMutex>;

#endif

}  // namespace mannequin

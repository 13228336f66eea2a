#include <benchmark/benchmark.h>

#include <memory>
#include <string_view>

#include "bench/machine.h"

namespace {

// Forwards everything to another reporter, with names of cases as scripts expect them: the library inserts
// the clock into the middle of a name.
class PlainNames final : public benchmark::BenchmarkReporter {
 public:
  explicit PlainNames(std::unique_ptr<benchmark::BenchmarkReporter> inner) : inner_(std::move(inner)) {}

  bool ReportContext(const Context& context) override {
    inner_->SetOutputStream(&GetOutputStream());
    inner_->SetErrorStream(&GetErrorStream());
    return inner_->ReportContext(context);
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    std::vector<Run> plain = runs;
    for (Run& run : plain) {
      run.run_name.time_type.clear();
      run.run_name.repetitions.clear();
    }
    inner_->ReportRuns(plain);
  }
  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<benchmark::BenchmarkReporter> inner_;
};

}  // namespace

int main(int argc, char** argv) {
  // The library accepts a reporter for the file only if there
  // is a file. It is always JSON, which report.py reads.
  bool to_file = false;
  for (int i = 1; i < argc; ++i) to_file |= std::string_view(argv[i]).starts_with("--benchmark_out=");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  mannequin::bench::describe_machine();
  PlainNames display{
      std::unique_ptr<benchmark::BenchmarkReporter>(benchmark::CreateDefaultDisplayReporter())};
  PlainNames file{std::make_unique<benchmark::JSONReporter>()};
  benchmark::RunSpecifiedBenchmarks(&display, to_file ? &file : nullptr);
  benchmark::Shutdown();
}

// PageRank from C++: the graph and the ranks stay in the context's memory from step to step; one number per step comes back.
//
//   windrow build --library examples/cpp/pagerank.fut -o pagerank
//   cc -c pagerank.c
//   c++ -std=c++17 -I. examples/cpp/pagerank.cpp pagerank.o -L target/release -lwindrow -Wl,-rpath,target/release -o pagerank
#include "pagerank.h"

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// A context, and errors as exceptions.
class Context {
 public:
  Context() : config_(futhark_context_config_new()), context_(futhark_context_new(config_.get())) { check(0); }

  futhark_context *get() const { return context_.get(); }

  // Throws what went wrong, if something did.
  void check(int code) const {
    char *text = futhark_context_get_error(get());
    const std::string error = text != nullptr ? text : "";
    std::free(text);
    if (code != 0 || !error.empty()) throw std::runtime_error(error);
  }

 private:
  struct Free {
    void operator()(futhark_context_config *config) const { futhark_context_config_free(config); }
    void operator()(futhark_context *context) const { futhark_context_free(context); }
  };
  std::unique_ptr<futhark_context_config, Free> config_;
  std::unique_ptr<futhark_context, Free> context_;
};

// An array that is freed with its owner.
template <typename T, int (*free_array)(futhark_context *, T *)>
class Owned {
 public:
  Owned(const Context &context, T *array) : context_(&context), array_(array) {
    if (array == nullptr) context.check(1);
  }
  Owned(Owned &&other) noexcept : context_(other.context_), array_(std::exchange(other.array_, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(array_, other.array_);
    return *this;
  }
  ~Owned() {
    if (array_ != nullptr) free_array(context_->get(), array_);
  }
  T *get() const { return array_; }

 private:
  const Context *context_;
  T *array_;
};

using Ranks = Owned<futhark_f64_1d, futhark_free_f64_1d>;
using Counts = Owned<futhark_i64_1d, futhark_free_i64_1d>;
using Links = Owned<futhark_i64_2d_ragged, futhark_free_i64_2d_ragged>;

int main() try {
  // Page i links to the pages in row i.
  const std::vector<std::vector<int64_t>> links = {{1, 2}, {2}, {0}, {0, 2}, {}, {2, 3, 4}};
  const auto pages = static_cast<int64_t>(links.size());

  std::vector<std::vector<int64_t>> linked_from(links.size());
  std::vector<int64_t> counts;
  for (std::size_t page = 0; page < links.size(); page++) {
    counts.push_back(static_cast<int64_t>(links[page].size()));
    for (const int64_t to : links[page]) linked_from[static_cast<std::size_t>(to)].push_back(static_cast<int64_t>(page));
  }
  std::vector<int64_t> sources, offsets = {0};
  for (const auto &row : linked_from) {
    sources.insert(sources.end(), row.begin(), row.end());
    offsets.push_back(static_cast<int64_t>(sources.size()));
  }

  const Context context;
  futhark_context *ctx = context.get();
  const Links graph(context, futhark_new_i64_2d_ragged(ctx, sources.data(), offsets.data(), pages));
  const Counts out(context, futhark_new_i64_1d(ctx, counts.data(), pages));

  futhark_f64_1d *first = nullptr;
  context.check(futhark_entry_start(ctx, &first, pages));
  Ranks ranks(context, first);
  int steps = 0;
  for (double change = 1; change > 1e-9; steps++) {
    futhark_f64_1d *next = nullptr;
    context.check(futhark_entry_step(ctx, &next, graph.get(), out.get(), 0.85, ranks.get()));
    Ranks stepped(context, next);
    context.check(futhark_entry_change(ctx, &change, ranks.get(), stepped.get()));
    ranks = std::move(stepped);
  }

  std::vector<double> found(links.size());
  context.check(futhark_values_f64_1d(ctx, ranks.get(), found.data()));
  context.check(futhark_context_sync(ctx));
  std::cout << steps << " steps\n" << std::fixed << std::setprecision(4);
  for (std::size_t page = 0; page < found.size(); page++) std::cout << "page " << page << ": " << found[page] << "\n";
  return 0;
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}

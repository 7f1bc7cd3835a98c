// A client as C++ is written today: owners that free what they hold, exceptions, containers.
#include "mandelbrot.h"

#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

namespace {

class Context {
 public:
  Context() : config_(futhark_context_config_new(), futhark_context_config_free) {
    futhark_context_config_set_num_threads(config_.get(), 2);
    context_.reset(futhark_context_new(config_.get()));
    check(0);
  }
  void check(int code) const {
    const std::unique_ptr<char, void (*)(void *)> error(futhark_context_get_error(get()), std::free);
    if (code != 0 || error) {
      throw std::runtime_error(error ? error.get() : "no text");
    }
  }
  futhark_context *get() const { return context_.get(); }

 private:
  std::unique_ptr<futhark_context_config, decltype(&futhark_context_config_free)> config_;
  std::unique_ptr<futhark_context, decltype(&futhark_context_free)> context_{nullptr, futhark_context_free};
};

// Frees a value by the function for its type.
template <typename T, int (*Free)(futhark_context *, T *)>
class Value {
 public:
  explicit Value(const Context &context) : context_(&context) {}
  Value(Value &&other) noexcept : context_(other.context_), value_(std::exchange(other.value_, nullptr)) {}
  Value(const Value &) = delete;
  Value &operator=(const Value &) = delete;
  Value &operator=(Value &&) = delete;
  ~Value() {
    if (value_ != nullptr) {
      Free(context_->get(), value_);
    }
  }
  T **out() { return &value_; }
  const T *get() const { return value_; }

 private:
  const Context *context_;
  T *value_ = nullptr;
};

using View = Value<futhark_opaque_view, futhark_free_opaque_view>;
using Centre = Value<futhark_opaque_tup2_f32_f32, futhark_free_opaque_tup2_f32_f32>;
using Counts = Value<futhark_i32_2d, futhark_free_i32_2d>;
using Pixels = Value<futhark_u8_3d, futhark_free_u8_3d>;

View view(const Context &context, float x, float y, float zoom) {
  Centre centre(context);
  View made(context);
  context.check(futhark_new_opaque_tup2_f32_f32(context.get(), centre.out(), x, y));
  context.check(futhark_new_opaque_view(context.get(), made.out(), centre.get(), zoom));
  return made;
}

}  // namespace

int main() {
  const Context context;
  const View whole = view(context, -0.5f, 0, 0.25f);
  Counts counts(context);
  context.check(futhark_entry_escapes(context.get(), counts.out(), 30, 40, 50, whole.get()));
  const auto *shape = futhark_shape_i32_2d(context.get(), counts.get());
  CHECK(shape[0] == 30 && shape[1] == 40);
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(shape[0] * shape[1]));
  context.check(futhark_values_i32_2d(context.get(), counts.get(), numbers.data()));
  // The same loop here.
  long wanted = 0;
  for (int i = 0; i < 30; i++) {
    for (int j = 0; j < 40; j++) {
      const float cx = -0.5f + (static_cast<float>(j) / 40 - 0.5f) / 0.25f, cy = 0 + (static_cast<float>(i) / 30 - 0.5f) / 0.25f;
      float x = 0, y = 0;
      int n = 0;
      while (x * x + y * y < 4 && n < 50) {
        const float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
      }
      wanted += n;
    }
  }
  const long found = std::accumulate(numbers.begin(), numbers.end(), 0L);
  // Points on the border may differ where the compilers contract products.
  CHECK(found > wanted - 50 && found < wanted + 50 && found > 1200);
  Pixels pixels(context);
  context.check(futhark_entry_colours(context.get(), pixels.out(), 50, counts.get()));
  CHECK(futhark_shape_u8_3d(context.get(), pixels.get())[2] == 3);
  std::vector<std::uint8_t> bytes(numbers.size() * 3);
  context.check(futhark_values_u8_3d(context.get(), pixels.get(), bytes.data()));
  for (std::size_t i = 0; i < numbers.size(); i++) {
    CHECK(bytes[3 * i] == 255 * numbers[i] / 50 && bytes[3 * i + 2] == 255 - bytes[3 * i]);
  }
  bool thrown = false;
  try {
    Counts none(context);
    context.check(futhark_entry_escapes(context.get(), none.out(), -1, 40, 50, whole.get()));
  } catch (const std::runtime_error &error) {
    thrown = std::string(error.what()).find("-1") != std::string::npos;
  }
  CHECK(thrown);
  return 0;
}

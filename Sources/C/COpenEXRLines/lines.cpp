#include "COpenEXRLines.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>

#include <cstdint>
#include <cstring>
#include <new>

namespace {

/* The bytes of a file in memory; zeros behind their end, which is remembered. It throws nothing: this program may have
 * another C++ runtime than the library. */
class Bytes : public Imf::IStream {
 public:
  Bytes(const char *start, uint64_t length) : IStream("memory"), start(start), length(length) {}

  bool read(char target[], int count) override {
    const uint64_t left = position < length ? length - position : 0;
    const uint64_t wanted = count > 0 ? uint64_t(count) : 0;
    const uint64_t found = wanted < left ? wanted : left;
    if (found > 0) memcpy(target, start + position, found);
    if (found < wanted) memset(target + found, 0, wanted - found);
    is_short = is_short || found < wanted;
    position += found;
    return position < length;
  }

  uint64_t tellg() override { return position; }
  void seekg(uint64_t place) override { position = place; }

  bool is_short = false;

 private:
  const char *start;
  uint64_t length;
  uint64_t position = 0;
};

}  // namespace

int cel_read(
    const void *bytes, size_t length, int part, int left, size_t width, int first_line, int last_line,
    const struct OpenEXRChannel *channels, size_t count) {
  try {
    Bytes stream(static_cast<const char *>(bytes), length);
    Imf::MultiPartInputFile file(stream, 0);
    Imf::InputPart input(file, part);
    const size_t step = 4 * sizeof(float), row = width * step;
    Imf::FrameBuffer target;
    for (size_t index = 0; index < count; index++) {
      char *origin = reinterpret_cast<char *>(channels[index].pixels) - left * ptrdiff_t(step) -
                     first_line * ptrdiff_t(row);
      target.insert(channels[index].name, Imf::Slice(Imf::FLOAT, origin, step, row));
    }
    input.setFrameBuffer(target);
    input.readPixels(first_line, last_line);
    return stream.is_short ? 1 : 0;
  } catch (const std::bad_alloc &) {
    return 2;
  } catch (...) {
    return 1;
  }
}

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputFile.h>
#include <OpenEXR/ImfOutputFile.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "CVipsSamples.h"
}

namespace {

class Source : public Imf::IStream {
 public:
  Source(const char *start, size_t length) : IStream("sample"), start(start), length(length) {}
  bool read(char target[], int count) override {
    const size_t found = std::min(size_t(count), length - std::min(position, length));
    memcpy(target, start + position, found);
    position += found;
    return position < length;
  }
  uint64_t tellg() override { return position; }
  void seekg(uint64_t place) override { position = place; }

 private:
  const char *start;
  size_t length, position = 0;
};

class Target : public Imf::OStream {
 public:
  Target() : OStream("sample") {}
  void write(const char bytes[], int count) override {
    if (position + size_t(count) > content.size()) content.resize(position + size_t(count));
    content.replace(position, size_t(count), bytes, size_t(count));
    position += size_t(count);
  }
  uint64_t tellp() override { return position; }
  void seekp(uint64_t place) override { position = place; }
  std::string content;

 private:
  size_t position = 0;
};

}  // namespace

int samples_pack_exr(const void *bytes, size_t count, int is_tall, void **file, size_t *length) {
  try {
    Source source(static_cast<const char *>(bytes), count);
    Imf::InputFile input(source, 0);
    Imf::Header header = input.header();
    header.compression() = is_tall ? Imf::DWAB_COMPRESSION : Imf::DWAA_COMPRESSION;
    const Imath::Box2i area = header.dataWindow();
    const size_t width = size_t(area.max.x - area.min.x + 1);
    const size_t height = size_t(area.max.y - area.min.y + 1);
    Imf::FrameBuffer frame;
    std::vector<std::string> names;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
      names.push_back(channel.name());
      channel.channel().type = Imf::HALF;
    }
    std::vector<std::vector<uint16_t>> halves;
    for (size_t index = 0; index < names.size(); index++) {
      halves.emplace_back(width * height);
      char *origin = reinterpret_cast<char *>(halves[index].data()) -
                     (area.min.y * ptrdiff_t(width) + area.min.x) * 2;
      frame.insert(names[index], Imf::Slice(Imf::HALF, origin, 2, width * 2));
    }
    input.setFrameBuffer(frame);
    input.readPixels(area.min.y, area.max.y);
    Target target;
    {
      Imf::OutputFile output(target, header, 0);
      output.setFrameBuffer(frame);
      output.writePixels(int(height));
    }
    *file = malloc(target.content.size());
    memcpy(*file, target.content.data(), target.content.size());
    *length = target.content.size();
    return 0;
  } catch (...) {
    return 1;
  }
}

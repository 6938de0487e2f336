#include "COpenEXR.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfChromaticities.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfTestFile.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledInputPart.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace {

/* The bytes of a file in memory. */
class Bytes : public Imf::IStream {
 public:
  Bytes(const void *start, uint64_t length)
      : IStream("memory"), start(static_cast<const char *>(start)), length(length) {}

  bool read(char target[], int count) override {
    if (count < 0 || uint64_t(count) > length - std::min(position, length)) {
      is_short = true;
      readMemoryMapped(count);  // Throws in the library, which may have another C++ runtime than this program.
    }
    memcpy(target, start + position, count);
    position += count;
    return position < length;
  }

  uint64_t tellg() override { return position; }
  void seekg(uint64_t place) override { position = place; }

  bool is_short = false;

 private:
  const char *start;
  uint64_t length, position = 0;
};

/* By compression (OpenEXR File Layout, "Scan Line Blocks"). */
const unsigned lines_in_chunk[Imf::NUM_COMPRESSION_METHODS] = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256};

/* Converts light to sRGB primaries (SMPTE RP 177, with Bradford adaptation of the white point). */
Imath::M44f to_standard(const Imf::Header &header) {
  if (!Imf::hasChromaticities(header)) return {};
  try {
    const Imath::M44f bradford(
        0.8951f, -0.7502f, 0.0389f, 0, 0.2664f, 1.7135f, -0.0685f, 0, -0.1614f, 0.0367f, 1.0296f, 0, 0, 0, 0, 1);
    const Imf::Chromaticities standard;
    const Imath::M44f cones = Imf::RGBtoXYZ(Imf::chromaticities(header), 1) * bradford;
    const Imath::V3f white(1);
    Imath::M44f scale, matrix;
    scale.setScale(white * (Imf::RGBtoXYZ(standard, 1) * bradford) / (white * cones));
    matrix = cones * scale * bradford.inverse() * Imf::XYZtoRGB(standard, 1);
    const float *values = matrix.getValue();
    if (std::all_of(values, values + 16, [](float value) { return value > -1e6f && value < 1e6f; })) return matrix;
  } catch (...) {
  }
  return {};
}

OpenEXRColor color(const float *values) { return {values[0], values[1], values[2]}; }
OpenEXRWindow window(const Imath::Box2i &box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

}  // namespace

struct OpenEXRFile {
  OpenEXRFile(const void *start, size_t length) : bytes(start, length) {}

  Bytes bytes;
  std::optional<Imf::MultiPartInputFile> file;

  int number = 0;
  OpenEXRPart part = {};
  bool is_tiled = false;
  /* Channel names are the layer, with its dot, and a letter. */
  std::string layer, colors;

  /* No exception reaches Swift. */
  template <class Code>
  OpenEXRStatus attempt(Code code) {
    bytes.is_short = false;
    try {
      return code();
    } catch (const std::exception &error) {
      // Of an exception in a task, the library throws the text.
      if (strstr(error.what(), "bad_alloc")) return OpenEXROutOfMemory;
    } catch (...) {
    }
    return bytes.is_short ? OpenEXRTruncated : OpenEXRDamaged;
  }

  /* Finds R, G and B, or Y, without a layer, otherwise in the first layer that has them. */
  OpenEXRStatus choose(const Imf::ChannelList &channels) {
    std::vector<std::string> layers = {""};
    part.bytes_per_pixel = 0;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
      const std::string name = channel.name();
      layers.push_back(name.substr(0, name.rfind('.') + 1));
      part.bytes_per_pixel += channel.channel().type == Imf::HALF ? 2 : 4;
    }
    for (const std::string &prefix : layers) {
      for (const std::string letters : {"RGB", "Y"}) {
        const auto find = [&](char letter) { return channels.findChannel(prefix + letter); };
        if (!std::all_of(letters.begin(), letters.end(), find)) continue;
        layer = prefix;
        colors = letters;
        for (char letter : letters + "A") {
          const Imf::Channel *channel = find(letter);
          if (channel && (channel->xSampling != 1 || channel->ySampling != 1)) return OpenEXRSubsampled;
        }
        return OpenEXRDone;
      }
    }
    return OpenEXRWithoutColors;
  }

  OpenEXRStatus select(int wanted, OpenEXRPart *found) {
    const Imf::Header &header = file->header(wanted);
    number = wanted;
    is_tiled = header.type() == Imf::TILEDIMAGE;
    if (!is_tiled && header.type() != Imf::SCANLINEIMAGE) return OpenEXRDeep;
    part.display = window(header.displayWindow());
    part.data = window(header.dataWindow());
    part.chunk_width = is_tiled ? header.tileDescription().xSize : part.data.right - part.data.left + 1;
    part.chunk_height = is_tiled ? header.tileDescription().ySize : lines_in_chunk[header.compression()];
    const OpenEXRStatus status = choose(header.channels());
    const Imath::M44f matrix = to_standard(header);
    part.red = colors == "Y" ? OpenEXRColor(1) : color(matrix[0]);
    part.green = color(matrix[1]);
    part.blue = color(matrix[2]);
    *found = part;
    return status;
  }

  OpenEXRStatus read(int column, int row, float *pixels) {
    const ptrdiff_t step = 4 * sizeof(float), stride = step * (part.data.right - part.data.left + 1);
    const int64_t top = part.data.top + int64_t(row) * part.chunk_height;
    char *origin = reinterpret_cast<char *>(pixels) - part.data.left * step - top * stride;
    Imf::FrameBuffer target;
    const auto insert = [&](char letter, size_t place) {
      target.insert(
          layer + letter, Imf::Slice(Imf::FLOAT, origin + place * sizeof(float), step, stride, 1, 1, 1));
    };
    for (size_t place = 0; place < colors.size(); place++) insert(colors[place], place);
    insert('A', 3);
    if (is_tiled) {
      Imf::TiledInputPart input(*file, number);
      input.setFrameBuffer(target);
      input.readTile(column, row);
    } else {
      Imf::InputPart input(*file, number);
      input.setFrameBuffer(target);
      input.readPixels(top, std::min<int64_t>(top + part.chunk_height - 1, part.data.bottom));
    }
    return OpenEXRDone;
  }
};

OpenEXRFile *coe_open(const void *bytes, size_t length) { return new (std::nothrow) OpenEXRFile(bytes, length); }

void coe_close(OpenEXRFile *file) { delete file; }

OpenEXRStatus coe_read_headers(OpenEXRFile *file, int *part_count) {
  const OpenEXRStatus status = file->attempt([&] {
    *part_count = file->file.emplace(file->bytes, 0).parts();
    return OpenEXRDone;
  });
  const bool is_deep = Imf::isDeepOpenExrFile(file->bytes) && !Imf::isMultiPartOpenExrFile(file->bytes);
  return status == OpenEXRTruncated && is_deep ? OpenEXRDeep : status;
}

OpenEXRStatus coe_select(OpenEXRFile *file, int number, OpenEXRPart *part) {
  return file->attempt([&] { return file->select(number, part); });
}

OpenEXRStatus coe_read_chunk(OpenEXRFile *file, int column, int row, float *pixels) {
  return file->attempt([&] { return file->read(column, row, pixels); });
}

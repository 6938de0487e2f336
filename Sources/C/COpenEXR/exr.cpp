#include "COpenEXR.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputPart.h>
#include <OpenEXR/ImfMultiPartInputFile.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfTiledInputPart.h>
#include <OpenEXR/ImfVersion.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

/* The bytes of a file in memory; zeros after their end, which is recorded. It throws nothing: this program may have
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

  /* A little-endian number. */
  uint32_t number() {
    unsigned char bytes[4];
    read(reinterpret_cast<char *>(bytes), 4);
    return bytes[0] | uint32_t(bytes[1]) << 8 | uint32_t(bytes[2]) << 16 | uint32_t(bytes[3]) << 24;
  }

  /* Skips a text and its NUL; returns its length. */
  uint64_t text() {
    const void *end = position < length ? memchr(start + position, 0, length - position) : nullptr;
    is_short = is_short || !end;
    const uint64_t size = end ? static_cast<const char *>(end) - start - position : 0;
    position += end ? size + 1 : 0;
    return size;
  }

  /* Skips the attributes of a header (OpenEXR File Layout, "Header"); false if they exceed the file, which the library
   * would allocate memory for. */
  bool header() {
    while (text() > 0) {
      text();
      const uint32_t size = number();
      if (is_short || size > length - position) is_short = true;
      if (is_short) return false;
      position += size;
    }
    return !is_short;
  }

  bool is_short = false;

 private:
  const char *start;
  uint64_t length;
  uint64_t position = 0;
};

template <typename Body>
cexr_status guarded(const Bytes &stream, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return CEXR_OUT_OF_MEMORY;
  } catch (...) {
    return stream.is_short ? CEXR_TRUNCATED : CEXR_DAMAGED;
  }
}

int lines_per_chunk(Imf::Compression compression) {
  switch (compression) {
    case Imf::ZIP_COMPRESSION:
    case Imf::PXR24_COMPRESSION: return 16;
    case Imf::PIZ_COMPRESSION:
    case Imf::B44_COMPRESSION:
    case Imf::B44A_COMPRESSION:
    case Imf::DWAA_COMPRESSION: return 32;
    case Imf::DWAB_COMPRESSION: return 256;
    default: return 1;
  }
}

void copy(const Imath::Box2i &window, int *sides) {
  sides[0] = window.min.x;
  sides[1] = window.min.y;
  sides[2] = window.max.x;
  sides[3] = window.max.y;
}

/* The names of the colors, and of alpha if it is there: R, G and B, or Y, without a layer, otherwise in the first layer
 * that has them. */
std::vector<std::string> colors(const Imf::ChannelList &channels) {
  std::vector<std::string> layers = {""};
  for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
    const std::string name = channel.name();
    const size_t dot = name.rfind('.');
    if (dot != std::string::npos) layers.push_back(name.substr(0, dot + 1));
  }
  for (const std::string &layer : layers) {
    const auto has = [&](const char *name) { return channels.findChannel(layer + name) != nullptr; };
    std::vector<std::string> names;
    if (has("R") && has("G") && has("B")) {
      names = {layer + "R", layer + "G", layer + "B"};
    } else if (has("Y")) {
      names = {layer + "Y"};
    }
    if (!names.empty() && has("A")) names.push_back(layer + "A");
    if (!names.empty()) return names;
  }
  return {};
}

/* From light of given primaries to that of sRGB (SMPTE RP 177), adapted to its white (Bradford); false for sRGB and for
 * invalid ones. */
bool find_primaries(const Imf::Chromaticities &own, float *rows) {
  const Imf::Chromaticities standard;
  const Imath::V2f given[] = {own.red, own.green, own.blue, own.white};
  const Imath::V2f usual[] = {standard.red, standard.green, standard.blue, standard.white};
  bool is_other = false;
  for (int index = 0; index < 4; index++) {
    const Imath::V2f color = given[index];
    if (!std::isfinite(color.x) || !std::isfinite(color.y) || std::abs(color.y) <= 0.0001f) return false;
    is_other = is_other || !color.equalWithAbsError(usual[index], 0.001f);
  }
  if (!is_other) return false;
  const Imath::M44f bradford(
      0.8951f, -0.7502f, 0.0389f, 0, 0.2664f, 1.7135f, -0.0685f, 0, -0.1614f, 0.0367f, 1.0296f, 0, 0, 0, 0, 1);
  const auto light = [](const Imath::V2f &white) {
    return Imath::V3f(white.x / white.y, 1, (1 - white.x - white.y) / white.y);
  };
  const Imath::V3f cones = light(standard.white) * bradford / (light(own.white) * bradford);
  Imath::M44f adapted;
  adapted.setScale(cones);
  const Imath::M44f matrix =
      Imf::RGBtoXYZ(own, 1) * bradford * adapted * bradford.inverse() * Imf::XYZtoRGB(standard, 1);
  for (int index = 0; index < 9; index++) {
    rows[index] = matrix[index / 3][index % 3];
    if (!std::isfinite(rows[index])) return false;
  }
  return true;
}

}  // namespace

struct cexr_file {
  cexr_file(const void *bytes, size_t length) : stream(static_cast<const char *>(bytes), length) {}

  Bytes stream;
  int version = 0;
  std::vector<Imf::Header> headers;

  std::vector<std::string> names;
  int left = 0, top = 0, bottom = 0;
  int chunk_width = 0, chunk_height = 0;
  std::unique_ptr<Imf::MultiPartInputFile> input;
  std::unique_ptr<Imf::InputPart> lines;
  std::unique_ptr<Imf::TiledInputPart> tiles;

  bool is_tiled(const Imf::Header &header) const {
    return Imf::isMultiPart(version) ? header.type() == Imf::TILEDIMAGE : Imf::isTiled(version);
  }
};

cexr_status cexr_open(
    const void *bytes, size_t length, cexr_file **file, size_t *behind, size_t *part_count) {
  *file = new (std::nothrow) cexr_file(bytes, length);
  if (!*file) return CEXR_OUT_OF_MEMORY;
  Bytes &stream = (*file)->stream;
  return guarded(stream, [&] {
    stream.number();
    const int version = (*file)->version = int(stream.number());
    std::vector<Imf::Header> &headers = (*file)->headers;
    while (true) {
      const uint64_t start = stream.tellg();
      if (Imf::isMultiPart(version) && !headers.empty() && stream.text() == 0) break;
      stream.seekg(start);
      if (!stream.header()) return CEXR_TRUNCATED;
      const uint64_t end = stream.tellg();
      stream.seekg(start);
      headers.emplace_back();
      int flags = version;
      headers.back().readFrom(stream, flags);
      stream.seekg(end);
      if (!Imf::isMultiPart(version)) break;
    }
    if (stream.is_short) return CEXR_TRUNCATED;
    *behind = length - size_t(stream.tellg());
    *part_count = headers.size();
    return CEXR_DONE;
  });
}

void cexr_close(cexr_file *file) {
  delete file;
}

cexr_status cexr_describe(cexr_file *file, size_t index, cexr_part *part) {
  return guarded(file->stream, [&] {
    const Imf::Header &header = file->headers[index];
    if (header.hasType() ? Imf::isDeepData(header.type()) : Imf::isNonImage(file->version)) return CEXR_DEEP;
    const Imf::ChannelList &channels = header.channels();
    const std::vector<std::string> names = colors(channels);
    if (names.empty()) return CEXR_COLORLESS;
    part->pixel_bytes = 0;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
      part->pixel_bytes += channel.channel().type == Imf::HALF ? 2 : 4;
    }
    for (const std::string &name : names) {
      const Imf::Channel &channel = channels[name];
      if (channel.xSampling != 1 || channel.ySampling != 1) return CEXR_SUBSAMPLED;
    }
    copy(header.displayWindow(), part->display);
    copy(header.dataWindow(), part->data);
    part->is_tiled = file->is_tiled(header);
    part->chunk_width = part->is_tiled ? header.tileDescription().xSize : 0;
    part->chunk_height =
        part->is_tiled ? header.tileDescription().ySize : size_t(lines_per_chunk(header.compression()));
    part->is_gray = names.size() < 3;
    part->has_primaries =
        Imf::hasChromaticities(header) && find_primaries(Imf::chromaticities(header), part->to_standard);
    return CEXR_DONE;
  });
}

cexr_status cexr_start(cexr_file *file, size_t index) {
  return guarded(file->stream, [&] {
    const Imf::Header &header = file->headers[index];
    const Imath::Box2i data = header.dataWindow();
    file->names = colors(header.channels());
    file->left = data.min.x;
    file->top = data.min.y;
    file->bottom = data.max.y;
    file->stream.seekg(0);
    file->input = std::make_unique<Imf::MultiPartInputFile>(file->stream, 0);
    if (file->is_tiled(header)) {
      file->chunk_width = int(header.tileDescription().xSize);
      file->chunk_height = int(header.tileDescription().ySize);
      file->tiles = std::make_unique<Imf::TiledInputPart>(*file->input, int(index));
    } else {
      file->chunk_height = lines_per_chunk(header.compression());
      file->lines = std::make_unique<Imf::InputPart>(*file->input, int(index));
    }
    return CEXR_DONE;
  });
}

cexr_status cexr_read(cexr_file *file, int column, int band, float *pixels, size_t stride) {
  file->stream.is_short = false;
  return guarded(file->stream, [&] {
    const int first = file->top + band * file->chunk_height;
    const size_t step = 4 * sizeof(float), row = stride * step;
    char *origin = reinterpret_cast<char *>(pixels) -
                   (file->left + ptrdiff_t(column) * file->chunk_width) * ptrdiff_t(step) -
                   first * ptrdiff_t(row);
    Imf::FrameBuffer target;
    const std::vector<std::string> &names = file->names;
    const bool has_alpha = names.size() % 2 == 0;
    for (size_t index = 0; index < names.size() - has_alpha; index++) {
      target.insert(names[index], Imf::Slice(Imf::FLOAT, origin + index * sizeof(float), step, row));
    }
    /* A channel that the file lacks is filled with the last number. */
    target.insert(
        has_alpha ? names.back() : "no alpha",
        Imf::Slice(Imf::FLOAT, origin + 3 * sizeof(float), step, row, 1, 1, 1));
    if (file->tiles) {
      file->tiles->setFrameBuffer(target);
      file->tiles->readTile(column, band);
    } else {
      file->lines->setFrameBuffer(target);
      file->lines->readPixels(first, std::min(first + file->chunk_height - 1, file->bottom));
    }
    return file->stream.is_short ? CEXR_TRUNCATED : CEXR_DONE;
  });
}

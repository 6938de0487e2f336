package import CSpng
internal import CZlib
internal import Glibc
package import Imaging

/// A PNG for tests, written by libspng in any form of PNG.
package struct SamplePNG {
  package var size: PixelSize
  package var depth: UInt8 = 8
  package var kind = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
  package var isInterlaced = false
  /// Red, green, blue of each entry of the palette.
  package var palette: [RGB] = []
  /// The alpha of the first entries of the palette.
  package var paletteAlpha: [UInt8] = []
  /// The grey that is transparent.
  package var transparentGray: UInt16?
  /// The rows as PNG packs them, except that 16-bit samples have the order of this machine.
  package var bytes: [UInt8]

  /// Takes the rows and what they mean.
  package init(
    size: PixelSize, depth: UInt8 = 8, kind: spng_color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA,
    isInterlaced: Bool = false, palette: [RGB] = [], paletteAlpha: [UInt8] = [],
    transparentGray: UInt16? = nil, bytes: [UInt8]
  ) {
    self.size = size
    self.depth = depth
    self.kind = kind
    self.isInterlaced = isInterlaced
    self.palette = palette
    self.paletteAlpha = paletteAlpha
    self.transparentGray = transparentGray
    self.bytes = bytes
  }

  /// Encodes an opaque or transparent bitmap whose colours are not multiplied by alpha.
  package static func encode(_ bitmap: Bitmap, isInterlaced: Bool = false) -> [UInt8] {
    SamplePNG(size: bitmap.size, isInterlaced: isInterlaced, bytes: bitmap.bytes).encoded()
  }

  /// The file; empty if libspng refuses.
  package func encoded() -> [UInt8] {
    let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue))
    defer { spng_ctx_free(context) }
    var header = spng_ihdr(
      width: UInt32(size.width), height: UInt32(size.height), bit_depth: depth,
      color_type: UInt8(kind.rawValue), compression_method: 0, filter_method: 0,
      interlace_method: isInterlaced ? 1 : 0)
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1)
    spng_set_ihdr(context, &header)
    setColors(context)
    let status = spng_encode_image(
      context, bytes, bytes.count, Int32(SPNG_FMT_PNG.rawValue),
      Int32(SPNG_ENCODE_FINALIZE.rawValue))
    var length = 0
    var failure: Int32 = 0
    guard status == 0, let file = spng_get_png_buffer(context, &length, &failure) else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }

  private func setColors(_ context: OpaquePointer?) {
    if !palette.isEmpty {
      var entries = spng_plte()
      entries.n_entries = UInt32(palette.count)
      withUnsafeMutableBytes(of: &entries.entries) { raw in
        for (index, color) in palette.enumerated() {
          raw.storeBytes(
            of: spng_plte_entry(red: color.red, green: color.green, blue: color.blue, alpha: 255),
            toByteOffset: index * 4, as: spng_plte_entry.self)
        }
      }
      spng_set_plte(context, &entries)
    }
    guard !paletteAlpha.isEmpty || transparentGray != nil else { return }
    var transparency = spng_trns()
    transparency.gray = transparentGray ?? 0
    transparency.n_type3_entries = UInt32(paletteAlpha.count)
    withUnsafeMutableBytes(of: &transparency.type3_alpha) { $0.copyBytes(from: paletteAlpha) }
    spng_set_trns(context, &transparency)
  }

  /// A chunk with a checksum that may be wrong: it is not verified here.
  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (24 - $0 * 8)) } + Array(type.utf8) + data
      + [0, 0, 0, 0]
  }

  /// Compresses data as in a chunk.
  package static func deflated(_ data: [UInt8], level: Int32 = 9) -> [UInt8] {
    var count = compressBound(UInt(data.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    compress2(&packed, &count, data, UInt(data.count), level)
    return Array(packed.prefix(Int(count)))
  }

  /// Overwrites the size in the header.
  package static func claim(_ size: PixelSize, in png: [UInt8]) -> [UInt8] {
    var png = png
    for (start, side) in [(16, size.width), (20, size.height)] {
      for index in 0..<4 {
        png[start + index] = UInt8(truncatingIfNeeded: side >> (24 - index * 8))
      }
    }
    return png
  }
}

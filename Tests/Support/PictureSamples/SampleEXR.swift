internal import CVipsSamples
internal import Glibc
package import Imaging

/// An OpenEXR that OpenEXRCore encodes for tests.
package struct SampleEXR {
  /// The type of a sample.
  package enum Kind: Int, CaseIterable, Sendable {
    case whole, half, single
  }

  /// The compression of chunks; OpenEXRCore 3.1.5 writes no DWA.
  package enum Compression: Int, CaseIterable, Sendable {
    case none, rle, zips, zip, piz, pxr24, b44, b44a

    /// Whether samples of `half` are preserved.
    package var isLossless: Bool { rawValue < Self.b44.rawValue }
  }

  /// The window of the stored pixels.
  package var data: PixelRect
  /// The window to be displayed.
  package var display: PixelRect
  package var kind = Kind.half
  package var compression = Compression.zip
  /// The size of tiles in pixels; nil for lines.
  package var tile: PixelSize?
  /// Whether pixels have any number of samples; such a file has a header alone.
  package var isDeep = false
  /// Whether a part of depth precedes the image.
  package var hasDepthPart = false
  /// Red, green, blue and white, each as two numbers; empty for no such attribute.
  package var chromaticities: [Float] = []
  /// The channels by their names of one letter; those of `r` and `b` have every other sample of every
  /// other line.
  package var channels: [Character: [Float]]

  /// Takes the samples of channels.
  package init(_ size: PixelSize, _ channels: [Character: [Float]]) {
    data = PixelRect(size)
    display = data
    self.channels = channels
  }

  /// Takes a bitmap, not multiplied by alpha, as the light that it shows.
  package init(_ bitmap: Bitmap, hasAlpha: Bool = false) {
    let light = (0...255).map { byte in
      let sample = Float(byte) / 255
      return sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }
    func samples(_ make: (ArraySlice<UInt8>) -> Float) -> [Float] {
      stride(from: 0, to: bitmap.bytes.count, by: 4).map { make(bitmap.bytes[$0..<$0 + 4]) }
    }
    var channels: [Character: [Float]] = [:]
    for (channel, name) in zip(0..., "RGB") {
      channels[name] = samples { pixel in
        let alpha = hasAlpha ? Float(pixel[pixel.startIndex + 3]) / 255 : 1
        return light[Int(pixel[pixel.startIndex + channel])] * alpha
      }
    }
    if hasAlpha { channels["A"] = samples { Float($0[$0.startIndex + 3]) / 255 } }
    self.init(bitmap.size, channels)
  }

  /// Writes the file; empty if OpenEXRCore refuses.
  package func encoded() -> [UInt8] {
    let names = channels.keys.sorted()
    let samples = names.flatMap { channels[$0]?.flatMap(bytes) ?? [] }
    var file: UnsafeMutableRawPointer?
    var length = 0
    let status = String(names).withCString { names in
      chromaticities.withUnsafeBufferPointer { colors in
        var picture = samples_exr()
        picture.data = Self.numbers(data)
        picture.display = Self.numbers(display)
        picture.type = Int32(kind.rawValue)
        picture.compression = Int32(compression.rawValue)
        picture.tile_width = Int32(tile?.width ?? 0)
        picture.tile_height = Int32(tile?.height ?? 0)
        picture.is_deep = isDeep ? 1 : 0
        picture.has_depth_part = hasDepthPart ? 1 : 0
        picture.channels = names
        picture.chromaticities = colors.isEmpty ? nil : colors.baseAddress
        return samples_encode_exr(picture, samples, &file, &length)
      }
    }
    guard status == 0, let file else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }

  /// Writes the file with samples of `half`, packed by DWAA, or by DWAB in chunks of more lines;
  /// empty if OpenEXR refuses.
  package func packedLossy(isTall: Bool = false) -> [UInt8] {
    let plain = encoded()
    var file: UnsafeMutableRawPointer?
    var length = 0
    guard samples_pack_exr(plain, plain.count, isTall ? 1 : 0, &file, &length) == 0, let file else {
      return []
    }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }

  private static func numbers(_ area: PixelRect) -> (Int32, Int32, Int32, Int32) {
    (Int32(area.x), Int32(area.y), Int32(area.size.width), Int32(area.size.height))
  }

  private func bytes(_ sample: Float) -> [UInt8] {
    switch kind {
    case .whole: withUnsafeBytes(of: UInt32(sample).littleEndian, Array.init)
    case .half: withUnsafeBytes(of: Float16(sample).bitPattern.littleEndian, Array.init)
    case .single: withUnsafeBytes(of: sample.bitPattern.littleEndian, Array.init)
    }
  }
}

internal import CVipsSamples
internal import Glibc
package import Imaging

/// A JPEG 2000 for tests, beyond what libvips can write (ISO/IEC 15444-1, annexes A and I).
package struct SampleJ2K {
  /// The colours in the boxes of a file.
  package enum Colors {
    /// The number of a colour space.
    case space(Int)
    case profile([UInt8])
  }

  /// The size in pixels.
  package var size: PixelSize
  /// The planes one after another; from the second to the third by `chromaStep` smaller.
  package var planes: [[Int32]]
  /// Bits a sample.
  package var bits = 8
  /// Whether samples may be negative.
  package var isSigned = false
  /// How many pixels each sample of the second and third plane covers, in each direction.
  package var chromaStep = 1
  /// The side of a tile, in pixels; zero for a single tile.
  package var tileSide = 0
  /// The number of resolutions.
  package var resolutions = 6
  /// The colours; without them the file is a bare codestream.
  package var colors: Colors?
  /// Colours to which the samples of the only plane are indices.
  package var palette: [RGB] = []
  /// The role of each channel, if given: 0 for a colour, 1 for alpha, 2 for premultiplied alpha.
  package var roles: [Int] = []

  /// Takes the planes of an image.
  package init(_ size: PixelSize, planes: [[Int32]]) {
    self.size = size
    self.planes = planes
  }

  /// Takes an opaque bitmap.
  package init(_ bitmap: Bitmap) {
    self.init(
      bitmap.size,
      planes: (0..<3).map { channel in
        stride(from: channel, to: bitmap.bytes.count, by: 4).map { Int32(bitmap.bytes[$0]) }
      })
  }

  /// Writes the file; empty if openjpeg refuses.
  package func encoded() -> [UInt8] {
    guard let colors else { return codestream }
    let signature = box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    let brand = box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
    return signature + brand + box("jp2h", header(colors)) + box("jp2c", codestream)
  }

  private var codestream: [UInt8] {
    var file: UnsafeMutableRawPointer?
    var length = 0
    let picture = samples_j2k(
      width: Int32(size.width), height: Int32(size.height), components: Int32(planes.count),
      bits: Int32(bits), is_signed: isSigned ? 1 : 0, chroma_step: Int32(chromaStep),
      tile_side: Int32(tileSide), resolutions: Int32(resolutions))
    guard samples_encode_j2k(picture, planes.flatMap { $0 }, &file, &length) == 0, let file else {
      return []
    }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }

  private func header(_ colors: Colors) -> [UInt8] {
    let depth = UInt8(bits - 1) | (isSigned ? 0x80 : 0)
    let start = long(size.height) + long(size.width) + short(planes.count) + [depth, 7, 0, 0]
    var boxes = box("ihdr", start)
    switch colors {
    case .space(let number): boxes += box("colr", [1, 0, 0] + long(number))
    case .profile(let profile): boxes += box("colr", [2, 0, 0] + profile)
    }
    if !palette.isEmpty {
      let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
      boxes += box("pclr", short(palette.count) + [3, 7, 7, 7] + colors)
      boxes += box("cmap", (0..<3).flatMap { [0, 0, 1, UInt8($0)] })
    }
    if !roles.isEmpty {
      let entries = roles.enumerated().flatMap { index, role in
        short(index) + short(role) + short(role == 0 ? index + 1 : 0)
      }
      boxes += box("cdef", short(roles.count) + entries)
    }
    return boxes
  }

  private func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    long(content.count + 8) + Array(kind.utf8) + content
  }

  private func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

  private func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
}

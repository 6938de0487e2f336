internal import CJXL
internal import DecoderKit
internal import DecoderProtocol
internal import Glibc
internal import Imaging

/// An RGBA image with eight bits per channel that libjxl fills in pieces.
@safe
struct JXLPixels: ~Copyable {
  private let size: PixelSize
  private let pixels: UnsafeMutableRawPointer
  /// Whether libjxl provides 16-bit samples; the upper eight bits are kept.
  private let isLong: Bool

  init(_ size: PixelSize, isLong: Bool) throws(PictureError) {
    guard let pixels = unsafe calloc(size.area, 4) else { throw .outOfMemory }
    self.size = size
    unsafe self.pixels = unsafe pixels
    self.isLong = isLong
  }

  deinit {
    unsafe free(pixels)
  }

  var format: JxlPixelFormat {
    JxlPixelFormat(
      num_channels: 4, data_type: isLong ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      endianness: JXL_BIG_ENDIAN, align: 0)
  }

  /// Receives a piece of a row; the context is a pointer to the `JXLPixels`.
  static let take: JxlImageOutCallback = { picture, x, y, count, samples in
    guard let picture = unsafe picture?.assumingMemoryBound(to: JXLPixels.self),
      let samples = unsafe samples
    else { return }
    unsafe picture.pointee.put(samples, count: count, x: x, y: y)
  }

  private func put(_ samples: UnsafeRawPointer, count: Int, x: Int, y: Int) {
    guard y < size.height, x <= size.width, count <= size.width - x else { return }
    let place = unsafe pixels + (y * size.width + x) * 4
    guard isLong else {
      unsafe place.copyMemory(from: samples, byteCount: count * 4)
      return
    }
    let bytes = unsafe place.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count * 4 {
      unsafe bytes[index] = unsafe samples.load(fromByteOffset: index * 2, as: UInt8.self)
    }
  }

  borrowing func read(into rows: inout AveragedRows) {
    for y in 0..<size.height {
      let row = unsafe UnsafeRawBufferPointer(
        start: pixels + y * size.width * 4, count: size.width * 4)
      unsafe rows.take(row)
    }
  }
}

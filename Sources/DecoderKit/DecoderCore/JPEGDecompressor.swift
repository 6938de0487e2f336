import CJPEGPart
import CTurboJPEG
import DecoderProtocol
import Imaging

/// A TurboJPEG decompressor for one image; must stay on one thread.
@safe
struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(PictureError) {
    guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe tjDestroy(handle)
  }

  struct Frame {
    let size: PixelSize
    let isCMYK: Bool
  }

  /// Reads the header as TurboJPEG interprets it; the decompressor can be used after an error.
  borrowing func frame(of file: UnsafeBufferPointer<UInt8>) throws(PictureError) -> Frame {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var colorspace: Int32 = -1
    // An unusual subsampling is reported as an error although it can be decoded.
    _ = unsafe tjDecompressHeader3(
      handle, file.baseAddress, UInt(file.count), &width, &height, &subsampling, &colorspace)
    guard width > 0, height > 0, colorspace >= 0 else { throw .damaged }
    let cmyk = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)]
    return Frame(
      size: PixelSize(width: Int(width), height: Int(height)), isCMYK: cmyk.contains(colorspace))
  }

  /// Decodes to RGBA with alpha 255, or to CMYK; complete if all rows and scans have data.
  ///
  /// `size` must be a result of `scaledSize(for:covering:)`.
  static func decode(
    _ file: UnsafeBufferPointer<UInt8>, frame: Frame, size: PixelSize
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let length = size.area * 4
    let eighths = quickEighths.first { scaled(frame.size, to: $0) == size } ?? 8
    var whole = cjp_whole(
      width: UInt32(size.width), height: UInt32(size.height), eighths: UInt32(eighths),
      is_cmyk: frame.isCMYK ? 1 : 0)
    var outcome = CJP_UNSUITED
    var isComplete: Int32 = 0
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      outcome = unsafe cjp_decode_all(
        file.baseAddress, file.count, &whole, target.baseAddress, &isComplete)
      count = outcome == CJP_DECODED ? length : 0
    }
    switch outcome {
    case CJP_DECODED: return (Bitmap(size: size, bytes: pixels), isComplete != 0)
    case CJP_OUT_OF_MEMORY: throw .outOfMemory
    default: throw .damaged
    }
  }

  /// The scale factors in eighths that are faster than the next larger one.
  ///
  /// libjpeg-turbo has no SIMD code for the others: 3/8 takes longer than 1/2.
  static let quickEighths = [1, 2, 4, 5, 8]

  /// The smallest fast size that covers `wanted`, in pixels.
  static func scaledSize(for size: PixelSize, covering wanted: PixelSize) -> PixelSize {
    quickSizes(of: size).filter { $0.covers(wanted) }.min { $0.area < $1.area } ?? size
  }

  /// Returns `desired`, or a fast size that is at most 1/16 smaller and covers `needed`.
  ///
  /// Cameras make images of 4000 pixels, and 1/8 of that is just below 512: the next fast scale
  /// would take a fifth longer for the last twelve pixels.
  static func economicalSize(
    for size: PixelSize, covering needed: PixelSize, near desired: PixelSize
  ) -> PixelSize {
    let tolerated = PixelSize(width: desired.width * 15 / 16, height: desired.height * 15 / 16)
    return quickSizes(of: size).first {
      $0.covers(needed) && $0.covers(tolerated) && desired.covers($0)
    } ?? desired
  }

  private static func quickSizes(of size: PixelSize) -> [PixelSize] {
    quickEighths.map { scaled(size, to: $0) }
  }

  /// Scales a size, rounding up as libjpeg does.
  static func scaled(_ size: PixelSize, to eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}

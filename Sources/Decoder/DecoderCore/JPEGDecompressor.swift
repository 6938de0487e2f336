import CJPEGPart
import CTurboJPEG
import DecoderMessages
import Imaging

/// A decompressor of TurboJPEG, for one picture; it belongs to the thread that uses it.
@safe
struct JPEGDecompressor: ~Copyable {
  private let handle: tjhandle

  /// Starts TurboJPEG.
  /// - Throws: `PictureError.outOfMemory`.
  init() throws(PictureError) {
    guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe tjDestroy(handle)
  }

  /// What TurboJPEG reads from a header: the size, and whether the colours are CMYK.
  struct Frame {
    let size: PixelSize
    let isCMYK: Bool
  }

  /// Reads the header, once more and with TurboJPEG's eyes, so that its own view counts.
  /// - Throws: `PictureError.damaged`; the decompressor can be used on.
  borrowing func frame(of file: UnsafeBufferPointer<UInt8>) throws(PictureError) -> Frame {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var colorspace: Int32 = -1
    // An unusual subsampling is reported as an error, yet it can be decoded.
    _ = unsafe tjDecompressHeader3(
      handle, file.baseAddress, UInt(file.count), &width, &height, &subsampling, &colorspace)
    guard width > 0, height > 0, colorspace >= 0 else { throw .damaged }
    let cmyk = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)]
    return Frame(
      size: PixelSize(width: Int(width), height: Int(height)), isCMYK: cmyk.contains(colorspace))
  }

  /// Decodes four bytes a pixel, red, green, blue, 255 or CMYK.
  /// - Parameters:
  ///   - file: The part of the file that is decoded.
  ///   - frame: What `frame(of:)` answered.
  ///   - size: A size that `scaledSize(for:covering:)` gave, in pixels.
  /// - Returns: The bitmap, and whether the data of all its rows and scans were there.
  /// - Throws: `PictureError.outOfMemory`, `.damaged`.
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

  /// The scalings, in eighths, that take less time than the next larger one.
  ///
  /// The others have no vector code in libjpeg-turbo, so that 3/8 takes longer than 1/2.
  static let quickEighths = [1, 2, 4, 5, 8]

  /// Chooses the least that TurboJPEG must decode.
  /// - Parameters:
  ///   - size: The stored size in pixels.
  ///   - wanted: The size that is needed, at most the stored size, in pixels.
  /// - Returns: The smallest such size that still covers the size wanted, in pixels.
  static func scaledSize(for size: PixelSize, covering wanted: PixelSize) -> PixelSize {
    quickSizes(of: size).filter { $0.covers(wanted) }.min { $0.area < $1.area } ?? size
  }

  /// Chooses the size of a bitmap that is to serve for more than it is decoded for.
  ///
  /// Cameras make pictures of 4000 pixels, and an eighth of that is just short of 512: the next quick
  /// scaling would take a fifth longer for the last twelve pixels.
  /// - Parameters:
  ///   - size: The stored size in pixels.
  ///   - needed: The size that is needed, at most the stored size, in pixels.
  ///   - desired: The size that is to be had, no less than what is needed, in pixels.
  /// - Returns: The size desired, or a quick one that is at most a sixteenth shorter and covers what
  ///   is needed.
  static func economicalSize(
    for size: PixelSize, covering needed: PixelSize, near desired: PixelSize
  ) -> PixelSize {
    let tolerated = PixelSize(width: desired.width * 15 / 16, height: desired.height * 15 / 16)
    return quickSizes(of: size).first {
      $0.covers(needed) && $0.covers(tolerated) && desired.covers($0)
    } ?? desired
  }

  /// The sizes that a picture can be decoded to quickly, in pixels.
  private static func quickSizes(of size: PixelSize) -> [PixelSize] {
    quickEighths.map { scaled(size, to: $0) }
  }

  /// A size that a picture is decoded to, in pixels: every side rounded up, as libjpeg does it.
  static func scaled(_ size: PixelSize, to eighths: Int) -> PixelSize {
    PixelSize(width: (size.width * eighths + 7) / 8, height: (size.height * eighths + 7) / 8)
  }
}

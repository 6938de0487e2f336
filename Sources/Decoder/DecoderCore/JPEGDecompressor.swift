import CTurboJPEG
import DecoderMessages
import Imaging
import Values

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
  /// - Returns: The bitmap, and whether TurboJPEG had nothing to complain of.
  /// - Throws: `PictureError`; the decompressor can be used on.
  borrowing func decode(
    _ file: UnsafeBufferPointer<UInt8>, frame: Frame, size: PixelSize
  ) throws(PictureError) -> (bitmap: Bitmap, isComplete: Bool) {
    let length = size.area * 4
    let format = frame.isCMYK ? TJPF_CMYK : TJPF_RGBA
    var status: Int32 = -1
    // After a warning TurboJPEG has written every row; after an error no pixel is looked at.
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      status = unsafe tjDecompress2(
        handle, file.baseAddress, UInt(file.count), target.baseAddress, Int32(size.width), 0,
        Int32(size.height), format.rawValue, TJFLAG_LIMITSCANS)
      let isReadable = unsafe status == 0 || tjGetErrorCode(handle) == TJERR_WARNING.rawValue
      count = isReadable ? length : 0
    }
    guard pixels.count == length else { throw failure() }
    return (Bitmap(size: size, bytes: pixels), status == 0)
  }

  /// Whether the data ended before the picture did, as the last warning says.
  var hasRunOut: Bool {
    guard let text = unsafe tjGetErrorStr2(handle) else { return false }
    return unsafe String(cString: text).contains(text: "premature")
  }

  /// Why TurboJPEG gave up; it has no code for it, only a text.
  private borrowing func failure() -> PictureError {
    guard let text = unsafe tjGetErrorStr2(handle) else { return .damaged }
    let reason = unsafe String(cString: text)
    return reason.hasPrefix("Insufficient memory") || reason.contains(text: "alloc")
      ? .outOfMemory : .damaged
  }

  /// The scalings, in eighths, that take less time than the next larger one.
  ///
  /// The others have no vector code in libjpeg-turbo, so that 3/8 takes longer than 1/2.
  static let quickEighths: [Int32] = [1, 2, 4, 5, 8]

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
    var count: Int32 = 0
    guard let factors = unsafe tjGetScalingFactors(&count) else { return [] }
    return (0..<Int(count)).compactMap { index in
      let factor = unsafe factors[index]
      guard quickEighths.contains(factor.num * 8 / factor.denom) else { return nil }
      return PixelSize(
        width: scale(size.width, by: factor), height: scale(size.height, by: factor))
    }
  }

  /// One side scaled as TurboJPEG's macro `TJSCALED` does it, rounded up.
  private static func scale(_ side: Int, by factor: tjscalingfactor) -> Int {
    (side * Int(factor.num) + Int(factor.denom) - 1) / Int(factor.denom)
  }
}

internal import CTurboJPEG
internal import Imaging

/// Encodes bitmaps as JPEG by TurboJPEG, with chroma halved in both directions.
struct JPEGEncoder: Sendable {
  /// From 1, small, to 100, exact.
  var quality: Int

  /// Encodes a bitmap as a whole JFIF file; callable from any thread.
  ///
  /// The slow integer transform is asked for, since it gives the same bytes on every processor.
  /// - Throws: `DemoPhotosError.encoderFailed`; nothing is left allocated.
  func encode(_ bitmap: Bitmap) throws(DemoPhotosError) -> [UInt8] {
    guard let handle = unsafe tjInitCompress() else { throw .encoderFailed("no encoder") }
    defer { unsafe tjDestroy(handle) }
    let size = bitmap.size
    var buffer: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    let flags = TJFLAG_ACCURATEDCT
    let result = unsafe bitmap.bytes.withUnsafeBufferPointer { bytes in
      unsafe tjCompress2(
        handle, bytes.baseAddress, Int32(size.width), 0, Int32(size.height),
        Int32(TJPF_RGBA.rawValue), &buffer, &length, Int32(TJSAMP_420.rawValue), Int32(quality),
        flags)
    }
    defer { unsafe tjFree(buffer) }
    guard result == 0, let buffer = unsafe buffer else {
      throw .encoderFailed(unsafe String(cString: tjGetErrorStr2(handle)))
    }
    return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
  }
}

import CTurboJPEG
import Imaging

enum JPEG {
  /// Encodes with 4:2:0 chroma subsampling, as cameras do; quality is 1 to 100.
  static func encode(_ bitmap: Bitmap, quality: Int32) throws(BenchError) -> [UInt8] {
    guard let handle = unsafe tjInitCompress() else { throw .codec("no encoder") }
    defer { unsafe tjDestroy(handle) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var length: UInt = 0
    let result = unsafe tjCompress2(
      handle, bitmap.bytes, Int32(bitmap.size.width), 0, Int32(bitmap.size.height),
      Int32(TJPF_RGBA.rawValue), &buffer, &length, Int32(TJSAMP_420.rawValue), quality, 0)
    defer { unsafe tjFree(buffer) }
    guard result == 0 else { throw unsafe .codec(String(cString: tjGetErrorStr2(handle))) }
    return unsafe Array(UnsafeBufferPointer(start: buffer, count: Int(length)))
  }

  static func decode(_ bytes: [UInt8]) throws(BenchError) -> Bitmap {
    guard let handle = unsafe tjInitDecompress() else { throw .codec("no decoder") }
    defer { unsafe tjDestroy(handle) }
    let size = try unsafe size(of: bytes, handle)
    let pixels = try unsafe pixels(of: bytes, size, handle)
    return Bitmap(size: size, bytes: pixels)
  }

  private static func pixels(
    of bytes: [UInt8], _ size: PixelSize, _ handle: tjhandle
  ) throws(BenchError) -> [UInt8] {
    var result: Int32 = -1
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { buffer, count in
      result = unsafe tjDecompress2(
        handle, bytes, UInt(bytes.count), buffer.baseAddress, Int32(size.width), 0,
        Int32(size.height), TJPF_RGBA.rawValue, 0)
      count = result == 0 ? size.area * 4 : 0
    }
    guard result == 0 else { throw unsafe .codec(String(cString: tjGetErrorStr2(handle))) }
    return pixels
  }

  private static func size(
    of bytes: [UInt8], _ handle: tjhandle
  ) throws(BenchError) -> PixelSize {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colors: Int32 = 0
    let result = unsafe tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colors)
    guard result == 0 else { throw unsafe .codec(String(cString: tjGetErrorStr2(handle))) }
    return PixelSize(width: Int(width), height: Int(height))
  }
}

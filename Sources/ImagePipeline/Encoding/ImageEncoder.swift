import Base
import CImageEncoder
import Glibc
package import Imaging

/// A format of image files that can be written.
package enum WrittenFormat: String, CaseIterable, Sendable {
  case jpeg, png, webp, avif

  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

package enum ImageEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Without its library or memory, or if a side is too long for the format.
  case failed(WrittenFormat)
  case embedding(EmbeddingError)

  package var description: String {
    switch self {
    case .failed(let format):
      "cannot be written as \(format.rawValue): its library is missing, or the image is too large"
    case .embedding(let error): "\(error)"
    }
  }
}

/// Encodes bitmaps with libraries that are loaded with their first use; callable from any thread.
package enum ImageEncoder {
  /// Below this quality, the chroma of a JPEG has half the resolution in both directions, as with
  /// libvips.
  private static let fullChromaQuality = 90

  /// Transparent pixels of a JPEG are shown on white. `quality` is from 1 to 100, for all formats
  /// but PNG.
  package static func file(
    of bitmap: Bitmap, as format: WrittenFormat, quality: Int, with metadata: EmbeddedMetadata
  ) throws(ImageEncodingError) -> [UInt8] {
    let encoded: [UInt8]? =
      switch format {
      case .jpeg:
        jpeg(
          bitmap.bytesOnWhite, size: bitmap.size, quality: quality,
          isSubsampled: quality < fullChromaQuality)
      case .png: PNGWriter.encode(bitmap, .repetitions)
      case .webp:
        unsafe self.file(bitmap.size) { width, height, count in
          unsafe cwebp_encode(bitmap.straightBytes, width, height, Int32(quality), &count)
        }
      case .avif:
        unsafe self.file(bitmap.size) { width, height, count in
          unsafe cavif_encode(
            bitmap.straightBytes, width, height, Int32(quality), metadata.isWide, metadata.exif,
            metadata.exif.count, metadata.xmp, metadata.xmp.count, &count)
        }
      }
    guard let file = encoded else { throw .failed(format) }
    guard format != .avif else { return file }
    return try rethrowing(as: ImageEncodingError.embedding) { () throws(EmbeddingError) in
      try metadata.replacing(in: file)
    }
  }

  /// Takes three bytes per pixel, row by row; nil as in `ImageEncodingError.failed`.
  static func jpeg(
    _ rgb: [UInt8], size: PixelSize, quality: Int, isSubsampled: Bool = false
  ) -> [UInt8]? {
    unsafe file(size) { width, height, count in
      unsafe cjpeg_encode(rgb, width, height, Int32(quality), isSubsampled, &count)
    }
  }

  private static func file(
    _ size: PixelSize,
    _ encode: (_ width: Int32, _ height: Int32, _ count: inout Int) -> UnsafeMutablePointer<UInt8>?
  ) -> [UInt8]? {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
      return nil
    }
    var count = 0
    guard let file = unsafe encode(width, height, &count) else { return nil }
    defer { unsafe free(file) }
    return unsafe Array(UnsafeBufferPointer(start: file, count: count))
  }
}

extension Bitmap {
  /// Three bytes per pixel, row by row.
  var bytesOnWhite: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: size.area * 3) { rgb, count in
      unsafe bytes.withUnsafeBytes { bytes in
        for place in 0..<size.area {
          let pixel = unsafe bytes.loadUnaligned(
            fromByteOffset: place &* 4, as: SIMD4<UInt8>.self)
          // Premultiplied, so that this cannot exceed 255.
          let color = pixel &+ (255 &- pixel.w)
          let start = place &* 3
          unsafe rgb.initializeElement(at: start, to: color.x)
          unsafe rgb.initializeElement(at: start &+ 1, to: color.y)
          unsafe rgb.initializeElement(at: start &+ 2, to: color.z)
        }
      }
      count = size.area * 3
    }
  }
}

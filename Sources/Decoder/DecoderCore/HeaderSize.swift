package import Imaging
package import PictureFormats

/// The size of pictures whose header only their decoder reads.
package enum HeaderSize {
  /// How many bytes from the beginning are enough.
  package static func byteCount(of format: PictureFormat) -> Int {
    switch format {
    // What a directory points to may stand anywhere.
    case .ico, .cur: 1 << 20
    default: 16 << 10
    }
  }

  /// The size as it is shown, in pixels.
  /// - Parameters:
  ///   - format: The kind of the file.
  ///   - head: The file, or its beginning.
  /// - Returns: The size; nil where the header makes no sense, or no decoder here has a reader for it alone.
  package static func shown(of format: PictureFormat, _ head: [UInt8]) -> PixelSize? {
    switch format {
    case .pnm: return (try? PNMPicture(head))?.size
    case .radiance: return (try? RadiancePicture(head)).map { $0.orientation.shown($0.size) }
    case .ico, .cur:
      switch try? ICOFile(head) {
      case .png(let picture): return PNGHeader(picture)?.size
      case .bitmap(let picture): return picture.size
      case nil: return nil
      }
    default: return nil
    }
  }
}

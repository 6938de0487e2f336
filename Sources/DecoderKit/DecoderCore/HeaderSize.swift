package import Imaging

/// Image sizes of formats whose header only their decoder reads.
package enum HeaderSize {
  package static func byteCount(of format: PictureFormat) -> Int {
    switch format {
    // Directory entries may point anywhere.
    case .ico, .cur: 1 << 20
    default: 16 << 10
    }
  }

  /// The displayed size in pixels; nil for an invalid header or an unsupported format.
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

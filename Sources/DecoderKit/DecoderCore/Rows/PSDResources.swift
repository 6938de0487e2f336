import Imaging

/// The image resources of a Photoshop document that decoding needs (Adobe, "Photoshop File Formats
/// Specification", image resources).
struct PSDResources {
  struct Thumbnail {
    let jpeg: [UInt8]
    /// Whether red and blue are swapped, as in Photoshop 4.
    let isBlueFirst: Bool
  }

  private enum Number {
    static let oldThumbnail = 1033
    static let thumbnail = 1036
    static let profile = 1039
    static let version = 1057
  }

  /// Length of the header before the JPEG of a thumbnail, in bytes; starts with format 1.
  private static let thumbnailHeader = 28

  private(set) var profile: [UInt8]?
  /// False for a white placeholder.
  private(set) var hasComposite = true
  private(set) var thumbnail: Thumbnail?

  init(_ bytes: [UInt8]) {
    var cursor = ByteCursor(bytes)
    while cursor.next(4) != nil, let number = cursor.big(2), let nameLength = cursor.big(1),
      cursor.next(nameLength | 1) != nil, let length = cursor.big(4), let data = cursor.next(length)
    {
      take(number, data)
      _ = cursor.next(length & 1)
    }
  }

  private mutating func take(_ number: Int, _ data: ArraySlice<UInt8>) {
    switch number {
    case Number.profile where data.count <= PictureColors.profileByteLimit: profile = Array(data)
    case Number.version:
      // After the resource version of four bytes.
      hasComposite = data.dropFirst(4).first != 0
    case Number.thumbnail, Number.oldThumbnail:
      let isOld = number == Number.oldThumbnail
      guard data.starts(with: [0, 0, 0, 1]), thumbnail == nil || !isOld else { return }
      thumbnail = Thumbnail(jpeg: Array(data.dropFirst(Self.thumbnailHeader)), isBlueFirst: isOld)
    default: break
    }
  }
}

extension Bitmap {
  var withRedAndBlueSwapped: Bitmap {
    var swapped = bytes
    for start in stride(from: 0, to: swapped.count, by: 4) { swapped.swapAt(start, start + 2) }
    return Bitmap(size: size, bytes: swapped)
  }
}

import Imaging

/// What the resources of a Photoshop document say of it (Adobe, "Photoshop File Formats Specification", image
/// resources).
struct PSDResources {
  /// A small picture of the document.
  struct Thumbnail {
    /// The picture, encoded.
    let jpeg: [UInt8]
    /// Whether red and blue are exchanged, as Photoshop 4 stored them.
    let isBlueFirst: Bool
  }

  private enum Number {
    static let oldThumbnail = 1033
    static let thumbnail = 1036
    static let profile = 1039
    static let version = 1057
  }

  /// What stands before the JPEG of a thumbnail, in bytes; it begins with 1, the format.
  private static let thumbnailHeader = 28

  /// A colour profile; nil where there is none, or an absurdly long one.
  private(set) var profile: [UInt8]?
  /// Whether the flat picture has been written: otherwise it is white.
  private(set) var hasComposite = true
  /// The thumbnail; nil where there is none in JPEG.
  private(set) var thumbnail: Thumbnail?

  /// Reads them, as far as the bytes go.
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
    case Number.profile where data.count <= PictureColors.profileByteLimit:
      profile = Array(data)
    case Number.version:
      // Behind the version of the resource, of four bytes.
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
  /// The same pixels with red in the place of blue.
  var withRedAndBlueSwapped: Bitmap {
    var swapped = bytes
    for start in stride(from: 0, to: swapped.count, by: 4) { swapped.swapAt(start, start + 2) }
    return Bitmap(size: size, bytes: swapped)
  }
}

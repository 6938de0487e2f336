import Values

/// What an address leads to, as far as its end tells.
enum AddressKind {
  case picture
  case video
  case unknown

  /// Judges by the extension of a path or an address.
  init(_ address: some BidirectionalCollection<UInt8>) {
    let path = address.prefix { $0 != "?" && $0 != "#" }.suffix(6)
    let name = String(decoding: path.map(\.lowercased), as: UTF8.self)
    if Self.pictures.contains(where: name.hasSuffix) {
      self = .picture
    } else {
      self = Self.videos.contains(where: name.hasSuffix) ? .video : .unknown
    }
  }

  private static let pictures = [
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic", ".jxl", ".tif", ".tiff", ".bmp",
    ".svg",
  ]
  private static let videos = [".mp4", ".m4v", ".mov", ".webm", ".mpg", ".ogv", ".gifv"]
}

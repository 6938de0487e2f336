import Imaging

/// The negative cache (standard, section 8): photos that this version of photocell cannot decode.
extension ThumbnailStore {
  /// The most letters of a reason that are kept.
  private static let reasonLimit = 200

  /// Remembers that a photo cannot be decoded, until its file changes; blocks.
  ///
  /// Only for what stays so: not for files that could not be read this time.
  /// - Parameters:
  ///   - photo: The file as it was before it was read.
  ///   - reason: A word or two in ASCII for the caller to understand; the rest is left out.
  /// - Returns: Whether it is on disk.
  @discardableResult package func keepFailure(of photo: PhotoFile, reason: String) -> Bool {
    write(photo, to: .failures(version: version)) {
      var texts = ThumbnailTexts(photo, hasLastingInode: Volume.hasLastingInodes(photo.path))
      texts.add(Self.plain(Array(reason.utf8)), for: .failure)
      let empty = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 0])
      return PNGWriter.encode(empty, texts)
    }
  }

  /// Why a photo could not be decoded, if that is known and its file has not changed; blocks.
  package func failure(of photo: PhotoFile) -> String? {
    guard let root = place.root else { return nil }
    let folder = ThumbnailShelf.failures(version: version).path(in: root)
    guard let file = ThumbnailFile.open(photo.uri.thumbnailName, in: folder),
      let bytes = file.bytes(atMost: 1 << 16),
      let texts = ThumbnailReading(whole: bytes)?.texts,
      texts.agree(with: photo.version, at: photo.uri), let reason = texts[.failure]
    else { return nil }
    return String(decoding: Self.plain(reason), as: UTF8.self)
  }

  private static func plain(_ reason: [UInt8]) -> [UInt8] {
    Array(reason.filter { (0x20..<0x7F).contains($0) }.prefix(reasonLimit))
  }
}

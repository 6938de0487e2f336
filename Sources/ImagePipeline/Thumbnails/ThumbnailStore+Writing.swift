internal import CLinux
package import Imaging

extension ThumbnailStore {
  /// Stores a thumbnail; blocks for some milliseconds; returns whether it is on disk.
  ///
  /// An image no larger than the smallest class needs none (standard, section 5.3). `bitmap` is
  /// scaled to fit the class, or has the image's own size if that is smaller. `photo` is the file
  /// as it was before it was read.
  @discardableResult package func keep(
    _ bitmap: Bitmap, as size: ThumbnailSize, of photo: some ThumbnailSubject, info: PictureInfo
  ) -> Bool {
    let longest = max(bitmap.size.width, bitmap.size.height)
    guard let picturePixels = info.size,
      longest == size.side || longest < size.side && bitmap.size == picturePixels,
      bitmap.size.area > 0,
      max(picturePixels.width, picturePixels.height) > ThumbnailSize.normal.side
    else { return false }
    return write(photo, to: .size(size)) {
      var texts = ThumbnailTexts(photo)
      texts.add(info)
      return PNGWriter.encode(bitmap, texts)
    }
  }
}

/// The negative cache (standard, section 8): photos that this version of photocell cannot decode.
extension ThumbnailStore {
  private static let reasonLimit = 200

  /// Remembers a permanent failure until the file changes; blocks.
  ///
  /// Must not be used for files that could not be read. `reason` is short ASCII; other characters
  /// are dropped.
  @discardableResult package func keepFailure(of photo: some ThumbnailSubject, reason: String)
    -> Bool
  {
    write(photo, to: .failures(version: version)) {
      var texts = ThumbnailTexts(photo)
      texts.add(Self.plain(Array(reason.utf8)), for: .failure)
      let empty = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 0])
      return PNGWriter.encode(empty, texts)
    }
  }

  /// The reason of a stored failure, if the file has not changed; blocks.
  package func failure(of photo: some ThumbnailSubject) -> String? {
    guard let root = place.root else { return nil }
    let folder = ThumbnailShelf.failures(version: version).path(in: root)
    guard let file = ThumbnailFile.open(photo.uri.thumbnailName, in: folder),
      let bytes = file.bytes(atMost: 1 << 16),
      let texts = ThumbnailReading(whole: bytes)?.texts,
      texts.agree(with: photo, at: photo.uri), let reason = texts[.failure]
    else { return nil }
    return String(decoding: Self.plain(reason), as: UTF8.self)
  }

  private static func plain(_ reason: [UInt8]) -> [UInt8] {
    Array(reason.filter { (0x20..<0x7F).contains($0) }.prefix(reasonLimit))
  }
}

enum FileSystem {
  /// File systems that renumber files at every mount: FAT, exFAT and FUSE (statfs(2)).
  private static let forgetful: Set<Int> = [0x4D44, 0x2011_BAB0, 0x6573_5546]

  /// Whether inode numbers are permanent; blocks.
  static func hasStableInodes(_ path: [UInt8]) -> Bool {
    var status = statfs()
    guard unsafe statfs(path.cString, &status) == 0 else { return false }
    return !forgetful.contains(Int(status.f_type))
  }
}

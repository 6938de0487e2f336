import Base
package import Imaging

extension ThumbnailStore {
  /// The smallest thumbnail that fills a box in pixels, or has the size of the image; blocks.
  ///
  /// The user's directory is searched before a repository beside the photo. URI, time, size and
  /// checksums must match.
  package func thumbnail(of photo: some ThumbnailSubject, filling box: PixelSize)
    -> StoredThumbnail?
  {
    guard let first = ThumbnailSize(possiblyFilling: box) else { return nil }
    let sizes = ThumbnailSize.allCases.filter { $0 >= first }
    return ownThumbnail(of: photo, in: sizes, filling: box)
      ?? sharedThumbnail(of: photo, in: sizes, filling: box)
  }

  /// The largest thumbnail of any size, for a preview; blocks.
  package func largestThumbnail(of photo: some ThumbnailSubject) -> StoredThumbnail? {
    let sizes = Array(ThumbnailSize.allCases.reversed())
    let any = PixelSize(width: 1, height: 1)
    return ownThumbnail(of: photo, in: sizes, filling: any)
      ?? sharedThumbnail(of: photo, in: sizes, filling: any)
  }

  private func ownThumbnail(
    of photo: some ThumbnailSubject, in sizes: [ThumbnailSize], filling box: PixelSize
  ) -> StoredThumbnail? {
    guard let root = place.root else { return nil }
    let addresses = photo.addresses.map { ($0, $0.thumbnailName) }
    for size in sizes {
      let folder = ThumbnailShelf.size(size).path(in: root)
      for (address, name) in addresses {
        guard let file = ThumbnailFile.open(name, in: folder) else { continue }
        let check = ThumbnailCheck(photo: photo, address: address, size: size, isShared: false)
        if let thumbnail = check.thumbnail(in: file, filling: box) { return thumbnail }
      }
    }
    return nil
  }

  private func sharedThumbnail(
    of photo: some ThumbnailSubject, in sizes: [ThumbnailSize], filling box: PixelSize
  ) -> StoredThumbnail? {
    guard let file = photo as? PhotoFile, let repository = SharedRepository(beside: file) else {
      return nil
    }
    for size in sizes {
      for address in repository.addresses {
        guard let file = repository.open(address, size) else { continue }
        let check = ThumbnailCheck(photo: photo, address: address, size: size, isShared: true)
        if let thumbnail = check.thumbnail(in: file, filling: box) { return thumbnail }
      }
    }
    return nil
  }
}

/// The requirements for a file to be the thumbnail of a photo.
struct ThumbnailCheck<Subject: ThumbnailSubject> {
  let photo: Subject
  let address: PhotoURI
  let size: ThumbnailSize
  let isShared: Bool

  func thumbnail(in file: consuming Descriptor, filling box: PixelSize) -> StoredThumbnail? {
    // One byte beyond the limit detects files that are too large.
    guard let bytes = file.bytes(atMost: StoredThumbnail.byteLimit + 1),
      bytes.count <= StoredThumbnail.byteLimit,
      let reading = ThumbnailReading(whole: bytes), fits(reading.pixels),
      reading.texts.agree(with: photo, at: address), suffices(reading, for: box)
    else { return nil }
    let info = reading.texts.info(of: photo)
    return StoredThumbnail(
      size: size, pixels: reading.pixels, info: info, hasAllFacts: reading.texts.hasAllFacts,
      hidesMotion: reading.texts.hidesMotion(info), isOwn: reading.texts.isOwn, isShared: isShared,
      file: file)
  }

  private func fits(_ pixels: PixelSize) -> Bool {
    max(pixels.width, pixels.height) <= size.side
  }

  private func suffices(_ reading: ThumbnailReading, for box: PixelSize) -> Bool {
    let pixels = reading.pixels
    return pixels.width >= box.width || pixels.height >= box.height
      || pixels == reading.texts.picturePixels
  }
}

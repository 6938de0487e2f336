package import Imaging
import System

extension ThumbnailStore {
  /// Finds the smallest thumbnail that fills a box, or is as large as the picture; blocks.
  ///
  /// The user's own are looked at first, then those beside the photo. One counts only where
  /// address, time and size agree with the photo's file, and its checksums are right.
  /// - Parameters:
  ///   - photo: The file as it is now.
  ///   - box: The box in pixels that the picture will be scaled down to fit.
  /// - Returns: An open file; nil where there is none that is right and large enough.
  package func thumbnail(of photo: some ThumbnailSubject, filling box: PixelSize)
    -> StoredThumbnail?
  {
    guard let first = ThumbnailSize(possiblyFilling: box) else { return nil }
    let sizes = ThumbnailSize.allCases.filter { $0 >= first }
    return ownThumbnail(of: photo, in: sizes, filling: box)
      ?? sharedThumbnail(of: photo, in: sizes, filling: box)
  }

  /// Finds the largest thumbnail there is, however small: a first look at a picture; blocks.
  /// - Parameter photo: The file as it is now.
  /// - Returns: An open file; nil where there is none that is right.
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

/// What a file must be to count as the thumbnail of a photo.
struct ThumbnailCheck<Subject: ThumbnailSubject> {
  let photo: Subject
  let address: PhotoURI
  let size: ThumbnailSize
  let isShared: Bool

  /// The thumbnail in a file; nil where the file is anything else, or too small for a box.
  func thumbnail(in file: consuming Descriptor, filling box: PixelSize) -> StoredThumbnail? {
    // One byte more than is allowed tells a file that is too large from one that is just right.
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

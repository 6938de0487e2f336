package import Base
package import Catalogs
package import Imaging
package import Storage
internal import Synchronization

/// Perceptual hashes and sharpness of photos, from the index, new thumbnails, or images.
package final class PerceptualHashStore: Sendable {
  package typealias Found = (place: Int, result: Result<DifferenceHash, ImageError.Cause>)
  /// Nil if the photo cannot be decoded.
  package typealias Measured = (place: Int, sharpness: Sharpness?)

  private static let step = 512

  private let index: PhotoIndex
  private let workingFolder: [UInt8]
  private let activity: LoadActivity
  private let now: @Sendable () -> FileTime
  private let noted = Mutex<[(path: [UInt8], look: PhotoLook)]>([])
  private let queue = WorkQueue(label: "hashes")

  /// `workingFolder` is the absolute path that relative paths start from.
  package init(
    index: PhotoIndex, workingFolder: [UInt8], activity: LoadActivity = LoadActivity(),
    now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    (self.index, self.activity, self.workingFolder) = (index, activity, workingFolder)
    self.now = now
  }

  /// Computes hash and sharpness of a new thumbnail, to be stored later; callable from any thread.
  ///
  /// Sharpness is comparable at one size only, and computed only there.
  package func note(_ bitmap: Bitmap, as size: ThumbnailSize, of file: PhotoFile) {
    let look = PhotoLook(
      version: IndexedVersion(file.version), hash: DifferenceHash(of: bitmap),
      sharpness: size.side == Sharpness.side ? Sharpness(of: bitmap) : nil)
    note(look, of: file.path)
  }

  private func note(_ look: PhotoLook, of path: [UInt8]) {
    guard look.version.isRested(at: now()) else { return }
    noted.withLock { $0.append((path, look)) }
  }

  private func note(_ look: PhotoLook, of photo: Photo) {
    guard let path = photo.path?.bytes else { return }
    note(look, of: AbsolutePath.normalized(path, in: workingFolder) ?? path)
  }

  package func keep() async {
    let all = noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
    let photos = PhotoList(all.map { Photo(path: ByteString($0.path)) })
    for (folder, places) in await groups(of: photos) {
      await index.keep(places.map { (photos.name(at: $0), all[$0].look) }, in: folder)
    }
  }

  /// Loads images of unknown photos, as many concurrently as the decoders can use.
  ///
  /// `handle` receives results in batches, and returns false to stop.
  package func find(
    of photos: PhotoList, by loaders: BitmapLoaders,
    handle: @escaping @Sendable ([Found]) async -> Bool
  ) async {
    let request = DecodingRequest(box: ThumbnailSize.large.box)
    await find(of: photos, handle: handle) { place, look in
      (place, .success(look.hash))
    } making: { [self] place, version in
      let picture = await Self.picture(of: photos[place], for: request, by: loaders)
      let hash = picture.map { DifferenceHash(of: $0) }
      if let version, let hash = try? hash.get() {
        note(PhotoLook(version: version, hash: hash), of: photos[place])
      }
      return (place, hash)
    }
  }

  /// Decodes the files of unknown photos, all at the same size, regardless of thumbnails.
  ///
  /// Only files are measured. `handle` receives results in batches, and returns false to stop.
  package func measure(
    _ photos: PhotoList, by loaders: BitmapLoaders,
    handle: @escaping @Sendable ([Measured]) async -> Bool
  ) async {
    await find(of: photos, handle: handle) { place, look in
      look.sharpness.map { (place, $0) }
    } making: { [self] place, version in
      guard let version,
        let picture = try? await Self.picture(of: photos[place], for: Self.measured, by: loaders)
          .get()
      else { return (place, nil) }
      let sharpness = Sharpness(of: picture)
      let hash = DifferenceHash(of: picture)
      note(PhotoLook(version: version, hash: hash, sharpness: sharpness), of: photos[place])
      return (place, sharpness)
    }
  }

  /// Requests a region that covers everything, which forces decoding from the file.
  private static let measured = DecodingRequest(
    box: PixelSize(width: Sharpness.side, height: Sharpness.side),
    region: PixelRect(PixelSize(width: 1 << 20, height: 1 << 20)))

  /// Reports stored values for unchanged files first, then computes the others.
  private func find<News: Sendable>(
    of photos: PhotoList, handle: ([News]) async -> Bool, known: (Int, PhotoLook) -> News?,
    making make: @escaping @Sendable (Int, IndexedVersion?) async -> News
  ) async {
    await keep()
    var versions = [IndexedVersion?](repeating: nil, count: photos.count)
    var missing = Set(photos.indices)
    for (folder, places) in await groups(of: photos) {
      let names = places.map { photos.name(at: $0) }
      let looks = await index.looks(of: names, in: folder)
      for start in stride(from: 0, to: places.count, by: Self.step) {
        let part = start..<min(start + Self.step, places.count)
        let found = await queue.run {
          places[part].map { photos[$0].indexedVersion }
        }
        for (number, version) in zip(part, found) { versions[places[number]] = version }
        let news = part.compactMap { number -> News? in
          let place = places[number]
          guard let look = looks[number], look.version == versions[place],
            let news = known(place, look)
          else { return nil }
          missing.remove(place)
          return news
        }
        guard await handle(news), !Task.isCancelled else { return }
      }
    }
    let unknown = missing.sorted().map { (place: $0, version: versions[$0]) }
    await forEachConcurrently(unknown.count, width: DecoderClient.usefulCalls) {
      [activity] number in
      await activity.idle()
      return await make(unknown[number].place, unknown[number].version)
    } handle: { _, news in
      await handle([news])
    }
    await keep()
  }

  private static func picture(
    of photo: Photo, for request: DecodingRequest, by loaders: BitmapLoaders
  ) async -> Result<Bitmap, ImageError.Cause> {
    await Result { () async throws(ImageError.Cause) in
      try await loaders[photo].bitmap(of: photo, for: request) { _ in }.bitmap
    }
  }

  private func groups(of photos: PhotoList) async -> [(folder: ByteString, places: [Int])] {
    await queue.run { [workingFolder] in photos.groups(from: workingFolder) }
  }
}

extension IndexedVersion {
  /// Whether it is two seconds old: within one tick of its clock, a file system cannot distinguish
  /// two versions.
  func isRested(at now: FileTime) -> Bool { changed < Self.nanoseconds(now) - 2_000_000_000 }
}

extension Photo {
  /// The version of its file; nil on the web; blocks.
  var indexedVersion: IndexedVersion? {
    path.flatMap { FileVersion(path: $0.bytes) }.map(IndexedVersion.init)
  }
}

extension PhotoList {
  /// Groups photos by absolute folder path; photos on the web are left out.
  ///
  /// Blocks if `..` in a path leads through a symbolic link.
  func groups(from workingFolder: [UInt8]) -> [(folder: ByteString, places: [Int])] {
    folders.compactMap { group in
      AbsolutePath.folder(group.folder.bytes, in: workingFolder).map {
        (folder: ByteString($0), places: group.places)
      }
    }
  }
}

package import Catalog
internal import Concurrency
internal import DecoderMessages
internal import Decoding
package import Imaging
package import PhotoIndex
internal import Synchronization
package import System
internal import Thumbnails
internal import Values

/// Finds out what photos look like: made with their thumbnails, kept in the index, and made of the pictures where
/// neither has been.
package final class PictureLooks: Sendable {
  /// What is known of a photo, by its place in a list.
  package typealias Found = (place: Int, result: Result<DifferenceHash, ImageError.Cause>)
  /// How sharp a photo is, by its place in a list; nil where it cannot be seen.
  package typealias Measured = (place: Int, sharpness: Sharpness?)

  private struct Noted {
    let path: [UInt8]
    let look: PhotoLook
  }

  /// How long a file must have rested for its look to be kept, in nanoseconds, as for records.
  private static let restTime: Int64 = 2_000_000_000
  /// So many files are looked at at once.
  private static let step = 512

  private let index: PhotoIndex
  private let workingFolder: [UInt8]
  private let pace: LoadPace
  private let now: @Sendable () -> FileTime
  private let noted = Mutex<[Noted]>([])
  private let queue = WorkQueue(label: "looks")

  /// Takes what it is made of.
  /// - Parameters:
  ///   - index: Knows the looks of photos.
  ///   - workingFolder: The absolute path of the folder that relative paths begin in.
  ///   - pace: When there is time to load pictures that nobody sees.
  ///   - now: The clock that files are stamped with.
  package init(
    index: PhotoIndex, workingFolder: [UInt8], pace: LoadPace = LoadPace(),
    now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    self.index = index
    self.pace = pace
    self.workingFolder = workingFolder
    self.now = now
  }

  /// Notes the look of a thumbnail that has just been made, to be kept later; callable from any thread.
  ///
  /// How sharp it is can only be said of one size, and so it is measured where that was wanted.
  func note(_ bitmap: Bitmap, as size: ThumbnailSize, of file: PhotoFile) {
    let look = PhotoLook(
      version: IndexedVersion(file.version), hash: DifferenceHash(of: bitmap),
      sharpness: size.side == Sharpness.side ? Sharpness(of: bitmap) : nil)
    note(look, of: file.path)
  }

  private func note(_ look: PhotoLook, of path: [UInt8]) {
    guard look.version.changed < IndexedVersion.nanoseconds(now()) - Self.restTime else { return }
    noted.withLock { $0.append(Noted(path: path, look: look)) }
  }

  private func note(_ look: PhotoLook, of photo: Photo) {
    guard let path = photo.path?.bytes else { return }
    note(look, of: AbsolutePath.normalized(path, in: workingFolder) ?? path)
  }

  /// Keeps in the index what has been noted.
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

  /// Finds out what photos look like; of those that are not known the pictures are loaded, as many at once as are worth
  /// asking the decoders for.
  /// - Parameters:
  ///   - photos: The photos.
  ///   - pictures: What loads them.
  ///   - tell: Hears of some photos after another; returns false where nobody wants to know more.
  package func find(
    of photos: PhotoList, by pictures: some PictureLoading,
    tell: @escaping @Sendable ([Found]) async -> Bool
  ) async {
    let request = DecodingRequest(box: ThumbnailSize.large.box)
    await find(of: photos) { place, look in
      (place, .success(look.hash))
    } making: { [self] place, version in
      let picture = await Self.picture(of: photos[place], for: request, by: pictures)
      let hash = picture.map { DifferenceHash(of: $0) }
      if let version, let hash = try? hash.get() {
        note(PhotoLook(version: version, hash: hash), of: photos[place])
      }
      return (place, hash)
    } tell: { (found: [Found]) in
      await tell(found)
    }
  }

  /// Finds out how sharp photos are; where that is not known their files are decoded, all of them in the same way and
  /// to the same size, whatever thumbnails there are.
  /// - Parameters:
  ///   - photos: The photos; of what is no file nothing is found out.
  ///   - pictures: What loads them.
  ///   - tell: Hears of some photos after another; returns false where nobody wants to know more.
  package func measure(
    _ photos: PhotoList, by pictures: some PictureLoading,
    tell: @escaping @Sendable ([Measured]) async -> Bool
  ) async {
    await find(of: photos) { place, look in
      look.sharpness.map { (place, $0) }
    } making: { [self] place, version in
      guard let version,
        let picture = try? await Self.picture(of: photos[place], for: Self.measured, by: pictures)
          .get()
      else { return (place, nil) }
      let sharpness = Sharpness(of: picture)
      let hash = DifferenceHash(of: picture)
      note(PhotoLook(version: version, hash: hash, sharpness: sharpness), of: photos[place])
      return (place, sharpness)
    } tell: { (found: [Measured]) in
      await tell(found)
    }
  }

  /// All of a picture, as a region of it, which is decoded from the file itself.
  private static let measured = DecodingRequest(
    box: PixelSize(width: Sharpness.side, height: Sharpness.side),
    region: PixelRect(PixelSize(width: 1 << 20, height: 1 << 20)))

  /// Tells what is known of photos in their versions of now, and then what is found out of the others.
  private func find<News: Sendable>(
    of photos: PhotoList, known: (Int, PhotoLook) -> News?,
    making make: @escaping @Sendable (Int, IndexedVersion?) async -> News,
    tell: ([News]) async -> Bool
  ) async {
    await keep()
    var versions = [IndexedVersion?](repeating: nil, count: photos.count)
    var missing = Set(photos.indices)
    for (folder, places) in await groups(of: photos) {
      let names = FileNames(places.count) { photos.name(at: places[$0]) }
      let looks = await index.looks(of: names, in: folder)
      for start in stride(from: 0, to: places.count, by: Self.step) {
        let part = start..<min(start + Self.step, places.count)
        let found = await queue.run {
          places[part].map { Self.version(of: photos[$0]) }
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
        guard await tell(news), !Task.isCancelled else { return }
      }
    }
    let all = versions
    await Self.run(missing.sorted()) { [pace] place in
      await pace.idle()
      return await make(place, all[place])
    } tell: {
      await tell([$0])
    }
    await keep()
  }

  /// Does something for each place, as many at once as are worth asking the decoders for.
  private static func run<News: Sendable>(
    _ places: [Int], _ make: @escaping @Sendable (Int) async -> News, tell: (News) async -> Bool
  ) async {
    await doFewAtOnce(places.count, width: DecoderClient.usefulCalls) { number in
      await make(places[number])
    } tell: { _, news in
      await tell(news)
    }
  }

  private static func picture(
    of photo: Photo, for request: DecodingRequest, by pictures: some PictureLoading
  ) async -> Result<Bitmap, ImageError.Cause> {
    do throws(ImageError.Cause) {
      return .success(try await pictures.picture(of: photo, for: request) { _ in }.bitmap)
    } catch {
      return .failure(error)
    }
  }

  private static func version(of photo: Photo) -> IndexedVersion? {
    photo.path.flatMap { FileVersion(path: $0.bytes) }.map(IndexedVersion.init)
  }

  private func groups(of photos: PhotoList) async -> [(folder: ByteString, places: [Int])] {
    await queue.run { [workingFolder] in photos.groups(from: workingFolder) }
  }
}

extension PhotoList {
  /// The photos of each folder, by their places, with its absolute path; of what is on the web there are none.
  ///
  /// Blocks where a path leads up through a link.
  func groups(from workingFolder: [UInt8]) -> [(folder: ByteString, places: [Int])] {
    folders.compactMap { group in
      AbsolutePath.folder(group.folder.bytes, in: workingFolder).map {
        (folder: ByteString($0), places: group.places)
      }
    }
  }
}

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
  func note(_ bitmap: Bitmap, of file: PhotoFile) {
    note(DifferenceHash(of: bitmap), of: file.path, IndexedVersion(file.version))
  }

  private func note(_ hash: DifferenceHash, of path: [UInt8], _ version: IndexedVersion) {
    guard version.changed < IndexedVersion.nanoseconds(now()) - Self.restTime else { return }
    let look = Noted(path: path, look: PhotoLook(version: version, hash: hash))
    noted.withLock { $0.append(look) }
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
    await keep()
    var versions = [IndexedVersion?](repeating: nil, count: photos.count)
    var missing = Set(photos.indices)
    for (folder, places) in await groups(of: photos) {
      let names = FileNames(places.count) { photos.name(at: places[$0]) }
      let known = await index.looks(of: names, in: folder)
      for start in stride(from: 0, to: places.count, by: Self.step) {
        let part = start..<min(start + Self.step, places.count)
        let found = await queue.run {
          places[part].map { Self.version(of: photos[$0]) }
        }
        for (number, version) in zip(part, found) { versions[places[number]] = version }
        let looks = part.compactMap { number -> Found? in
          guard let look = known[number], look.version == versions[places[number]] else {
            return nil
          }
          return (places[number], .success(look.hash))
        }
        missing.subtract(looks.map(\.place))
        guard await tell(looks), !Task.isCancelled else { return }
      }
    }
    await make(missing.sorted(), of: photos, versions, by: pictures, tell: tell)
    await keep()
  }

  private func make(
    _ places: [Int], of photos: PhotoList, _ versions: [IndexedVersion?],
    by pictures: some PictureLoading, tell: @escaping @Sendable ([Found]) async -> Bool
  ) async {
    await doFewAtOnce(places.count, width: DecoderClient.usefulCalls) { [pace] number in
      await pace.idle()
      return await Self.look(of: photos[places[number]], by: pictures)
    } tell: { number, result in
      let place = places[number]
      if case .success(let hash) = result, let version = versions[place],
        let path = photos[place].path
      {
        note(
          hash, of: AbsolutePath.normalized(path.bytes, in: workingFolder) ?? path.bytes, version)
      }
      return await tell([(place, result)])
    }
  }

  private static func look(
    of photo: Photo, by pictures: some PictureLoading
  ) async -> Result<DifferenceHash, ImageError.Cause> {
    do throws(ImageError.Cause) {
      let request = DecodingRequest(box: ThumbnailSize.large.box)
      let picture = try await pictures.picture(of: photo, for: request) { _ in }
      return .success(DifferenceHash(of: picture.bitmap))
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

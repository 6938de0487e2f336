internal import Concurrency
internal import FileActions
internal import Glibc
internal import Imaging
package import PhotoIndex
internal import Synchronization
package import System
package import Values

/// Finds out what sidecars say of photos: what the index knows, and what has to be read.
///
/// Sidecars are read here and not by a decoder. They have to be read here in any case before they are changed, all of
/// that is Swift with strict memory safety, and so what is shown is what will be changed.
package struct SidecarReader: Sendable {
  /// How many sidecars are read before somebody may stop that.
  private static let step = 64
  /// How long a file must have rested for what was read of it to be kept, in nanoseconds.
  private static let restTime: Int64 = 2_000_000_000

  private let index: PhotoIndex
  private let joinsPairs: Bool
  private let queue = WorkQueue(label: "sidecars")
  private let listed = LatestListing()
  private let now: @Sendable () -> FileTime

  /// Takes what knows what was read before, whether a picture without a sidecar has that of its raw file, and the clock
  /// that files are stamped with.
  package init(
    index: PhotoIndex, joinsPairs: Bool = false, now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    self.index = index
    self.joinsPairs = joinsPairs
    self.now = now
  }

  /// Reads the sidecars of photos in one folder.
  ///
  /// The folder is listed once; where it has no sidecar, that is all. It ends with its task at the next step.
  /// - Parameters:
  ///   - photos: The names of the photos' files.
  ///   - folder: The absolute path of the folder.
  /// - Returns: What is noted of each photo that has a sidecar, by its place; of one that cannot be read that is
  ///   nothing.
  @concurrent
  package func records(of photos: FileNames, in folder: ByteString) async -> [Int: PhotoRecord] {
    let found = await queue.run { sidecars(of: photos, in: folder) }
    guard !found.isEmpty else { return [:] }
    let names = Array(Set(found.values))
    let known = await index.records(of: FileNames(names), in: folder)
    var records: [ByteString: PhotoRecord] = [:]
    var fresh: [(name: ByteString, record: PhotoRecord)] = []
    let latest = IndexedVersion.nanoseconds(now()) - Self.restTime
    for start in stride(from: 0, to: names.count, by: Self.step) {
      guard !Task.isCancelled else { break }
      let places = start..<min(start + Self.step, names.count)
      let read = await queue.run {
        places.map { Self.record(of: names[$0], in: folder, knowing: known[$0]) }
      }
      for (place, record) in zip(places, read) {
        guard let record else { continue }
        records[names[place]] = record
        if record != known[place], record.version.changed < latest {
          fresh.append((names[place], record))
        }
      }
    }
    await index.keep(fresh, in: folder)
    let read = found.compactMapValues { records[$0] }
    guard read.values.contains(where: { $0.turn != nil }) else { return read }
    return await queue.run { Self.withoutOutvoted(read, of: photos, in: folder) }
  }

  /// The same without turns of files that say themselves how they are turned.
  private static func withoutOutvoted(
    _ records: [Int: PhotoRecord], of photos: FileNames, in folder: ByteString
  ) -> [Int: PhotoRecord] {
    var records = records
    for (place, record) in records where record.turn != nil {
      if PhotoTurning.means(of: folder.appending(photos[place])) != .sidecar {
        records[place]?.turn = nil
      }
    }
    return records
  }

  private func sidecars(of photos: FileNames, in folder: ByteString) -> [Int: ByteString] {
    var sidecars = listed.sidecars(in: folder, at: now())
    guard !sidecars.isEmpty else { return [:] }
    if (0..<photos.count).contains(where: { sidecars.isInOtherCase(of: photos[$0]) }) {
      sidecars = SidecarFolder(SidecarFolder.names(in: folder))
    }
    return (0..<photos.count).reduce(into: [:]) {
      $0[$1] = sidecars.sidecar(of: photos[$1], joinsPairs: joinsPairs)
    }
  }

  /// What a sidecar says; nil where it has gone.
  private static func record(
    of name: ByteString, in folder: ByteString, knowing known: PhotoRecord?
  ) -> PhotoRecord? {
    let path = folder.appending(name)
    guard let version = FileVersion(path: path.bytes).map(IndexedVersion.init) else { return nil }
    if let known, known.version == version { return known }
    var record = PhotoRecord(version: version)
    guard let bytes = content(of: path), let document = try? SidecarDocument(bytes) else {
      return record
    }
    record.take(document)
    return record
  }

  /// The largest sidecar that is read, in bytes.
  private static let limit = 16 << 20

  private static func content(of path: ByteString) -> [UInt8]? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = DeepPath.open(path.bytes, flags), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    return file.read(status.st_size, at: 0, into: &bytes) == 0 ? bytes : nil
  }
}

/// The sidecars of the folder that was listed last; callable from any thread.
///
/// While a large folder is opened its visible photos are asked for several times. The listing is used again for a
/// second, where the folder has not changed meanwhile and had not changed shortly before, within the resolution of the
/// clock of any file system.
private final class LatestListing: Sendable {
  private struct Listing {
    let folder: ByteString
    let changed: FileTime
    let time: FileTime
    let sidecars: SidecarFolder
  }

  private let latest = Mutex<Listing?>(nil)

  func sidecars(in folder: ByteString, at now: FileTime) -> SidecarFolder {
    let changed = DeepPath.status(of: folder.bytes).map { FileTime($0.st_ctim) }
    if let latest = latest.withLock(\.self), latest.folder == folder, latest.changed == changed,
      latest.time.seconds...latest.time.seconds + 1 ~= now.seconds
    {
      return latest.sidecars
    }
    let sidecars = SidecarFolder(SidecarFolder.names(in: folder) { $0.isSidecarName })
    if let changed, changed.seconds + 3 < now.seconds {
      let listing = Listing(folder: folder, changed: changed, time: now, sidecars: sidecars)
      latest.withLock { $0 = listing }
    }
    return sidecars
  }
}

extension PhotoRecord {
  /// Takes what a sidecar says; a label of no letters is one that was taken away.
  ///
  /// What other programs say in words of their own counts where there are none of ours.
  fileprivate mutating func take(_ document: SidecarDocument) {
    // Some programs write fractions of stars.
    if let stars = document.value(of: .rating).flatMap({ Double($0) }), stars.isFinite {
      rating = Int8(max(-1, min(5, stars.rounded())))
    }
    if let label = document.value(of: .label) ?? document.foreignLabel {
      words = PhotoWords(camera: nil, lens: nil, label: PhotoMetadata.text(label) ?? "")
    }
    let pick = document.value(of: .pick)
    isPicked = pick == "1"
    if pick == nil, rating != -1, let flag = document.foreignFlag {
      if flag == .rejected { rating = -1 } else { isPicked = true }
    }
    turn = document.turn.flatMap { $0 == .topLeft ? nil : $0 }
    captureDate = document.captureDates.lazy.compactMap { CaptureDate(text: $0) }.first
  }
}

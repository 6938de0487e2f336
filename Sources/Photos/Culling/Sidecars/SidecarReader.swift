package import Base
import FileActions
import Glibc
package import Imaging
package import Storage
import Synchronization

/// Reads sidecars of photos, from the index or their files.
///
/// In this process rather than in a decoder: they must be parsed here anyway to be changed, the
/// parser is memory-safe Swift, and what is shown is then what will be changed.
package struct SidecarReader: Sendable {
  /// Sidecars read between checks for cancellation.
  private static let step = 64
  /// Minimum age of a file for its record to be stored, in nanoseconds.
  private static let restTime: Int64 = 2_000_000_000

  private let index: PhotoIndex
  private let joinsPairs: Bool
  private let queue = WorkQueue(label: "sidecars")
  private let listed = LatestListing()
  private let now: @Sendable () -> FileTime

  package init(
    index: PhotoIndex, joinsPairs: Bool = false, now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    self.index = index
    self.joinsPairs = joinsPairs
    self.now = now
  }

  /// By position, for photos with a sidecar; empty if unreadable. Ends with its task. Has all
  /// descriptions if `isDescribing`, otherwise only those of sidecars that were read.
  @concurrent
  package func records(
    of photos: [ByteString], in folder: ByteString, isDescribing: Bool = false
  ) async -> [Int: PhotoRecord] {
    let found = await queue.run { sidecars(of: photos, in: folder) }
    guard !found.isEmpty else { return [:] }
    let names = Array(Set(found.values))
    let known = await index.records(of: names, in: folder)
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
        guard record.version != known[place]?.version else { continue }
        if record.version.changed < latest { fresh.append((names[place], record)) }
      }
    }
    if isDescribing {
      // Before new versions are stored, so that those that were read keep theirs.
      await index.forEachDescription(of: names, in: folder) { place, description in
        let name = names[place]
        guard records[name]?.version == known[place]?.version else { return }
        records[name]?.description = description
      }
    }
    await index.keep(fresh, in: folder)
    let read = found.compactMapValues { records[$0] }
    let turned = read.keys.filter { read[$0]?.turn != nil }
    guard !turned.isEmpty else { return read }
    let outvoted = await queue.run {
      turned.filter { PhotoTurning.means(of: folder.appending(photos[$0])) != .sidecar }
    }
    return outvoted.reduce(into: read) { $0[$1]?.turn = nil }
  }

  /// In the stored image; they are not in the index.
  package func faces(of photo: ByteString, in folder: ByteString) async -> [Face] {
    await queue.run {
      document(of: folder.appending(photo))?.properties.description.faces ?? []
    }
  }

  /// The metadata of a photo with that of its sidecar, which takes precedence.
  package func metadata(
    over metadata: PhotoMetadata, of path: ByteString
  ) async -> PhotoMetadata {
    await queue.run {
      guard var merged = document(of: path)?.metadata(over: metadata) else { return metadata }
      merged.orientation = metadata.orientation ?? merged.orientation
      return merged
    }
  }

  /// The sidecar's file, not the index; nil without a readable one. Blocks.
  func document(of photo: ByteString) -> SidecarDocument? {
    let folder = photo.folderPath
    return sidecars(of: [photo.lastName], in: folder)[0]
      .flatMap { Self.content(of: folder.appending($0)) }
      .flatMap { try? SidecarDocument(reading: $0) }
  }

  private func sidecars(of photos: [ByteString], in folder: ByteString) -> [Int: ByteString] {
    var sidecars = listed.sidecars(in: folder, at: now())
    guard !sidecars.isEmpty else { return [:] }
    if photos.contains(where: { sidecars.isInOtherCase(of: $0) }) {
      sidecars = SidecarFolder(DirectoryStream.names(at: folder))
    }
    return photos.indices.reduce(into: [:]) {
      $0[$1] = sidecars.sidecar(of: photos[$1], joinsPairs: joinsPairs)
    }
  }

  private static func record(
    of name: ByteString, in folder: ByteString, knowing known: PhotoRecord?
  ) -> PhotoRecord? {
    let path = folder.appending(name)
    guard let version = FileVersion(path: path.bytes).map(IndexedVersion.init) else { return nil }
    if let known, known.version == version { return known }
    var record = PhotoRecord(version: version)
    guard let bytes = content(of: path), let document = try? SidecarDocument(reading: bytes) else {
      return record
    }
    record.take(document)
    return record
  }

  /// Maximum size of a sidecar that is read, in bytes.
  private static let limit = 16 << 20

  private static func content(of path: ByteString) -> [UInt8]? {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = LongPath.open(path.bytes, flags), let status = file.status,
      status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    return file.read(status.st_size, at: 0, into: &bytes) == 0 ? bytes : nil
  }
}

/// Caches the sidecars of the last folder; thread-safe.
///
/// While a large folder is opened, its visible photos are requested several times. The listing is
/// reused for a second if the folder has not changed since, nor shortly before, within the clock
/// resolution of any file system.
private final class LatestListing: Sendable {
  private typealias Listing = (
    folder: ByteString, changed: FileTime, time: FileTime, sidecars: SidecarFolder
  )

  private let latest = Mutex<Listing?>(nil)

  func sidecars(in folder: ByteString, at now: FileTime) -> SidecarFolder {
    let changed = LongPath.status(of: folder.bytes).map { FileTime($0.st_ctim) }
    if let latest = latest.withLock(\.self), latest.folder == folder, latest.changed == changed,
      latest.time.seconds...latest.time.seconds + 1 ~= now.seconds
    {
      return latest.sidecars
    }
    let sidecars = SidecarFolder(DirectoryStream.names(at: folder) { $0.isSidecarName })
    if let changed, changed.seconds + 3 < now.seconds {
      latest.withLock { $0 = (folder, changed, now, sidecars) }
    }
    return sidecars
  }
}

extension PhotoRecord {
  /// An empty label was removed. Other programs' vocabularies apply where ours are missing.
  fileprivate mutating func take(_ document: SidecarDocument) {
    describe(document.description)
    if let stars = document.stars { rating = Int8(stars) }
    if let label = document.value(of: .label) ?? document.foreignLabel {
      words = PhotoWords(camera: nil, lens: nil, label: PhotoMetadata.text(label) ?? "")
    }
    let pick = document.value(of: .pick)
    isPicked = pick == "1"
    if pick == nil, rating != -1, let flag = document.foreignFlag {
      if flag == .rejected { rating = -1 } else { isPicked = true }
    }
    turn = document.turn.flatMap { $0 == .topLeft ? nil : $0 }
    captureDate =
      [(XMLNamespace.exif, "DateTimeOriginal"), (.photoshop, "DateCreated")].lazy
      .compactMap { document.value($0, $1).flatMap { CaptureDate(text: $0) } }.first
  }
}

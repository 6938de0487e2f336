package import Base
import Glibc

/// Published while it is being read. Entries are listed unchecked: a folder shows an error in its
/// cell. Relative paths start at the working folder.
package struct ListCatalog: PhotoCatalog {
  private let place: ListPlace
  private let separator: ListSeparator
  private let elapsed: @Sendable () -> Duration
  private let queue = WorkQueue(label: "list")

  package init(
    _ place: ListPlace, separator: ListSeparator, clock: some Clock<Duration> = ContinuousClock()
  ) {
    (self.place, self.separator) = (place, separator)
    elapsed = Stopwatch(clock).start()
  }

  /// Reads the list; without a subscriber reading ends when the next bytes arrive.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [place, separator, elapsed, queue] stream in
      let source = place.description
      do throws(CatalogError) {
        try await queue.run(orThrow: CatalogError.noThread) {
          var reading = ListReading(source: source, separator: separator, elapsed: elapsed)
          reading.run(place, for: stream)
        }
      } catch {
        let notice = CatalogNotice(source: source, problem: "\(error)", isFailure: true)
        stream.receive(CatalogSnapshot(notices: [notice]))
      }
    }
  }
}

/// Entries are not accessed: 100,000 of them cost only their bytes.
struct ListReading {
  /// Minimum time between two snapshots while entries arrive one by one.
  private static let pause = Duration.milliseconds(100)

  struct Limits {
    var entries = 1_000_000
    var bytes = 256_000_000
  }

  private let source: String
  private let limits: Limits
  private var byteCount = 0
  private var exceeded: String?
  private let elapsed: () -> Duration
  private var reader: PhotoListReader
  private var known = CatalogSnapshot()
  private var pacing = SnapshotPacing()
  private var entryCount = 0
  private var shownCount = 0
  private var shownAt: Duration?
  /// The folder of the last path, shared by paths in the same folder.
  private var folder = ByteString([])

  /// `elapsed` is the time since reading began.
  init(
    source: String, separator: ListSeparator, limits: Limits = Limits(),
    elapsed: @escaping () -> Duration
  ) {
    (self.source, self.limits, self.elapsed) = (source, limits, elapsed)
    reader = PhotoListReader(separator: separator)
  }

  mutating func run(_ place: ListPlace, for receiver: some SnapshotReceiving) {
    do throws(CatalogError) {
      var input = try ListInput(place)
      while !receiver.isGone, exceeded == nil, try readNext(&input) {
        showIfDue(input, for: receiver)
      }
      if exceeded == nil { take(reader.finish()) }
      if let exceeded { note("the list has more than \(exceeded); the rest is not read") }
    } catch {
      note("\(error)")
    }
    guard !receiver.isGone else { return }
    show(for: receiver, isComplete: true)
  }

  private mutating func note(_ problem: String, isFailure: Bool = true) {
    known.notices.append(CatalogNotice(source: source, problem: problem, isFailure: isFailure))
  }

  private mutating func readNext(_ input: inout ListInput) throws(CatalogError) -> Bool {
    var entries: [PhotoListEntry] = []
    var count = 0
    let hasMore = try input.read {
      entries = reader.read($0)
      count = $0.count
    }
    byteCount += count
    if byteCount > limits.bytes { exceeded = "\(limits.bytes) bytes" }
    take(entries)
    return hasMore
  }

  private mutating func take(_ entries: [PhotoListEntry]) {
    let room = limits.entries - entryCount
    if entries.count > room { exceeded = "\(limits.entries) entries" }
    for entry in entries.prefix(room) {
      entryCount += 1
      switch entry.place {
      case .success(.path(let path)): known.entries.append(CatalogEntry(photo(at: path)))
      case .success(.address(let address)):
        known.entries.append(CatalogEntry(Photo(WebPhoto(address: address))))
      case .failure(let error):
        known.skipped.faulty += 1
        if known.skipped.faulty == 1 { note("entry \(entry.line): \(error)", isFailure: false) }
      }
    }
  }

  private mutating func photo(at path: [UInt8]) -> Photo {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    if !path[..<start].elementsEqual(folder.bytes) { folder = ByteString(path[..<start]) }
    return Photo(folder: folder, name: ByteString(path[start...]))
  }

  private mutating func showIfDue(
    _ input: borrowing ListInput, for receiver: some SnapshotReceiving
  ) {
    guard entryCount > shownCount else { return }
    let timeToNext = shownAt.map { max(.zero, Self.pause - (elapsed() - $0)) } ?? .zero
    if pacing.isDue(afterEntries: entryCount) || !input.isReady(within: timeToNext) {
      show(for: receiver, isComplete: false)
    }
  }

  private mutating func show(for receiver: some SnapshotReceiving, isComplete: Bool) {
    pacing.didTakeSnapshot(photoCount: known.entries.count)
    shownCount = entryCount
    shownAt = elapsed()
    known.isComplete = isComplete
    receiver.receive(known)
  }
}

struct ListInput: ~Copyable {
  private let file: Descriptor
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Blocks on a pipe without a writer.
  init(_ place: ListPlace) throws(CatalogError) {
    let opened =
      switch place {
      case .standardInput: Descriptor(opened: fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0))
      case .file(let path): LongPath.open(path.bytes, O_RDONLY | O_CLOEXEC)
      }
    guard let opened else { throw CatalogError(.last) }
    file = opened
  }

  /// Whether a read would not block, now or within `time`.
  func isReady(within time: Duration) -> Bool {
    Polling.wait(for: [file.number], atMost: time) == [true]
  }

  /// False at the end of the list. Throws `unreadable` on a read error, or if it is a folder.
  mutating func read(_ body: (ArraySlice<UInt8>) -> Void) throws(CatalogError) -> Bool {
    while true {
      let count = unsafe Glibc.read(file.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CatalogError(.last) }
      body(buffer[..<count])
      return count > 0
    }
  }
}

package enum ListPlace: Hashable, Sendable, CustomStringConvertible {
  case standardInput
  case file(ByteString)

  package var description: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path.lossyText
    }
  }
}

package enum DocumentFile {
  /// Blocks. Throws `feed` if the file is too large, and `special` if it is not a regular file,
  /// since a FIFO without a writer would block forever.
  package static func read(_ path: ByteString) throws(CatalogError) -> [UInt8] {
    if case .special = try PathLookup.target(of: path) { throw .special }
    var input = try ListInput(.file(path))
    var bytes: [UInt8] = []
    while try input.read({ bytes += $0 }) {
      guard bytes.count <= DocumentLimits.standard.bytes else {
        throw .feed(.largeDocument(limit: DocumentLimits.standard.bytes))
      }
    }
    return bytes
  }
}

package import Base
internal import Synchronization

/// The photo that was last selected in each folder, in a private file; callable from any thread.
///
/// The file is replaced atomically: a killed program leaves the old or the new one. A damaged one
/// counts as empty. Of two programs that write at the same moment, one may lose its change.
package final class PlaceStore: Sendable {
  private typealias Place = (folder: ByteString, name: ByteString)

  /// The most folders that are remembered, newest first.
  package static let limit = 1_000
  package static let fileName = "places"
  private static let header = Array("photocell places 1\n".utf8)
  private static let maxByteCount = 8 << 20

  private let folder: String
  private let queue = WorkQueue(label: "places")
  /// Names to write by folder, nil to forget it.
  private let pending = Mutex<[ByteString: ByteString?]>([:])
  private let writing = Mutex(())

  /// Does not access the disk; `folder` is an absolute path and made when something is written.
  package init(folder: String) {
    self.folder = folder
  }

  /// The names by folder, as written by this and former programs.
  package func load() async -> [ByteString: ByteString] {
    await queue.run { [self] in
      let places = (try? PrivateDirectory(path: folder)).map(Self.read) ?? []
      return Dictionary(places.map { ($0.folder, $0.name) }) { first, _ in first }
    }
  }

  /// Remembers or, if nil, forgets a name in a folder; written soon, at the latest by `flush`.
  package func note(_ name: ByteString?, in folder: ByteString) {
    let isFirst = pending.withLock { pending in
      defer { pending.updateValue(name, forKey: folder) }
      return pending.isEmpty
    }
    if isFirst { queue.start { self.write() } }
  }

  /// Returns when everything noted before is written, or cannot be.
  package func flush() async {
    await queue.run { self.write() }
  }

  private func write() {
    writing.withLock { _ in
      let new = pending.withLock { pending in
        defer { pending = [:] }
        return pending
      }
      guard !new.isEmpty else { return }
      guard let directory = try? PrivateDirectory(making: folder) else { return }
      let old = Self.read(directory).filter { !new.keys.contains($0.folder) }
      let places: [Place] =
        new.compactMap { place in place.value.map { (folder: place.key, name: $0) } } + old
      _ = DraftName.removeAbandoned(directory.names().map { ByteString("\(folder)/\($0)") })
      directory.replace(
        Self.fileName,
        by: Self.header
          + places.prefix(Self.limit).flatMap { $0.folder.bytes + [0] + $0.name.bytes + [0] })
    }
  }

  /// Newest first; empty if the file is missing, foreign or damaged.
  private static func read(_ directory: PrivateDirectory) -> [Place] {
    guard let bytes = directory.content(of: fileName, byteLimit: maxByteCount),
      bytes.starts(with: header), bytes.last == 0
    else { return [] }
    let fields = bytes.dropFirst(header.count).dropLast().split(
      separator: 0, omittingEmptySubsequences: false)
    let slash = UInt8(ascii: "/")
    guard fields.count % 2 == 0 else { return [] }
    let places: [Place] = stride(from: 0, to: min(fields.count, 2 * limit), by: 2).map {
      (folder: ByteString(fields[$0]), name: ByteString(fields[$0 + 1]))
    }
    let isIntact = places.allSatisfy { folder, name in
      folder.bytes.first == slash && folder.bytes.last == slash && !name.bytes.isEmpty
        && !name.bytes.dropLast().contains(slash)
    }
    return isIntact ? places : []
  }
}

internal import Concurrency
internal import Synchronization
internal import System
package import Values

/// Looks into folders that are not shown themselves.
package protocol FolderPeeking: Sendable {
  /// Looks into a folder; over soon after the task is cancelled, with an answer that nobody needs.
  /// - Parameter path: The beginning of the paths in it.
  /// - Returns: What is in it, those inside it left alone.
  /// - Throws: Why it cannot be read.
  func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek
}

/// Looks into folders by the names in them: no file is opened, and of no more than four is asked which
/// version they are.
///
/// Its threads give way to all others, and each look ends after so many entries that it takes a part of a
/// second.
package struct FolderPeeker: FolderPeeking {
  /// A hundred thousand names take less than half a second of a debug build, on a disk that is remembered.
  package static let usualLimit = 100_000

  private let queue = WorkQueue(label: "folders", givesWay: true)
  private let limit: Int

  /// Makes one that has looked at nothing.
  /// - Parameter limit: How many entries of a folder are read at most.
  package init(limit: Int = usualLimit) {
    self.limit = limit
  }

  /// Reads the names in a folder, on a thread of its own.
  package func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek {
    let wish = Wish()
    let result = await withTaskCancellationHandler {
      await queue.run { [limit] in
        Result { () throws(CatalogError) in
          try FolderPeek(into: path, limit: limit, unless: { wish.isGone })
        }
      }
    } onCancel: {
      wish.end()
    }
    return try result.get()
  }

  /// Whether somebody still wants an answer.
  private final class Wish: Sendable {
    private let hasEnded = Atomic(false)

    var isGone: Bool { hasEnded.load(ordering: .relaxed) }

    func end() { hasEnded.store(true, ordering: .relaxed) }
  }
}

extension FolderPeek {
  /// Reads the names in a folder; for a thread that may block.
  /// - Parameters:
  ///   - path: The beginning of the paths in it.
  ///   - limit: How many entries are read at most.
  ///   - isGone: Whether it is useless to read on.
  /// - Throws: Why it cannot be read.
  init(into path: ByteString, limit: Int, unless isGone: () -> Bool) throws(CatalogError) {
    self.init()
    var reader = FolderReader(folder: path, isRecursive: false)
    var event = reader.next()
    if case .skipped(let error) = event { throw error }
    var count = 0
    while !isGone(), let next = event {
      switch next {
      case .photo(let photo): add(photo)
      case .subfolder: folderCount += 1
      case .folderEnd(let error?): throw error
      case .folderBegin, .folderEnd, .other, .ignored, .skipped: break
      }
      hasMore = count == limit
      guard !hasMore else { break }
      count += 1
      event = reader.next()
    }
    cover = cover.map { $0.ofVersionNow() }
  }
}

extension Photo {
  /// The photo at the same path that its file is now: another one after every change of it.
  fileprivate func ofVersionNow() -> Photo {
    guard let path, let version = FileVersion(path: path.bytes) else { return self }
    return revised(as: UInt64(bitPattern: Int64(version.hashValue)))
  }
}

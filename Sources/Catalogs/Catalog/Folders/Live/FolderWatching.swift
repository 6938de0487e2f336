internal import System
import Values

/// Tells what happens in folders; what there is to tell goes to whoever made it, from any thread.
protocol FolderWatching: Sendable {
  /// Watches a folder, by a path that the kernel can open; may block.
  func watch(_ folder: ByteString) -> FolderWatchAnswer

  /// Watches a folder no more.
  func endWatch(_ number: Int32)
}

/// What becomes of the wish to watch a folder.
enum FolderWatchAnswer: Hashable {
  /// Whatever happens there is told of, by events of this number; where `isShared` only what happens on
  /// this machine.
  case watched(Int32, isShared: Bool = false)
  /// There are too many watches.
  case refused
  /// There is nothing to watch, or nobody may look at it: whoever reads it hears the same.
  case unreadable
}

internal import Concurrency
internal import Glibc
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

/// Folders that the kernel watches; the watches end when it goes.
///
/// One thread waits in the kernel, and nothing wakes while nothing happens.
final class KernelFolderWatch: FolderWatching {
  private final class Core: Sendable {
    let watch: DirectoryWatch
    let end: WakeSignal

    init?() {
      guard let end = WakeSignal(), let watch = try? DirectoryWatch() else { return nil }
      self.watch = watch
      self.end = end
    }

    /// Tells of events until the end has come.
    func run(_ tell: ([DirectoryEvent]) -> Void) {
      while Polling.wait(for: [watch.number, end.number]) == [true, false] {
        tell(watch.events())
      }
    }
  }

  private let threads = WorkQueue(label: "watch")
  /// Nil where the system has no descriptor or thread for it.
  private let core: Core?

  /// Begins to watch, nothing yet.
  /// - Parameter tell: Is called on a thread of its own with what has happened.
  init(_ tell: @escaping @Sendable ([DirectoryEvent]) -> Void) {
    guard let core = Core(), threads.start({ core.run(tell) }) else {
      core = nil
      return
    }
    self.core = core
  }

  deinit {
    core?.end.give()
  }

  func watch(_ folder: ByteString) -> FolderWatchAnswer {
    guard let core else { return .refused }
    do throws(SystemError) {
      let number = try core.watch.add(folder.bytes)
      return .watched(number, isShared: FileSystem.isShared(at: folder.bytes))
    } catch {
      switch error.number {
      case ENOSPC, ENOMEM, ENAMETOOLONG: return .refused
      default: return .unreadable
      }
    }
  }

  func endWatch(_ number: Int32) {
    core?.watch.remove(number)
  }
}

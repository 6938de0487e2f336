internal import Concurrency
internal import Glibc
internal import System
import Values

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

internal import Base
internal import Glibc

/// Watches folders; calls the handler it was made with, from any thread.
protocol FolderWatching: Sendable {
  /// Takes a path that the kernel can open; may block.
  func watch(_ folder: ByteString) -> FolderWatchAnswer

  func endWatch(_ number: Int32)
}

enum FolderWatchAnswer: Hashable {
  /// Events carry this number; with `isShared`, changes by other machines are not reported.
  case watched(Int32, isShared: Bool = false)
  /// The limit of watches is reached.
  case refused
  /// It does not exist or is not permitted; reading it fails in the same way.
  case unreadable
}

/// An inotify watch; closed on deinit.
///
/// One thread waits in the kernel; no wake-ups without events.
final class KernelFolderWatch: FolderWatching {
  private final class Core: Sendable {
    let watch: DirectoryWatch
    let end: WakeSignal

    init?() {
      guard let end = WakeSignal(), let watch = try? DirectoryWatch() else { return nil }
      self.watch = watch
      self.end = end
    }

    func run(_ tell: ([DirectoryEvent]) -> Void) {
      while Polling.wait(for: [watch.number, end.number]) == [true, false] {
        tell(watch.events())
      }
    }
  }

  private let threads = WorkQueue(label: "watch")
  /// Nil if there is no file descriptor or thread left.
  private let core: Core?

  /// The handler is called on a thread of its own.
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

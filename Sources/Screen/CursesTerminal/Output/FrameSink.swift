import CLinux
import Glibc
internal import System

/// The descriptor that ncurses writes to: a file in memory while frames are made, so that they come out
/// as bytes, and the terminal while its modes are set.
///
/// ncurses writes with blocking calls, on the thread that makes a frame. What it leaves in memory a
/// thread of its own may write.
nonisolated struct FrameSink: ~Copyable {
  private let terminal: Int32
  private let memory: Descriptor
  private let sink: Descriptor

  /// Makes a sink that leads to a terminal; nil where too many files are open.
  init?(terminal: Int32) {
    let numbers = [cl_memory_file(), fcntl(terminal, F_DUPFD_CLOEXEC, 3)]
    guard numbers.allSatisfy({ $0 >= 0 }) else {
      for number in numbers where number >= 0 { close(number) }
      return nil
    }
    self.terminal = terminal
    memory = Descriptor(taking: numbers[0])
    sink = Descriptor(taking: numbers[1])
  }

  /// The number for ncurses.
  var number: Int32 { sink.number }

  /// Has everything written from now on wait for `take`.
  func capture() {
    redirect(to: memory.number)
  }

  /// Has ncurses do something with the terminal itself, to which nobody else may write meanwhile.
  func withTerminal(_ body: () -> Void) {
    redirect(to: terminal)
    body()
    capture()
  }

  /// What has been written since the last call.
  func take() -> [UInt8] {
    let count = Int(lseek(memory.number, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = unsafe max(0, pread(memory.number, buffer.baseAddress, count, 0))
    }
    lseek(memory.number, 0, SEEK_SET)
    return bytes
  }

  /// Fails only where the kernel has no memory, and then leaves everything as it was.
  private func redirect(to target: Int32) {
    _ = cl_replace(sink.number, target)
  }
}

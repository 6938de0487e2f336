internal import Base
import CLinux
import Glibc

/// The descriptor ncurses writes to: a memory file for frames, the terminal while modes are set.
///
/// ncurses writes with blocking calls on the rendering thread, the terminal is written by another.
struct FrameSink: ~Copyable {
  private let terminal: Int32
  private let memory: Descriptor
  private let sink: Descriptor

  init?(terminal: Int32) {
    guard let memory = Descriptor(opened: cl_memory_file()),
      let sink = Descriptor(opened: fcntl(terminal, F_DUPFD_CLOEXEC, 3))
    else { return nil }
    self.terminal = terminal
    self.memory = memory
    self.sink = sink
  }

  var number: Int32 { sink.number }

  func capture() {
    redirect(to: memory.number)
  }

  /// Nothing else may write to the terminal while `body` runs.
  func withTerminal(_ body: () -> Void) {
    redirect(to: terminal)
    body()
    capture()
  }

  func take() -> [UInt8] {
    let count = Int(lseek(memory.number, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = unsafe max(0, pread(memory.number, buffer.baseAddress, count, 0))
    }
    lseek(memory.number, 0, SEEK_SET)
    return bytes
  }

  /// Fails only if the kernel is out of memory, and then changes nothing.
  private func redirect(to target: Int32) {
    _ = cl_replace(sink.number, target)
  }
}

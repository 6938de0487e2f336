internal import CLinux
internal import Glibc

/// Wakes a thread that polls descriptors.
package final class WakeSignal: Sendable {
  private let descriptor: Descriptor

  /// Nil if there are too many open files.
  package init?() {
    guard let opened = Descriptor(opened: cl_signal_descriptor()) else { return nil }
    descriptor = opened
  }

  /// Readable while the signal is set.
  package var number: Int32 { descriptor.number }

  /// Sets the signal; callable from any thread, never blocks.
  package func give() {
    cl_signal(descriptor.number)
  }

  /// Clears the signal; never blocks.
  package func takeBack() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor.number, &count, MemoryLayout<UInt64>.size)
  }
}

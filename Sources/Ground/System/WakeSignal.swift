internal import CLinux
internal import Glibc

/// Something that another thread can be woken by while it waits for descriptors.
package final class WakeSignal: Sendable {
  private let descriptor: Descriptor

  /// Makes a signal that has not been given.
  /// - Returns: Nil where there are too many open files.
  package init?() {
    let number = cl_signal_descriptor()
    guard number >= 0 else { return nil }
    descriptor = Descriptor(taking: number)
  }

  /// The number that can be polled for reading, from the moment the signal is given.
  package var number: Int32 { descriptor.number }

  /// Gives the signal, until it is taken back; callable from any thread, never waits.
  package func give() {
    cl_signal(descriptor.number)
  }

  /// Takes the signal back; never waits.
  package func takeBack() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor.number, &count, MemoryLayout<UInt64>.size)
  }
}

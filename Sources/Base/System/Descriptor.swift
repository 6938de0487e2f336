internal import CLinux
package import Glibc

/// An owned file descriptor, closed on deinit; may be used on any thread.
package struct Descriptor: ~Copyable, Sendable {
  /// Valid as long as this value.
  package let number: Int32

  package init(taking number: Int32) {
    self.number = number
  }

  /// Takes the result of a system call; nil if that is negative.
  package init?(opened number: Int32) {
    guard number >= 0 else { return nil }
    self.init(taking: number)
  }

  deinit {
    close(number)
  }

  /// Returns the number without closing it; the caller must close it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  package var status: stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }

  /// A close-on-exec duplicate; sets `errno` on failure.
  package borrowing func duplicate() -> Descriptor? {
    Descriptor(opened: fcntl(number, F_DUPFD_CLOEXEC, 0))
  }

  /// Sends a message with descriptors over a socket without waiting long; sets `errno` on failure.
  package borrowing func send(_ bytes: [UInt8], with descriptors: [Int32] = []) -> Bool {
    unsafe cl_send(number, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0
  }

  /// Waits for a message, closing descriptors sent with it; empty at the end, nil on failure.
  package borrowing func receive(atMost capacity: Int) -> [UInt8]? {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      repeat {
        length = unsafe recv(number, buffer.baseAddress, capacity, 0)
      } while length < 0 && errno == EINTR
      count = max(0, length)
    }
    return length < 0 ? nil : bytes
  }

  /// Appends `count` bytes from an offset, fewer at the end of the file; returns `errno` or zero.
  package borrowing func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) -> Int32 {
    var failure: Int32 = 0
    bytes.append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, initialized in
        failure = unsafe fill(buffer, from: offset, &initialized)
      }
    }
    return failure
  }

  private borrowing func fill(
    _ buffer: UnsafeMutableBufferPointer<UInt8>, from offset: Int, _ count: inout Int
  ) -> Int32 {
    while count < buffer.count {
      let got = unsafe pread(
        number, buffer.baseAddress?.advanced(by: count), buffer.count - count, offset + count)
      if got == 0 { break }
      if got < 0, errno == EINTR { continue }
      if got < 0 { return errno }
      count += got
    }
    return 0
  }

  /// Opens an entry of a folder; sets `errno` on failure.
  package static func open(
    _ name: ByteString, in folder: borrowing Descriptor, _ flags: Int32, mode: UInt32 = 0
  ) -> Descriptor? {
    Descriptor(opened: unsafe openat(folder.number, name.cString, flags, mode))
  }

  /// Readable after a process has ended, if it has not been waited for; sets `errno` on failure.
  package static func ofProcess(_ process: Int32) -> Descriptor? {
    Descriptor(opened: cl_open_process(process))
  }

  /// An immutable memory file; sets `errno` on failure.
  package static func ofSealedFile(_ bytes: [UInt8]) -> Descriptor? {
    Descriptor(opened: unsafe cl_sealed_file(bytes, bytes.count))
  }

  /// Sets `errno` on failure.
  package static var ofNowhere: Descriptor? {
    Descriptor(opened: unsafe Glibc.open("/dev/null", O_RDWR | O_CLOEXEC))
  }
}

package enum Polling {
  /// Waits until a descriptor is readable or hung up; returns which are, none at the timeout.
  ///
  /// Also returns when `writable` is writable. Negative descriptors are ignored.
  package static func wait(
    for numbers: [Int32], toWrite writable: Int32 = -1, atMost timeout: Duration? = nil
  ) -> [Bool] {
    var polled = numbers.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    polled.append(pollfd(fd: writable, events: Int16(POLLOUT), revents: 0))
    let deadline = timeout.map { ContinuousClock.now + $0 }
    var count: Int32
    repeat {
      count = unsafe poll(&polled, nfds_t(polled.count), milliseconds(until: deadline))
    } while count < 0 && errno == EINTR
    return polled.dropLast().map { count > 0 && $0.revents != 0 }
  }

  /// Rounded up to avoid early wake-ups; -1 for no deadline.
  package static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(clamping: Int(min(max(0, left), 1e9).rounded(.up)))
  }
}

package final class WakeSignal: Sendable {
  private let descriptor: Descriptor

  /// Nil if there are too many open files.
  package init?() {
    guard let opened = Descriptor(opened: cl_signal_descriptor()) else { return nil }
    descriptor = opened
  }

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

/// Writes at an offset or the current position, blocking if the descriptor does; may fail halfway.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int? = nil
) -> SystemError? {
  var done = 0
  while done < bytes.count {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
    let count =
      if let offset {
        unsafe pwrite(descriptor, rest.baseAddress, rest.count, offset + done)
      } else {
        unsafe write(descriptor, rest.baseAddress, rest.count)
      }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return count < 0 ? .last : SystemError(EIO) }
    done += count
  }
  return nil
}

package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
  unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
}

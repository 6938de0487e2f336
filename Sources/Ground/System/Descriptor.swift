internal import CLinux
package import Glibc

/// A descriptor of this process, which is closed when it goes; may be used on any thread.
package struct Descriptor: ~Copyable, Sendable {
  /// The number, which is good as long as this is there.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(taking number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Hands the number over to one who closes it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

extension Descriptor {
  /// What the kernel says of the file (fstat(2)); nil where it cannot be asked.
  package var status: stat? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status : nil
  }

  /// Another descriptor of the same open file, which closes itself.
  /// - Returns: Nil where too many files are open; `errno` says which.
  package borrowing func duplicate() -> Descriptor? {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : Descriptor(taking: copy)
  }

  /// Sends one message over a socket, and descriptors of this process with it; never waits long.
  /// - Returns: False where it could not be sent; `errno` says why.
  package borrowing func send(_ bytes: [UInt8], with descriptors: [Int32] = []) -> Bool {
    unsafe cl_send(number, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0
  }

  /// Waits for a message without descriptors; those that come with it are let go.
  /// - Returns: The message; empty at the end, nil where there is none.
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

  /// Reads from a place of a file until the bytes are there or the file ends, and appends them.
  /// - Parameters:
  ///   - count: How many bytes are wanted.
  ///   - offset: Where they begin, in bytes from the start of the file.
  ///   - bytes: Gets what could be read.
  /// - Returns: `errno`; zero for success.
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
}

extension Descriptor {
  /// A descriptor that can be read once a process has ended; the process must not have been waited
  /// for yet.
  /// - Returns: Nil where there is none; `errno` says why.
  package static func ofProcess(_ process: Int32) -> Descriptor? {
    let number = cl_open_process(process)
    return number < 0 ? nil : Descriptor(taking: number)
  }

  /// A file in memory that holds bytes, and that nobody can change.
  /// - Returns: Nil where there is no memory for it, or too many files are open; `errno` says which.
  package static func ofSealedFile(_ bytes: [UInt8]) -> Descriptor? {
    let number = unsafe cl_sealed_file(bytes, bytes.count)
    return number < 0 ? nil : Descriptor(taking: number)
  }

  /// What takes everything that is written, and has nothing to read: `/dev/null`.
  /// - Returns: Nil where too many files are open; `errno` says which.
  package static var ofNowhere: Descriptor? {
    let number = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    return number < 0 ? nil : Descriptor(taking: number)
  }
}

internal import CLinux
internal import Glibc

/// Connected sockets: the near end is kept, the far end is passed to another process.
package struct SocketPair: ~Copyable, Sendable {
  package enum Kind: Sendable {
    case messages
    case stream
  }

  package let near: Descriptor
  /// -1 once it is closed here.
  package private(set) var far: Int32

  /// Close-on-exec; sets `errno` on failure.
  package init?(_ kind: Kind) {
    var ends: [Int32] = [-1, -1]
    let type = (kind == .messages ? SOCK_SEQPACKET : SOCK_STREAM).rawValue | SOCK_CLOEXEC.rawValue
    guard unsafe socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else { return nil }
    near = Descriptor(taking: ends[0])
    far = ends[1]
  }

  deinit {
    if far >= 0 { close(far) }
  }

  /// Closes the passed end here, so that the near end detects when the other process closes it.
  package mutating func closeFar() {
    close(far)
    far = -1
  }

  /// Shuts down sending; data can still be received.
  package borrowing func endSending() {
    shutdown(near.number, Int32(SHUT_WR))
  }
}

/// Descriptors not taken are closed on deinit.
package struct ReceivedMessage: ~Copyable {
  package let bytes: [UInt8]
  package private(set) var descriptors: [Int32]

  /// Waits for a message; for one thread at a time.
  ///
  /// Returns nil with `errno` `EMSGSIZE` for excess bytes or descriptors, which are closed.
  package init?(from socket: borrowing Descriptor, atMost capacity: Int, descriptorCount: Int) {
    var numbers = [Int32](repeating: -1, count: descriptorCount)
    var bytes = [UInt8](repeating: 0, count: capacity)
    var count = Int32(descriptorCount)
    let length = unsafe cl_receive(socket.number, &bytes, capacity, &numbers, &count)
    guard length >= 0 else { return nil }
    self.bytes = Array(bytes.prefix(length))
    descriptors = Array(numbers.prefix(Int(count)))
  }

  deinit {
    for number in descriptors { close(number) }
  }

  package mutating func takeDescriptor() -> Descriptor {
    Descriptor(taking: descriptors.removeFirst())
  }
}

internal import CLinux
internal import Glibc

/// Two connected sockets: the near end is kept, the far end is passed to another process.
package struct SocketPair: ~Copyable, Sendable {
  /// How bytes travel between the ends.
  package enum Kind: Sendable {
    /// Messages that stay whole.
    case messages
    /// Bytes in a row.
    case stream

    fileprivate var type: Int32 {
      switch self {
      case .messages: Int32(SOCK_SEQPACKET.rawValue)
      case .stream: Int32(SOCK_STREAM.rawValue)
      }
    }
  }

  /// The end that is kept.
  package let near: Descriptor
  /// The number of the end that is passed on; -1 once it is closed here.
  package private(set) var far: Int32

  /// Makes a pair of sockets that programs started later do not get.
  /// - Returns: Nil where there are too many open files; `errno` says so.
  package init?(_ kind: Kind) {
    var ends: [Int32] = [-1, -1]
    let type = kind.type | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    near = Descriptor(taking: ends[0])
    far = ends[1]
  }

  deinit {
    if far >= 0 { close(far) }
  }

  /// Closes the end that has been passed on: only then does the near end see when the other process
  /// closes it.
  package mutating func closeFar() {
    close(far)
    far = -1
  }

  /// Tells the other side that nothing will be sent any more; the rest can still be received.
  package borrowing func endSending() {
    shutdown(near.number, Int32(SHUT_WR))
  }
}

/// A message with descriptors that came over a socket; those that are not taken out are closed.
package struct ReceivedMessage: ~Copyable {
  /// The message; empty where the other side has gone.
  package let bytes: [UInt8]
  private var numbers: [Int32]

  /// Waits for a message with at most `descriptorCount` descriptors; for one thread at a time.
  /// - Returns: Nil for a message that is too long or has too many, of which nothing is kept; then
  ///   `errno` is `EMSGSIZE`.
  package init?(
    from socket: borrowing Descriptor, atMost capacity: Int, descriptorCount: Int
  ) {
    var numbers = [Int32](repeating: -1, count: descriptorCount)
    var bytes = [UInt8](repeating: 0, count: capacity)
    var count = Int32(descriptorCount)
    let length = unsafe cl_receive(socket.number, &bytes, capacity, &numbers, &count)
    guard length >= 0 else { return nil }
    self.bytes = Array(bytes.prefix(length))
    self.numbers = Array(numbers.prefix(Int(count)))
  }

  deinit {
    for number in numbers { _ = Descriptor(taking: number) }
  }

  /// How many descriptors are left.
  package var descriptorCount: Int { numbers.count }

  /// The descriptors that are left, which are good as long as this is there.
  package var descriptorNumbers: [Int32] { numbers }

  /// Takes out the first descriptor that is left; there must be one.
  package mutating func takeDescriptor() -> Descriptor {
    Descriptor(taking: numbers.removeFirst())
  }
}

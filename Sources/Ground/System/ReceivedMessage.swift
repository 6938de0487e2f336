internal import CLinux

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

  /// Takes out the first descriptor that is left; there must be one.
  package mutating func takeDescriptor() -> Descriptor {
    Descriptor(taking: numbers.removeFirst())
  }
}

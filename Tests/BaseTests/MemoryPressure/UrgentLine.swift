import Glibc
import Synchronization

/// Two ends of a connection whose urgent data (RFC 9293, 3.8.5) make a descriptor ready as the kernel
/// does when memory is short.
final class UrgentLine: Sendable {
  private let sender: Int32
  /// Is ready for POLLPRI after `send()` until `take()`; the watch closes it.
  let receiver: Int32
  private let taken = Mutex(0)

  init() {
    let door = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    sender = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let (door2, sender2) = (door, sender)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(door2, address, size) == 0 && listen(door2, 1) == 0
          && getsockname(door2, address, &size) == 0 && connect(sender2, address, size) == 0
      }
    }
    precondition(isOpen, "a test needs a connection to itself")
    receiver = accept(door, nil, nil)
    close(door)
  }

  deinit {
    close(sender)
  }

  /// How many pieces of urgent data were taken.
  var takenCount: Int { taken.withLock { $0 } }

  /// Sends one piece of urgent data.
  func send() {
    var byte: UInt8 = 1
    _ = Glibc.send(sender, &byte, 1, Int32(MSG_OOB))
  }

  /// Receives it, so that the descriptor is no longer ready.
  func take() {
    var byte: UInt8 = 0
    let count = recv(receiver, &byte, 1, Int32(MSG_OOB))
    if count == 1 { taken.withLock { $0 += 1 } }
  }
}

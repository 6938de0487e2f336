import Glibc

/// A socket bound to a local address, at a port chosen by the system.
///
/// Another program can listen at the port as long as this one does not.
package struct LoopbackSocket {
  /// Must be closed by the owner.
  package let descriptor: Int32
  package let port: Int

  /// Nil if the machine does not have the address.
  package init?(host: String) {
    var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
    hints.ai_flags = AI_NUMERICHOST
    guard getaddrinfo(host, "0", &hints, &found) == 0, let place = found?.pointee else {
      return nil
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(place.ai_family, kind, 0)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, place.ai_addr, place.ai_addrlen) == 0,
      let port = Self.port(of: descriptor)
    else {
      close(descriptor)
      return nil
    }
    self.port = port
  }

  /// The port has the same offset in IPv4 and IPv6 addresses.
  private static func port(of descriptor: Int32) -> Int? {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length) == 0
      }
    }
    return isKnown ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }
}

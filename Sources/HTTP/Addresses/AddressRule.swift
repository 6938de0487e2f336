package import Base
internal import Glibc

package struct AddressRule: Sendable {
  let isPrivate: @Sendable (IPAddress) -> Bool

  /// The IANA special-purpose registries.
  package static let standard = AddressRule { $0.isPrivate }

  /// For networks with other private addresses.
  package init(isPrivate: @escaping @Sendable (IPAddress) -> Bool) {
    self.isPrivate = isPrivate
  }
}

extension IPAddress {
  /// Nil for address families other than IPv4 and IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch Int32(unsafe address.pointee.sa_family) {
    case AF_INET:
      let four = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe Array($0) }
      }
      self.init(bytes: four)
    case AF_INET6:
      let six = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe Array($0) }
      }
      self.init(bytes: six)
    default: return nil
    }
  }
}

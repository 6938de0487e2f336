package import Addresses
internal import Glibc

/// Which addresses are of a private network.
package struct AddressRule: Sendable {
  let isPrivate: @Sendable (IPAddress) -> Bool

  /// What the registries of the internet say.
  package static let standard = AddressRule { $0.isPrivate }

  /// Takes another rule, for a network with addresses of its own.
  package init(isPrivate: @escaping @Sendable (IPAddress) -> Bool) {
    self.isPrivate = isPrivate
  }
}

extension IPAddress {
  /// Takes the address out of what the system is asked to connect to; nil for other families.
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

package import Addresses

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

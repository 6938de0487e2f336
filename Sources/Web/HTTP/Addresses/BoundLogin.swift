/// A name and a password for every request to one origin, and for no other.
package struct BoundLogin: Sendable {
  /// What they are for.
  let origin: WebOrigin
  /// What the `Authorization` is made from.
  let login: Login

  /// Binds them to the origin of an address.
  package init(user: String, password: String, for address: WebAddress) {
    login = Login(user: user, password: password)
    origin = address.origin
  }
}

extension BoundLogin: CustomReflectable {
  /// Nothing that is secret, for dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["host": origin.host]) }
}

/// A login that is sent to one origin only.
package struct BoundLogin: Sendable {
  let origin: WebOrigin
  let login: Login

  package init(user: String, password: String, for address: WebAddress) {
    login = Login(user: user, password: password)
    origin = address.origin
  }
}

extension BoundLogin: CustomReflectable {
  /// Excludes the login from dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["host": origin.host]) }
}

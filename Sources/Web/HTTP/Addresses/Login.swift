/// A name and a password for one host.
struct Login: Hashable, Sendable {
  let user: String
  let password: String

  /// What the `Authorization` is made from.
  var credentials: String { "\(user)\n\(password)" }
}

import Values

extension WebURL: CustomStringConvertible {
  /// The address as it may be shown and logged: without name and password, and with an ellipsis of
  /// three dots for the value of each parameter that is a key by its name.
  package var description: String {
    guard let query else { return publicText }
    let shown = query.split(separator: "&", omittingEmptySubsequences: false).map(Self.shown)
    return publicText.prefix { $0 != "?" } + "?" + shown.joined(separator: "&")
  }

  private static func shown(_ parameter: Substring) -> Substring {
    guard let equals = parameter.firstIndex(of: "="),
      secretNames.contains(parameter[..<equals].lowercased())
    else { return parameter }
    return parameter[...equals] + "..."
  }

  private static let secretNames: Set<String> = [
    "access_key", "access_token", "api_key", "api-key", "apikey", "auth", "client_id",
    "client_secret", "key", "password", "secret", "sig", "signature", "token", "x-amz-credential",
    "x-amz-security-token", "x-amz-signature",
  ]
}

extension WebURL: CustomReflectable {
  /// Nothing but what may be shown, for dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

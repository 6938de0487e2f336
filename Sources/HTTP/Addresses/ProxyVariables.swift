import Base

/// Proxies from the environment, with curl's rules. `http_proxy` is read in lower case only, since
/// a CGI server's `HTTP_PROXY` may come from a request.
package struct ProxyVariables: Sendable {
  private let open, secure: String?
  private let exceptions: [String]

  package init(environment: (String) -> String?) {
    let all = Self.value("all_proxy", environment)
    open = environment("http_proxy").flatMap { $0.isEmpty ? nil : $0 } ?? all
    secure = Self.value("https_proxy", environment) ?? all
    exceptions = (Self.value("no_proxy", environment) ?? "").lowercased()
      .split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
  }

  private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
    if let value = environment(name), !value.isEmpty { return value }
    return environment(name.uppercased()).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// In libcurl's syntax; nil for a direct connection.
  func proxy(for origin: WebOrigin) -> String? {
    guard let proxy = origin.isSecure ? secure : open else { return nil }
    return exceptions.contains { Self.matches($0, origin.bareHost) } ? nil : proxy
  }

  private static func matches(_ exception: String, _ host: String) -> Bool {
    if exception == "*" { return true }
    let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
    return host == name || host.hasSuffix(".\(name)") || isInNetwork(host, name)
  }

  private static func isInNetwork(_ host: String, _ network: String) -> Bool {
    let parts = network.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let bits = Int(parts[1]), let address = IPAddress(host),
      let base = IPAddress(String(parts[0]))
    else { return false }
    let isShort = parts[0].contains(".")
    guard (0...(isShort ? 32 : 128)).contains(bits) else { return false }
    return address.hasPrefix(base.bytes, bits: isShort ? bits + 96 : bits)
  }
}

import Base
import TestServer

/// The signature of a request as its server computes it: AWS Signature Version 4, "Create a signed AWS API
/// request".
struct SignatureV4 {
  /// The fields of a request's signature.
  let scope: String
  let names: String
  let signature: String
  private let request: AskedRequest

  /// Takes a request; nil where it is not signed.
  init?(_ request: AskedRequest) {
    guard let line = request.headers["authorization"], line.hasPrefix("AWS4-HMAC-SHA256 ") else {
      return nil
    }
    let parts = line.dropFirst("AWS4-HMAC-SHA256 ".count).split { $0 == "," || $0 == " " }
    func value(_ name: String) -> String? {
      parts.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    guard let scope = value("Credential"), let names = value("SignedHeaders"),
      let signature = value("Signature")
    else { return nil }
    (self.scope, self.names, self.signature, self.request) = (scope, names, signature, request)
  }

  /// Whether it was made with a secret, of this very request.
  func isMade(with secret: String) -> Bool {
    let path = String(request.target.prefix { $0 != "?" })
    let query = String(request.target.dropFirst(path.count + 1))
    let lines = names.split(separator: ";").map {
      "\($0):\(request.headers[String($0)] ?? "")\n"
    }
    // Without a body and unless a header gives another one: the digest of no bytes.
    let payload = request.headers["x-amz-content-sha256"] ?? SHA256.hexDigits(of: [])
    let canonical = "GET\n\(path)\n\(query)\n\(lines.joined())\n\(names)\n\(payload)"
    let parts = scope.split(separator: "/").dropFirst().map(String.init)
    let text = [
      "AWS4-HMAC-SHA256", request.headers["x-amz-date"] ?? "", parts.joined(separator: "/"),
      SHA256.hexDigits(of: canonical.utf8),
    ].joined(separator: "\n")
    var key = Array("AWS4\(secret)".utf8)
    for part in parts { key = Self.code(of: Array(part.utf8), key: key) }
    let code = Self.code(of: Array(text.utf8), key: key)
    return signature == code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func digest(of message: [UInt8]) -> [UInt8] {
    let digits = SHA256.hexDigits(of: message).compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// HMAC-SHA256: RFC 2104.
  private static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let short = key.count > 64 ? Self.digest(of: key) : key
    let padded = short + [UInt8](repeating: 0, count: 64 - short.count)
    let inner = Self.digest(of: padded.map { $0 ^ 0x36 } + message)
    return Self.digest(of: padded.map { $0 ^ 0x5C } + inner)
  }
}

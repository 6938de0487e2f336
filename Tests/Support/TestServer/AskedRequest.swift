package struct AskedRequest: Hashable, Sendable {
  package let method: String
  /// The path with its query, as sent.
  package let target: String
  /// Names in lower case.
  package let headers: [String: String]
  package let body: String

  /// Parses a head and reads its body; nil if it is invalid.
  init?(head: [UInt8], body read: (Int) -> [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    let pairs = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      return (parts[0].lowercased(), String(value))
    }
    headers = Dictionary(pairs, uniquingKeysWith: { "\($0), \($1)" })
    body = String(decoding: read(headers["content-length"].flatMap { Int($0) } ?? 0), as: UTF8.self)
  }

  package var path: String { String(target.prefix { $0 != "?" }) }
}

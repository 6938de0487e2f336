internal import CXXHash
internal import Storage

/// A row without the file that it may name.
struct ResponseRow {
  let id: Int64
  /// In seconds since 1970.
  let used: Int
  /// The file with the body; empty if the body is in the row.
  let file: String
  /// Of the body.
  let byteCount: Int
  let bodyChecksum: UInt64
  /// With the body of the row, whose checksum has not been compared; nil if the row is damaged.
  let response: StoredResponse?

  /// Followed by `file`, `body` and `used`.
  static let columns = """
    request, status, requested, received, private, selection, headers, length, bytes, body_checksum,
    checksum
    """

  static func values(of response: StoredResponse, bodyChecksum: UInt64) -> [SQLiteValue] {
    let (request, selection) = (response.key.text, response.selection.text)
    let headers = response.headers.bytes
    let byteCount = response.body.byteCount
    let numbers = [
      response.status, response.requestedAt, response.receivedAt, response.isPeerPrivate ? 1 : 0,
      byteCount, Int(truncatingIfNeeded: bodyChecksum),
    ].map { Int64($0) }
    let checksum = checksum(request, selection, headers, numbers)
    return [
      .text(request), .integer(numbers[0]), .integer(numbers[1]), .integer(numbers[2]),
      .integer(numbers[3]), .text(selection), .blob(headers), .integer(numbers[4]),
      .integer(Int64(request.utf8.count + headers.count + byteCount)), .integer(numbers[5]),
      .integer(checksum),
    ]
  }

  /// Nil for a row without an ID.
  init?(_ row: borrowing SQLiteRow) {
    guard let id = row.integer(0) else { return nil }
    self.id = id
    used = Int(row.integer(14) ?? 0)
    file = row.text(12) ?? ""
    byteCount = Int(row.integer(8) ?? -1)
    bodyChecksum = UInt64(bitPattern: row.integer(10) ?? 0)
    let numbers = [2, 3, 4, 5, 8, 10].compactMap { row.integer($0) }
    guard let request = row.text(1), let selection = row.text(6), let headers = row.blob(7),
      numbers.count == 6,
      row.integer(11) == Self.checksum(request, selection, headers, numbers),
      let lines = HTTPHeaders(bytes: headers), let body = row.blob(13) ?? (file.isEmpty ? nil : [])
    else {
      response = nil
      return
    }
    response = StoredResponse(
      key: CacheKey(text: request), status: Int(numbers[0]), headers: lines,
      selection: Selection(text: selection), requestedAt: Int(numbers[1]),
      receivedAt: Int(numbers[2]), isPeerPrivate: numbers[3] == 1, body: .bytes(body))
  }

  /// XXH64 of everything except the body.
  private static func checksum(
    _ request: String, _ selection: String, _ headers: [UInt8], _ numbers: [Int64]
  ) -> Int64 {
    let texts = [request, selection] + numbers.map { String($0) }
    let lines = texts.map { $0 + "\n" }.joined()
    return Int64(bitPattern: XXHash64.hash(lines.utf8 + headers))
  }
}

extension HTTPHeaders {
  /// Terminated by line feeds, which no value contains.
  fileprivate var bytes: [UInt8] {
    lines.flatMap { Array("\($0.name): ".utf8) + $0.value + [UInt8(ascii: "\n")] }
  }

  /// Nil if a line is invalid.
  fileprivate init?(bytes: [UInt8]) {
    self.init()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        let header = HTTPHeader(
          name: String(decoding: line[..<colon], as: UTF8.self), value: line[(colon + 1)...])
      else { return nil }
      lines.append(header)
    }
  }
}

extension Selection {
  fileprivate var text: String { lines.joined(separator: "\n") }

  fileprivate init(text: String) {
    self.init(lines: text.split(separator: "\n").map(String.init))
  }
}

/// XXH64 with seed 0, against disk errors, not attackers.
struct XXHash64 {
  private var state = cxx_state()

  init() {
    unsafe cxx_reset(&state)
  }

  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = XXHash64()
    hash.add(Array(bytes)[...])
    return hash.value
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe cxx_update(&state, $0.baseAddress, $0.count) }
  }

  var value: UInt64 {
    var state = state
    return unsafe cxx_digest(&state)
  }
}

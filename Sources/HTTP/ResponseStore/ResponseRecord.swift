/// What is written down of a response beside its body, with a checksum of its own.
struct ResponseRecord: Hashable {
  /// Changes with the form; entries of another one are dropped.
  static let mark: UInt32 = 0x3152_4350

  let key: CacheKey
  let status: Int
  let headers: HTTPHeaders
  let selection: Selection
  let requestedAt: Int
  let receivedAt: Int
  let isPeerPrivate: Bool
  let bodyByteCount: Int
  let bodyChecksum: UInt64
  /// The name of the file with the body; empty where it lies beside the record.
  let fileName: String

  /// Lines that nobody asks for again, and that may let who reads them act as the user.
  private static let secrets: Set<String> = ["set-cookie", "set-cookie2"]

  init(_ response: StoredResponse, bodyChecksum: UInt64, fileName: String) {
    key = response.key
    status = response.status
    headers = HTTPHeaders(response.headers.lines.filter { !Self.secrets.contains($0.name) })
    selection = response.selection
    requestedAt = response.requestedAt
    receivedAt = response.receivedAt
    isPeerPrivate = response.isPeerPrivate
    bodyByteCount = response.body.byteCount
    self.bodyChecksum = bodyChecksum
    self.fileName = fileName
  }

  /// The response with its body.
  func response(_ body: HTTPBody) -> StoredResponse {
    StoredResponse(
      key: key, status: status, headers: headers, selection: selection, requestedAt: requestedAt,
      receivedAt: receivedAt, isPeerPrivate: isPeerPrivate, body: body)
  }
}

extension ResponseRecord {
  /// The record as bytes.
  var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.write(Self.mark)
    writer.write(key.text)
    for number in [status, requestedAt, receivedAt, isPeerPrivate ? 1 : 0, bodyByteCount] {
      writer.write(Int64(number))
    }
    writer.write(bodyChecksum)
    writer.write(fileName)
    writer.write(UInt32(selection.lines.count))
    for line in selection.lines { writer.write(line) }
    writer.write(UInt32(headers.lines.count))
    for line in headers.lines {
      writer.write(line.name)
      writer.write(line.value)
    }
    writer.write(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  /// Reads a record; nil where a single byte of it is not what was written.
  init?(encoded bytes: [UInt8]) {
    var checksum = BinaryReader(bytes.suffix(8))
    var reader = BinaryReader(bytes.dropLast(8))
    guard checksum.number() == XXHash64.hash(bytes.dropLast(8)),
      reader.number() == Self.mark, let key = reader.text(),
      let numbers = reader.numbers(5), let bodyChecksum = reader.number(UInt64.self),
      let fileName = reader.text(), let selection = reader.texts(), let headers = reader.headers(),
      reader.isAtEnd
    else { return nil }
    self.key = CacheKey(text: key)
    status = numbers[0]
    requestedAt = numbers[1]
    receivedAt = numbers[2]
    isPeerPrivate = numbers[3] == 1
    bodyByteCount = numbers[4]
    self.bodyChecksum = bodyChecksum
    self.fileName = fileName
    self.selection = Selection(lines: selection)
    self.headers = headers
  }
}

extension BinaryReader {
  fileprivate mutating func numbers(_ count: Int) -> [Int]? {
    var numbers: [Int] = []
    for _ in 0..<count {
      guard let number = number(Int64.self) else { return nil }
      numbers.append(Int(number))
    }
    return numbers
  }

  fileprivate mutating func texts() -> [String]? {
    guard let count = number(UInt32.self) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  fileprivate mutating func headers() -> HTTPHeaders? {
    guard let count = number(UInt32.self) else { return nil }
    var headers = HTTPHeaders()
    for _ in 0..<count {
      guard let name = text(), let value = block(),
        let header = HTTPHeader(name: name, value: value)
      else { return nil }
      headers.lines.append(header)
    }
    return headers
  }
}

/// Writes values one behind the other, numbers in little endian.
struct BinaryWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes a length and the bytes.
  mutating func write(_ block: [UInt8]) {
    write(UInt32(block.count))
    bytes += block
  }

  mutating func write(_ text: String) {
    write(Array(text.utf8))
  }
}

/// Reads what a `BinaryWriter` wrote, and never beyond its end.
struct BinaryReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  /// Whether all was read.
  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { return nil }
    let number = rest.prefix(count).reversed().reduce(Number(0)) {
      $0 << 8 | Number(truncatingIfNeeded: $1)
    }
    rest = rest.dropFirst(count)
    return number
  }

  mutating func block() -> [UInt8]? {
    guard let count = number(UInt32.self), rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  mutating func text() -> String? {
    block().flatMap { String(validating: $0, as: UTF8.self) }
  }
}

internal import Base

struct PackedWriter {
  var bytes: [UInt8] = []
  private var previous: [UInt8] = []

  /// LEB128.
  mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Zigzag encoding.
  mutating func put(signed number: Int) {
    put(UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
  }

  /// The number of bytes shared with the previous key, and the others.
  mutating func put(key: [UInt8]) {
    let limit = min(key.count, previous.count)
    var sharedCount = 0
    while sharedCount < limit, key[sharedCount] == previous[sharedCount] { sharedCount += 1 }
    put(UInt64(sharedCount))
    put(UInt64(key.count - sharedCount))
    bytes += key[sharedCount...]
    previous = key
  }

  mutating func put(_ tag: EntityTagForm) {
    switch tag {
    case .text(let text):
      put(UInt64(text.utf8.count))
      bytes += text.utf8
    case .sum(let sum, let partCount):
      bytes += sum
      if let partCount { put(partCount) }
    }
  }
}

/// Reads packed bytes, never beyond their end.
struct PackedReader {
  private var place = 0
  private var previous: [UInt8] = []
  /// Bytes that keys and texts may still have.
  private var rest: Int

  init(limit: Int) {
    rest = limit
  }

  func isEnd(of bytes: RawSpan) -> Bool { place == bytes.byteCount }

  mutating func byte(_ bytes: RawSpan) -> UInt8? {
    guard place < bytes.byteCount else { return nil }
    defer { place += 1 }
    return unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  mutating func number(_ bytes: RawSpan) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = byte(bytes) else { return nil }
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func signed(_ bytes: RawSpan) -> Int? {
    number(bytes).map { Int(bitPattern: UInt($0 >> 1)) ^ -Int($0 & 1) }
  }

  /// The number of elements that follow; each has at least one byte.
  mutating func count(_ bytes: RawSpan) -> Int? {
    number(bytes).flatMap { Int(exactly: $0) }.flatMap { $0 <= bytes.byteCount ? $0 : nil }
  }

  mutating func key(_ bytes: RawSpan) -> ByteString? {
    guard let shared = number(bytes), shared <= previous.count, let count = number(bytes),
      take(Int(shared))
    else { return nil }
    var key = previous
    key.removeLast(key.count - Int(shared))
    guard append(count, of: bytes, to: &key) else { return nil }
    previous = key
    return ByteString(key)
  }

  mutating func text(_ bytes: RawSpan) -> String? {
    var text: [UInt8] = []
    guard let count = number(bytes), append(count, of: bytes, to: &text) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func sum(_ bytes: RawSpan, hasPartCount: Bool) -> String? {
    var sum: [UInt8] = []
    guard append(16, of: bytes, to: &sum) else { return nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for byte in sum {
      digits.append(Self.digit(byte >> 4))
      digits.append(Self.digit(byte & 15))
    }
    var text = String(decoding: digits, as: UTF8.self)
    if hasPartCount {
      guard let count = number(bytes) else { return nil }
      text += "-\(count)"
    }
    return text
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private mutating func append(_ count: UInt64, of bytes: RawSpan, to buffer: inout [UInt8]) -> Bool
  {
    guard count <= UInt64(bytes.byteCount - place), take(Int(count)) else { return false }
    let range = place..<place + Int(count)
    unsafe bytes.withUnsafeBytes { unsafe buffer.append(contentsOf: $0[range]) }
    place = range.upperBound
    return true
  }

  private mutating func take(_ count: Int) -> Bool {
    rest -= count
    return rest >= 0
  }
}

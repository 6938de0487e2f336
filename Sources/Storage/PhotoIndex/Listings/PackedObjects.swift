internal import Base

/// A page's objects: keys and times as differences to the previous, numbers in LEB128.
///
/// Reading accepts any bytes; a page with an invalid part counts as missing.
enum PackedObjects {
  /// Maximum unpacked bytes of the keys and tags of a page: a few packed bytes can claim many.
  fileprivate static let byteLimit = 32 << 20

  fileprivate struct Parts: OptionSet {
    let rawValue: UInt8
    static let size = Parts(rawValue: 1)
    static let time = Parts(rawValue: 2)
    static let tag = Parts(rawValue: 4)
    /// The tag is an MD5 sum in 16 bytes.
    static let sum = Parts(rawValue: 8)
    /// The sum is followed by a number of parts.
    static let partCount = Parts(rawValue: 16)
  }

  static func bytes(of objects: [ListedObject]) -> [UInt8] {
    var writer = PackedWriter()
    writer.put(UInt64(objects.count))
    var time = 0
    for object in objects {
      let tag = object.entityTag.map { EntityTagForm($0) }
      writer.bytes.append(parts(of: object, tag).rawValue)
      writer.put(key: object.key.bytes)
      if let size = object.byteCount { writer.put(UInt64(bitPattern: Int64(size))) }
      if let modified = object.modified {
        writer.put(signed: modified &- time)
        time = modified
      }
      if let tag { writer.put(tag) }
    }
    return writer.bytes
  }

  static func bytes(of names: [ByteString]) -> [UInt8] {
    var writer = PackedWriter()
    writer.put(UInt64(names.count))
    for name in names { writer.put(key: name.bytes) }
    return writer.bytes
  }

  private static func parts(of object: ListedObject, _ tag: EntityTagForm?) -> Parts {
    var parts: Parts = []
    if object.byteCount != nil { parts.insert(.size) }
    if object.modified != nil { parts.insert(.time) }
    switch tag {
    case nil: break
    case .text: parts.insert(.tag)
    case .sum(_, nil): parts.formUnion([.tag, .sum])
    case .sum: parts.formUnion([.tag, .sum, .partCount])
    }
    return parts
  }

  static func objects(in bytes: RawSpan) -> [ListedObject]? {
    var reader = PackedReader(limit: byteLimit)
    guard let count = reader.count(bytes) else { return nil }
    var objects: [ListedObject] = []
    objects.reserveCapacity(count)
    var time = 0
    for _ in 0..<count {
      guard let object = object(bytes, &reader, &time) else { return nil }
      objects.append(object)
    }
    return reader.isEnd(of: bytes) ? objects : nil
  }

  private static func object(
    _ bytes: RawSpan, _ reader: inout PackedReader, _ time: inout Int
  ) -> ListedObject? {
    guard let bits = reader.byte(bytes), let key = reader.key(bytes) else { return nil }
    let parts = Parts(rawValue: bits)
    var object = ListedObject(key: key)
    if parts.contains(.size) {
      guard let size = reader.number(bytes).flatMap({ Int(exactly: $0) }) else { return nil }
      object.byteCount = size
    }
    if parts.contains(.time) {
      guard let step = reader.signed(bytes) else { return nil }
      time &+= step
      object.modified = time
    }
    if parts.contains(.tag) {
      let tag =
        parts.contains(.sum)
        ? reader.sum(bytes, hasPartCount: parts.contains(.partCount)) : reader.text(bytes)
      guard let tag else { return nil }
      object.entityTag = tag
    }
    return object
  }

  static func names(in bytes: RawSpan) -> [ByteString]? {
    var reader = PackedReader(limit: byteLimit)
    guard let count = reader.count(bytes) else { return nil }
    var names: [ByteString] = []
    for _ in 0..<count {
      guard let name = reader.key(bytes) else { return nil }
      names.append(name)
    }
    return reader.isEnd(of: bytes) ? names : nil
  }
}

/// An entity tag: mostly the MD5 of an object, or of the sums of its parts and their number.
enum EntityTagForm {
  case text(String)
  case sum([UInt8], partCount: UInt64?)

  init(_ tag: String) {
    let parts = tag.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let sum = Self.sum(parts[0]) else {
      self = .text(tag)
      return
    }
    let number = parts.dropFirst().first.map { String(decoding: Array($0), as: UTF8.self) }
    let partCount = number.flatMap { UInt64($0) }
    // Packed only if unpacking restores the same text.
    guard number == partCount.map({ "\($0)" }) else {
      self = .text(tag)
      return
    }
    self = .sum(sum, partCount: partCount)
  }

  private static func sum(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count == 32 else { return nil }
    var (sum, high) = ([UInt8](), UInt8?.none)
    for digit in digits {
      guard let value = digit.lowercaseHexValue else { return nil }
      if let first = high { sum.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    return sum
  }
}

extension UInt8 {
  fileprivate var lowercaseHexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

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

internal import Base

/// A page's objects: keys and times as differences to the previous, numbers in LEB128.
///
/// Reading accepts any bytes; a page with an invalid part counts as missing.
enum PackedObjects {
  /// Maximum unpacked bytes of the keys and tags of a page: a few packed bytes can claim many.
  fileprivate static let byteLimit = 32 << 20

  private struct Parts: OptionSet {
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

  static func objects(in bytes: [UInt8]) -> [ListedObject]? {
    var time = 0
    return all(in: bytes) { reader throws(CacheError) in
      let parts = Parts(rawValue: try reader.byte())
      var object = ListedObject(key: try reader.key())
      if parts.contains(.size) { object.byteCount = try reader.count() }
      if parts.contains(.time) {
        time &+= try reader.signed()
        object.modified = time
      }
      if parts.contains([.tag, .sum]) {
        let sum = Array(try reader.take(16))
        let partCount = parts.contains(.partCount) ? try reader.number() : nil
        object.entityTag = EntityTagForm.sum(sum, partCount: partCount).text
      } else if parts.contains(.tag) {
        object.entityTag = String(decoding: try reader.take(try reader.count()), as: UTF8.self)
      }
      return object
    }
  }

  static func names(in bytes: [UInt8]) -> [ByteString]? {
    all(in: bytes) { reader throws(CacheError) in try reader.key() }
  }

  /// Nil unless the bytes end after the last element.
  private static func all<Element>(
    in bytes: [UInt8], _ read: (inout PackedReader) throws(CacheError) -> Element
  ) -> [Element]? {
    var reader = PackedReader(bytes, limit: byteLimit)
    var elements: [Element] = []
    guard let count = try? reader.number() else { return nil }
    // Each has at least one byte.
    for _ in 0..<count {
      guard let element = try? read(&reader) else { return nil }
      elements.append(element)
    }
    return reader.isAtEnd ? elements : nil
  }
}

/// An entity tag: mostly the MD5 of an object, or of the sums of its parts and their number.
private enum EntityTagForm {
  case text(String)
  case sum([UInt8], partCount: UInt64?)

  init(_ tag: String) {
    self = .text(tag)
    let parts = tag.split(separator: "-", maxSplits: 1)
    let digits = parts.first?.utf8.compactMap(\.hexValue) ?? []
    guard digits.count == 32 else { return }
    let sum = stride(from: 0, to: 32, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    let packed = Self.sum(sum, partCount: parts.dropFirst().first.flatMap { UInt64($0) })
    // Packed only if unpacking restores the same text.
    if packed.text == tag { self = packed }
  }

  var text: String {
    switch self {
    case .text(let text): text
    case .sum(let sum, let partCount): sum.hexDigits + (partCount.map { "-\($0)" } ?? "")
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

  fileprivate mutating func put(_ tag: EntityTagForm) {
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

/// Reads packed bytes; throws `.damaged` at their end.
private struct PackedReader {
  private var rest: ArraySlice<UInt8>
  private var previous: [UInt8] = []
  /// Bytes that keys and texts may still have.
  private var limit: Int

  init(_ bytes: [UInt8], limit: Int) {
    (rest, self.limit) = (bytes[...], limit)
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(CacheError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .damaged }
    return byte
  }

  mutating func number() throws(CacheError) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return number }
    }
    throw .damaged
  }

  mutating func count() throws(CacheError) -> Int {
    guard let count = Int(exactly: try number()) else { throw .damaged }
    return count
  }

  mutating func signed() throws(CacheError) -> Int {
    let number = try number()
    return Int(bitPattern: UInt(number >> 1)) ^ -Int(number & 1)
  }

  mutating func key() throws(CacheError) -> ByteString {
    let (shared, count) = (try count(), try count())
    guard shared <= previous.count, shared <= limit else { throw .damaged }
    limit -= shared
    previous.removeLast(previous.count - shared)
    previous += try take(count)
    return ByteString(previous)
  }

  mutating func take(_ count: Int) throws(CacheError) -> ArraySlice<UInt8> {
    guard count <= min(rest.count, limit) else { throw .damaged }
    limit -= count
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

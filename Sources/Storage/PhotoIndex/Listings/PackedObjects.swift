internal import Base

/// The stored form of the objects of a page: keys and times as differences from the previous object,
/// numbers in LEB128.
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

  /// Nil for invalid bytes.
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

  /// Nil for invalid bytes.
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

/// An entity tag, mostly the MD5 of an object, or of the sums of its parts followed by their number.
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

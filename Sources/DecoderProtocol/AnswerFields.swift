import Imaging

/// Writes fields: a tag, the value's length in two bytes, and the value.
struct FieldWriter {
  private var writer = MessageWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func put(_ value: some FieldValue, _ tag: FieldTag) {
    let bytes = value.fieldBytes
    writer.put(tag.rawValue)
    writer.put(UInt16(bytes.count))
    writer.put(bytes)
  }
}

/// Finds fields by tag, in any order.
struct FieldReader {
  private var values: [UInt8: ArraySlice<UInt8>] = [:]

  init(_ bytes: ArraySlice<UInt8>) throws(AnswerError) {
    var reader = MessageReader(bytes)
    while !reader.rest.isEmpty {
      guard let tag = reader.take(UInt8.self), let count = reader.take(UInt16.self),
        let value = reader.take(Int(count))
      else { throw .cutShort }
      guard values.updateValue(value, forKey: tag) == nil else { throw .repeated(tag: tag) }
    }
  }

  func optional<Value: FieldValue>(_ tag: FieldTag, _: Value.Type) throws(AnswerError) -> Value? {
    guard let bytes = values[tag.rawValue] else { return nil }
    guard let value = Value(fieldBytes: bytes) else { throw .meaningless(tag: tag.rawValue) }
    return value
  }

  func required<Value: FieldValue>(_ tag: FieldTag, _: Value.Type) throws(AnswerError) -> Value {
    guard let value = try optional(tag, Value.self) else { throw .missing(tag: tag.rawValue) }
    return value
  }
}

protocol FieldValue: Sendable {
  var fieldBytes: [UInt8] { get }

  init?(fieldBytes: ArraySlice<UInt8>)
}

extension UInt8: FieldValue {
  var fieldBytes: [UInt8] { [self] }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let byte = fieldBytes.first, fieldBytes.count == 1 else { return nil }
    self = byte
  }
}

extension Bool: FieldValue {
  var fieldBytes: [UInt8] { [self ? 1 : 0] }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let byte = UInt8(fieldBytes: fieldBytes), byte <= 1 else { return nil }
    self = byte == 1
  }
}

extension Int32: FieldValue {
  var fieldBytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(UInt32(bitPattern: self))
    return writer.bytes
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    var reader = MessageReader(fieldBytes)
    guard let bits = reader.take(UInt32.self), reader.rest.isEmpty else { return nil }
    self.init(bitPattern: bits)
  }
}

/// Printable ASCII; other characters become `?`, and long texts are truncated.
extension String: FieldValue {
  private static let fieldByteLimit = 64
  private static let printable: Range<UInt8> = 0x20..<0x7F

  var fieldBytes: [UInt8] {
    unicodeScalars.prefix(Self.fieldByteLimit).map { scalar in
      UInt8(exactly: scalar.value).flatMap { Self.printable.contains($0) ? $0 : nil }
        ?? UInt8(ascii: "?")
    }
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard fieldBytes.count <= Self.fieldByteLimit,
      fieldBytes.allSatisfy({ Self.printable.contains($0) })
    else { return nil }
    self.init(decoding: fieldBytes, as: UTF8.self)
  }
}

extension PixelSize: FieldValue {
  var fieldBytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(self)
    return writer.bytes
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    var reader = MessageReader(fieldBytes)
    guard let size = reader.takeSize(), reader.rest.isEmpty else { return nil }
    self = size
  }
}

extension PixelRect: FieldValue {
  var fieldBytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(self)
    return writer.bytes
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    var reader = MessageReader(fieldBytes)
    guard let area = reader.takeRect(), reader.rest.isEmpty else { return nil }
    self = area
  }
}

extension Orientation: FieldValue {
  var fieldBytes: [UInt8] { [UInt8(rawValue)] }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let byte = UInt8(fieldBytes: fieldBytes) else { return nil }
    self.init(rawValue: Int(byte))
  }
}

/// Twelve bytes: year (2), month to second, milliseconds (2), offset (2, 32,767: none), precision.
extension CaptureDate: FieldValue {
  private static let noOffset = Int16.max

  var fieldBytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(year)
    writer.put([month, day, hour, minute, second])
    writer.put(millisecond)
    writer.put(UInt16(bitPattern: utcOffset ?? Self.noOffset))
    writer.put(precision.rawValue)
    return writer.bytes
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    var reader = MessageReader(fieldBytes)
    guard let year = reader.take(UInt16.self), let clock = reader.take(5).map(Array.init),
      let millisecond = reader.take(UInt16.self), let bits = reader.take(UInt16.self),
      let precision = reader.take(UInt8.self).flatMap(Precision.init), reader.rest.isEmpty
    else { return nil }
    let offset = Int16(bitPattern: bits)
    self.init(
      year: Int(year), month: Int(clock[0]), day: Int(clock[1]), hour: Int(clock[2]),
      minute: Int(clock[3]), second: Int(clock[4]), millisecond: Int(millisecond),
      utcOffset: offset == Self.noOffset ? nil : Int(offset), precision: precision)
  }
}

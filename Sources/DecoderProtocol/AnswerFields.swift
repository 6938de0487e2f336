import Imaging

/// Writes fields: a tag, the value's length in two bytes, and the value.
struct FieldWriter {
  private var writer = MessageWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func put(_ value: some FieldValue, _ tag: FieldTag) {
    var content = MessageWriter()
    value.put(to: &content)
    writer.put(tag.rawValue)
    writer.put(UInt16(content.bytes.count))
    writer.put(content.bytes)
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
    var reader = MessageReader(bytes)
    guard let value = Value(from: &reader), reader.rest.isEmpty else {
      throw .meaningless(tag: tag.rawValue)
    }
    return value
  }

  func required<Value: FieldValue>(_ tag: FieldTag, _: Value.Type) throws(AnswerError) -> Value {
    guard let value = try optional(tag, Value.self) else { throw .missing(tag: tag.rawValue) }
    return value
  }
}

/// A property of a record with its serialization.
struct RecordField<Record>: Sendable {
  let put: @Sendable (Record, inout FieldWriter) -> Void
  let take: @Sendable (inout Record, FieldReader) throws(AnswerError) -> Void

  init<Value: FieldValue>(
    _ tag: FieldTag, _ path: any WritableKeyPath<Record, Value> & Sendable
  ) {
    put = { record, fields in fields.put(record[keyPath: path], tag) }
    take = { (record, fields) throws(AnswerError) in
      record[keyPath: path] = try fields.required(tag, Value.self)
    }
  }

  init<Value: FieldValue>(
    _ tag: FieldTag, _ path: any WritableKeyPath<Record, Value?> & Sendable
  ) {
    put = { record, fields in
      if let value = record[keyPath: path] { fields.put(value, tag) }
    }
    take = { (record, fields) throws(AnswerError) in
      record[keyPath: path] = try fields.optional(tag, Value.self)
    }
  }
}

protocol FieldValue: Sendable {
  func put(to writer: inout MessageWriter)

  init?(from reader: inout MessageReader)
}

extension UInt8: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(self) }

  init?(from reader: inout MessageReader) {
    guard let byte = reader.take(UInt8.self) else { return nil }
    self = byte
  }
}

extension Bool: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(UInt8(self ? 1 : 0)) }

  init?(from reader: inout MessageReader) {
    guard let byte = reader.take(UInt8.self), byte <= 1 else { return nil }
    self = byte == 1
  }
}

extension Int32: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(UInt32(bitPattern: self)) }

  init?(from reader: inout MessageReader) {
    guard let bits = reader.take(UInt32.self) else { return nil }
    self.init(bitPattern: bits)
  }
}

extension Int: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(UInt64(bitPattern: Int64(self))) }

  init?(from reader: inout MessageReader) {
    guard let bits = reader.take(UInt64.self) else { return nil }
    self = Int(Int64(bitPattern: bits))
  }
}

/// Eight bytes; must be finite.
extension Double: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(bitPattern) }

  init?(from reader: inout MessageReader) {
    guard let bits = reader.take(UInt64.self) else { return nil }
    self.init(bitPattern: bits)
    guard isFinite else { return nil }
  }
}

/// Printable ASCII; other characters become `?`, and long texts are truncated.
extension String: FieldValue {
  private static let fieldByteLimit = 64
  private static let printable: Range<UInt8> = 0x20..<0x7F

  func put(to writer: inout MessageWriter) {
    writer.put(
      unicodeScalars.prefix(Self.fieldByteLimit).map { scalar in
        UInt8(exactly: scalar.value).flatMap { Self.printable.contains($0) ? $0 : nil }
          ?? UInt8(ascii: "?")
      })
  }

  init?(from reader: inout MessageReader) {
    guard reader.rest.count <= Self.fieldByteLimit, let bytes = reader.take(reader.rest.count),
      bytes.allSatisfy({ Self.printable.contains($0) })
    else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension PixelSize: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(self) }

  init?(from reader: inout MessageReader) {
    guard let size = reader.takeSize() else { return nil }
    self = size
  }
}

extension PixelRect: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(self) }

  init?(from reader: inout MessageReader) {
    guard let area = reader.takeRect() else { return nil }
    self = area
  }
}

extension Orientation: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(UInt8(rawValue)) }

  init?(from reader: inout MessageReader) {
    guard let byte = reader.take(UInt8.self) else { return nil }
    self.init(rawValue: Int(byte))
  }
}

extension Fraction: FieldValue {
  func put(to writer: inout MessageWriter) {
    numerator.put(to: &writer)
    denominator.put(to: &writer)
  }

  init?(from reader: inout MessageReader) {
    guard let numerator = Int(from: &reader), let denominator = Int(from: &reader), denominator > 0
    else { return nil }
    self.init(numerator, denominator)
  }
}

extension FlashUse: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(rawValue) }

  init?(from reader: inout MessageReader) {
    guard let byte = reader.take(UInt8.self) else { return nil }
    self.init(rawValue: byte)
  }
}

/// Two or three numbers, depending on the altitude.
extension GeoPosition: FieldValue {
  func put(to writer: inout MessageWriter) {
    for number in [latitude, longitude, altitude] { number?.put(to: &writer) }
  }

  init?(from reader: inout MessageReader) {
    guard let latitude = Double(from: &reader), let longitude = Double(from: &reader) else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude, altitude: Double(from: &reader))
  }
}

/// Twelve bytes: year (2), month to second, milliseconds (2), offset (2, 32,767: none), precision.
extension CaptureDate: FieldValue {
  private static let noOffset = Int16.max

  func put(to writer: inout MessageWriter) {
    writer.put(year)
    writer.put([month, day, hour, minute, second])
    writer.put(millisecond)
    writer.put(UInt16(bitPattern: utcOffset ?? Self.noOffset))
    writer.put(precision.rawValue)
  }

  init?(from reader: inout MessageReader) {
    guard let year = reader.take(UInt16.self), let clock = reader.take(5).map(Array.init),
      let millisecond = reader.take(UInt16.self), let bits = reader.take(UInt16.self),
      let precision = reader.take(UInt8.self).flatMap(Precision.init)
    else { return nil }
    let offset = Int16(bitPattern: bits)
    self.init(
      year: Int(year), month: Int(clock[0]), day: Int(clock[1]), hour: Int(clock[2]),
      minute: Int(clock[3]), second: Int(clock[4]), millisecond: Int(millisecond),
      utcOffset: offset == Self.noOffset ? nil : Int(offset), precision: precision)
  }
}

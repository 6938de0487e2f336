import Imaging

/// The kind of a message between the interface and a decoder: the last byte of its prefix.
enum MessageKind: UInt8 {
  case ready = 1, request = 2, answer = 3, end = 4, size = 5, metadataRequest = 6, metadata = 7
  case framesRequest = 8, movingStart = 9, frame = 10, framesEnd = 11
  case archiveRequest = 12, archiveMember = 13, archiveContent = 14, archiveEnd = 15

  /// Two letters, the version and the kind; other versions are rejected, never translated.
  var beginning: [UInt8] { Array("pc".utf8) + [Self.version, rawValue] }

  private static let version: UInt8 = 7

  func message<each Value: FieldValue>(_ value: repeat each Value) -> [UInt8] {
    var writer = MessageWriter(bytes: beginning)
    repeat (each value).put(to: &writer)
    return writer.bytes
  }

  /// A message with the length of its content in four bytes before it.
  func message(withLengthOf content: [UInt8]) -> [UInt8] {
    message(UInt32(clamping: content.count)) + content
  }

  /// The length in the first eight bytes of a message, if it is of one of the kinds.
  static func contentByteCount(in front: ArraySlice<UInt8>, of kinds: MessageKind...) -> Int? {
    var reader = MessageReader(front)
    guard let beginning = reader.take(4),
      kinds.contains(where: { beginning.elementsEqual($0.beginning) })
    else { return nil }
    return reader.take(UInt32.self).map { Int($0) }
  }
}

struct MessageWriter {
  fileprivate(set) var bytes: [UInt8] = []

  mutating func put<each Value: FieldValue>(_ value: repeat each Value) {
    repeat (each value).put(to: &self)
  }

  mutating func put(_ part: [UInt8]) {
    bytes += part
  }
}

struct MessageReader {
  private(set) var rest: ArraySlice<UInt8>

  init?(_ bytes: [UInt8], _ kind: MessageKind, byteCount: Int) {
    guard bytes.count == byteCount, bytes.starts(with: kind.beginning) else { return nil }
    rest = bytes.dropFirst(kind.beginning.count)
  }

  init(_ part: ArraySlice<UInt8>) {
    rest = part
  }

  mutating func take<Value: FieldValue>(_: Value.Type) -> Value? { Value(from: &self) }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// A tag, the value's length in two bytes, and the value.
struct FieldWriter {
  private var writer = MessageWriter()

  var bytes: [UInt8] { writer.bytes }

  mutating func put(_ value: some FieldValue, _ tag: FieldTag) {
    var content = MessageWriter()
    value.put(to: &content)
    writer.put(tag.rawValue, UInt16(content.bytes.count))
    writer.put(content.bytes)
  }
}

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

  init<Value: FieldValue>(_ tag: FieldTag, _ path: any WritableKeyPath<Record, Value> & Sendable) {
    put = { record, fields in fields.put(record[keyPath: path], tag) }
    take = { (record, fields) throws(AnswerError) in
      record[keyPath: path] = try fields.required(tag, Value.self)
    }
  }

  init<Value: FieldValue>(_ tag: FieldTag, _ path: any WritableKeyPath<Record, Value?> & Sendable) {
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

extension FieldValue where Self: FixedWidthInteger {
  func put(to writer: inout MessageWriter) {
    for place in stride(from: 0, to: bitWidth, by: 8) {
      writer.bytes.append(UInt8(truncatingIfNeeded: self >> place))
    }
  }

  init?(from reader: inout MessageReader) {
    guard let bytes = reader.take(Self.bitWidth / 8) else { return nil }
    self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }
}

extension UInt8: FieldValue {}
extension UInt16: FieldValue {}
extension Int16: FieldValue {}
extension UInt32: FieldValue {}
extension Int32: FieldValue {}
extension UInt64: FieldValue {}
extension Int: FieldValue {}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  func put(to writer: inout MessageWriter) { rawValue.put(to: &writer) }

  init?(from reader: inout MessageReader) {
    guard let value = RawValue(from: &reader) else { return nil }
    self.init(rawValue: value)
  }
}

extension FlashUse: FieldValue {}
extension MetadataScope: FieldValue {}
extension ThumbnailUse: FieldValue {}
extension CaptureDate.Precision: FieldValue {}

extension Bool: FieldValue {
  func put(to writer: inout MessageWriter) { writer.put(UInt8(self ? 1 : 0)) }

  init?(from reader: inout MessageReader) {
    guard let byte = reader.take(UInt8.self), byte <= 1 else { return nil }
    self = byte == 1
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

/// Clamps sides to `UInt32`.
extension PixelSize: FieldValue {
  func put(to writer: inout MessageWriter) {
    writer.put(UInt32(clamping: width), UInt32(clamping: height))
  }

  init?(from reader: inout MessageReader) {
    guard let width = reader.take(UInt32.self), let height = reader.take(UInt32.self) else {
      return nil
    }
    self.init(width: Int(width), height: Int(height))
  }
}

/// Clamps coordinates to `UInt32`.
extension PixelRect: FieldValue {
  func put(to writer: inout MessageWriter) {
    writer.put(PixelSize(width: x, height: y), size)
  }

  init?(from reader: inout MessageReader) {
    guard let origin = PixelSize(from: &reader), let size = PixelSize(from: &reader) else {
      return nil
    }
    self.init(x: origin.width, y: origin.height, width: size.width, height: size.height)
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
    writer.put(numerator, denominator)
  }

  init?(from reader: inout MessageReader) {
    guard let numerator = Int(from: &reader), let denominator = Int(from: &reader), denominator > 0
    else { return nil }
    self.init(numerator, denominator)
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
    writer.put(year, month, day, hour, minute, second, millisecond)
    writer.put(utcOffset ?? Self.noOffset, precision)
  }

  init?(from reader: inout MessageReader) {
    guard let year = reader.take(UInt16.self), let clock = reader.take(5).map(Array.init),
      let millisecond = reader.take(UInt16.self), let offset = reader.take(Int16.self),
      let precision = reader.take(Precision.self)
    else { return nil }
    self.init(
      year: Int(year), month: Int(clock[0]), day: Int(clock[1]), hour: Int(clock[2]),
      minute: Int(clock[3]), second: Int(clock[4]), millisecond: Int(millisecond),
      utcOffset: offset == Self.noOffset ? nil : Int(offset), precision: precision)
  }
}

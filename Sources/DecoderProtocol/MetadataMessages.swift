package import Imaging

/// A request for metadata of photos without decoding them.
///
/// It is sent with descriptors: the write end for answers, the write end for the report of the
/// child's end, and the files. One child reads all files, since a fork takes ten times as long as
/// reading a file. Answers come in request order, which identifies a file that crashes the child.
package struct MetadataRequest: Hashable, Sendable {
  package static let fileLimit = 128
  package static let byteLimit = 6 + 8 * fileLimit
  package let scope: MetadataScope
  /// Maximum number of bytes to read of each file.
  package let fileByteCounts: [Int]

  /// Requires 1 to `fileLimit` files.
  package init(scope: MetadataScope, fileByteCounts: [Int]) {
    self.scope = scope
    self.fileByteCounts = fileByteCounts.map { max(0, $0) }
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .metadataRequest, byteCount: bytes.count),
      let scope = reader.take(UInt8.self).flatMap(MetadataScope.init),
      let count = reader.take(UInt8.self), (1...Self.fileLimit).contains(Int(count)),
      reader.rest.count == 8 * Int(count)
    else { return nil }
    var counts: [Int] = []
    while let number = reader.take(UInt64.self) {
      guard let count = Int(exactly: number) else { return nil }
      counts.append(count)
    }
    self.init(scope: scope, fileByteCounts: counts)
  }

  package var bytes: [UInt8] {
    var writer = MessageWriter(.metadataRequest)
    writer.put(scope.rawValue)
    writer.put(UInt8(clamping: fileByteCounts.count))
    for count in fileByteCounts { writer.put(UInt64(count)) }
    return writer.bytes
  }
}

package typealias MetadataResult = Result<PhotoMetadata, PictureError>

/// The answer for one file of a `MetadataRequest`: keywords and a record of fields.
package struct MetadataAnswer: Hashable, Sendable {
  package static let frontByteCount = 8
  /// Maximum number of bytes that follow, with all texts and keywords at their limits.
  package static let byteLimit = 2 << 20

  package let result: MetadataResult

  package init(_ result: MetadataResult) {
    self.result = result
  }

  package var bytes: [UInt8] {
    var (fields, keywords) = (FieldWriter(), MessageWriter())
    switch result {
    case .success(let metadata):
      fields.put(UInt8(0), .outcome)
      for fact in MetadataFact.all { fact.put(metadata, &fields) }
      keywords.put(UInt16(clamping: metadata.keywords.count))
      for word in metadata.keywords {
        let bytes = MetadataText(word).fieldBytes
        keywords.put(UInt16(bytes.count))
        keywords.put(bytes)
      }
    case .failure(let reason):
      fields.put(reason)
      keywords.put(UInt16(0))
    }
    var writer = MessageWriter(.metadata)
    writer.put(UInt32(clamping: keywords.bytes.count + fields.bytes.count))
    writer.put(keywords.bytes)
    writer.put(fields.bytes)
    return writer.bytes
  }

  /// The number of bytes after the front; nil if invalid or above the limit.
  package static func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    var reader = MessageReader(front)
    guard reader.take(frontByteCount - 4)?.elementsEqual(MessageKind.metadata.beginning) == true,
      let count = reader.take(UInt32.self), count <= byteLimit
    else { return nil }
    return Int(count)
  }

  /// Parses the bytes after the front from an untrusted decoder, which may be compromised.
  package init(parsing content: ArraySlice<UInt8>) throws(AnswerError) {
    var reader = MessageReader(content)
    guard let count = reader.take(UInt16.self), count <= PhotoMetadata.keywordLimit else {
      throw .notAnAnswer
    }
    var metadata = PhotoMetadata()
    for _ in 0..<count {
      guard let length = reader.take(UInt16.self), let bytes = reader.take(Int(length)),
        let word = MetadataText(fieldBytes: bytes)
      else { throw .cutShort }
      metadata.keywords.append(word.text)
    }
    let fields = try FieldReader(reader.rest)
    guard try fields.required(.outcome, UInt8.self) == 0 else {
      result = .failure(try fields.reason())
      return
    }
    for fact in MetadataFact.all { try fact.take(&metadata, fields) }
    let isBounded =
      metadata.size.map { PhotoMetadata.size(width: $0.width, height: $0.height) == $0 } ?? true
    guard isBounded, (-1...5).contains(metadata.rating ?? 0), metadata.iso ?? 1 > 0 else {
      throw .notAskedFor
    }
    result = .success(metadata)
  }
}

/// A field of `PhotoMetadata` with its serialization; each also needs a `FieldTag`.
private struct MetadataFact: Sendable {
  static let all = [
    MetadataFact(.pictureSize, \.size), MetadataFact(.orientation, \.orientation),
    MetadataFact(.captureDate, \.captureDate), MetadataFact(.exposureTime, \.exposureTime),
    MetadataFact(.aperture, \.aperture), MetadataFact(.iso, \.iso),
    MetadataFact(.focalLength, \.focalLength), MetadataFact(.filmFocalLength, \.filmFocalLength),
    MetadataFact(.exposureBias, \.exposureBias), MetadataFact(.flash, \.flash),
    MetadataFact(.position, \.position), MetadataFact(.rating, \.rating),
    MetadataFact(text: .profile, \.profile), MetadataFact(text: .make, \.make),
    MetadataFact(text: .model, \.model), MetadataFact(text: .lens, \.lens),
    MetadataFact(text: .title, \.title), MetadataFact(text: .caption, \.caption),
    MetadataFact(text: .label, \.label), MetadataFact(text: .software, \.software),
  ]

  let put: @Sendable (PhotoMetadata, inout FieldWriter) -> Void
  let take: @Sendable (inout PhotoMetadata, FieldReader) throws(AnswerError) -> Void

  init<Value: FieldValue>(
    _ tag: FieldTag, _ path: any WritableKeyPath<PhotoMetadata, Value?> & Sendable
  ) {
    put = { metadata, fields in
      if let value = metadata[keyPath: path] { fields.put(value, tag) }
    }
    take = { (metadata, fields) throws(AnswerError) in
      metadata[keyPath: path] = try fields.optional(tag, Value.self)
    }
  }

  init(text tag: FieldTag, _ path: any WritableKeyPath<PhotoMetadata, String?> & Sendable) {
    put = { metadata, fields in
      if let text = metadata[keyPath: path] { fields.put(MetadataText(text), tag) }
    }
    take = { (metadata, fields) throws(AnswerError) in
      metadata[keyPath: path] = try fields.optional(tag, MetadataText.self)?.text
    }
  }
}

/// A UTF-8 text within the limit of `PhotoMetadata`.
private struct MetadataText: FieldValue {
  let text: String

  init(_ text: String) {
    self.text = PhotoMetadata.text(text) ?? ""
  }

  var fieldBytes: [UInt8] { Array(text.utf8) }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard fieldBytes.count <= PhotoMetadata.textByteLimit,
      let text = String(validating: fieldBytes, as: UTF8.self)
    else { return nil }
    self.text = text
  }
}

extension Int: FieldValue {
  var fieldBytes: [UInt8] {
    var writer = MessageWriter()
    writer.put(UInt64(bitPattern: Int64(self)))
    return writer.bytes
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    var reader = MessageReader(fieldBytes)
    guard let bits = reader.take(UInt64.self), reader.rest.isEmpty else { return nil }
    self = Int(Int64(bitPattern: bits))
  }
}

/// Eight bytes; must be finite.
extension Double: FieldValue {
  var fieldBytes: [UInt8] { Int(bitPattern: UInt(bitPattern)).fieldBytes }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let bits = Int(fieldBytes: fieldBytes) else { return nil }
    self.init(bitPattern: UInt64(bitPattern: Int64(bits)))
    guard isFinite else { return nil }
  }
}

extension Fraction: FieldValue {
  var fieldBytes: [UInt8] { numerator.fieldBytes + denominator.fieldBytes }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard fieldBytes.count == 16, let numerator = Int(fieldBytes: fieldBytes.prefix(8)),
      let denominator = Int(fieldBytes: fieldBytes.suffix(8)), denominator > 0
    else { return nil }
    self.init(numerator, denominator)
  }
}

extension FlashUse: FieldValue {
  var fieldBytes: [UInt8] { [rawValue] }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let byte = UInt8(fieldBytes: fieldBytes) else { return nil }
    self.init(rawValue: byte)
  }
}

/// Two or three numbers, depending on the altitude.
extension GeoPosition: FieldValue {
  var fieldBytes: [UInt8] {
    latitude.fieldBytes + longitude.fieldBytes + (altitude?.fieldBytes ?? [])
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard fieldBytes.count.isMultiple(of: 8) else { return nil }
    let numbers = stride(from: 0, to: fieldBytes.count, by: 8).map {
      Double(fieldBytes: fieldBytes.dropFirst($0).prefix(8))
    }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    self.init(
      latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2] : nil)
  }
}

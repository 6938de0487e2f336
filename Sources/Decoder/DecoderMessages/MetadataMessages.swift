package import Imaging

/// What a decoder is asked to tell of photos without decoding them, as it is sent: with it come the
/// descriptors of the end that the answers are written to, of the end that is told how the child ended,
/// and of the files.
///
/// One child reads all of them, since to make one takes ten times as long as to read a file. It answers
/// in their order, so that the file is known at which it dies.
package struct MetadataRequest: Hashable, Sendable {
  /// The most files of one request.
  package static let fileLimit = 128
  /// The most bytes of a message.
  package static let byteLimit = 6 + 8 * fileLimit

  /// What is wanted.
  package let scope: MetadataScope
  /// How many bytes of each file are read at most.
  package let fileByteCounts: [Int]

  /// Makes a request; there must be a file, and no more than `fileLimit`.
  package init(scope: MetadataScope, fileByteCounts: [Int]) {
    self.scope = scope
    self.fileByteCounts = fileByteCounts.map { max(0, $0) }
  }

  /// Reads a request; nil where it is none, or any number of it is out of its limits.
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

  /// The request as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.metadataRequest)
    writer.put(scope.rawValue)
    writer.put(UInt8(clamping: fileByteCounts.count))
    for count in fileByteCounts { writer.put(UInt64(count)) }
    return writer.bytes
  }
}

/// What a photo's file says of it, or why nothing can be read.
package typealias MetadataResult = Result<PhotoMetadata, PictureError>

/// The answer to one file of a `MetadataRequest`: keywords, each with its length, and a record of fields
/// as in an `AnswerHeader`.
///
/// The client knows the kind and the size of the file itself.
package struct MetadataAnswer: Hashable, Sendable {
  /// The beginning of a message, and the length in bytes of what follows.
  package static let frontByteCount = 8
  /// The most bytes that follow: all texts and keywords as long as they may be.
  package static let byteLimit = 2 << 20

  /// What is said.
  package let result: MetadataResult

  /// Takes what is said.
  package init(_ result: MetadataResult) {
    self.result = result
  }

  /// The answer as it is sent.
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

  /// How many bytes follow the front of an answer; nil where it is none, or they are more than any answer
  /// has.
  package static func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    var reader = MessageReader(front)
    guard reader.take(frontByteCount - 4)?.elementsEqual(MessageKind.metadata.beginning) == true,
      let count = reader.take(UInt32.self), count <= byteLimit
    else { return nil }
    return Int(count)
  }

  /// Reads what follows the front, which may come from a decoder that somebody else has taken over.
  /// - Throws: `AnswerError`, where any of it is none, or beyond its limits.
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

/// A part of `PhotoMetadata` on its way; a new one is one line here, and one in `FieldTag`.
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

/// A text of any characters in UTF-8, as long as `PhotoMetadata` allows.
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

/// Eight bytes; no number that is not finite.
extension Double: FieldValue {
  var fieldBytes: [UInt8] { Int(bitPattern: UInt(bitPattern)).fieldBytes }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let bits = Int(fieldBytes: fieldBytes) else { return nil }
    self.init(bitPattern: UInt64(bitPattern: Int64(bits)))
    guard isFinite else { return nil }
  }
}

/// Both numbers.
extension Fraction: FieldValue {
  var fieldBytes: [UInt8] { numerator.fieldBytes + denominator.fieldBytes }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard fieldBytes.count == 16, let numerator = Int(fieldBytes: fieldBytes.prefix(8)),
      let denominator = Int(fieldBytes: fieldBytes.suffix(8)), denominator > 0
    else { return nil }
    self.init(numerator, denominator)
  }
}

/// One byte.
extension FlashUse: FieldValue {
  var fieldBytes: [UInt8] { [rawValue] }

  init?(fieldBytes: ArraySlice<UInt8>) {
    guard let byte = UInt8(fieldBytes: fieldBytes) else { return nil }
    self.init(rawValue: byte)
  }
}

/// Two numbers, or three with the altitude.
extension GeoPosition: FieldValue {
  var fieldBytes: [UInt8] {
    latitude.fieldBytes + longitude.fieldBytes + (altitude?.fieldBytes ?? [])
  }

  init?(fieldBytes: ArraySlice<UInt8>) {
    let numbers = stride(from: 0, to: fieldBytes.count, by: 8).map {
      Double(fieldBytes: fieldBytes.dropFirst($0).prefix(8))
    }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    self.init(
      latitude: latitude, longitude: longitude, altitude: numbers.count > 2 ? numbers[2] : nil)
  }
}

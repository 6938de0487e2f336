package import Imaging

/// Sent with descriptors: the write ends for answers and for the report of the child's end, and the
/// files. One child reads all files, since a fork takes ten times as long as reading a file.
/// Answers come in request order, which identifies a file that crashes the child.
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
      let scope = reader.take(MetadataScope.self),
      let count = reader.take(UInt8.self), (1...Self.fileLimit).contains(Int(count)),
      reader.rest.count == 8 * Int(count)
    else { return nil }
    var counts: [Int] = []
    while let count = reader.take(Int.self) {
      guard count >= 0 else { return nil }
      counts.append(count)
    }
    self.init(scope: scope, fileByteCounts: counts)
  }

  package var bytes: [UInt8] {
    var counts = MessageWriter()
    for count in fileByteCounts { counts.put(count) }
    return MessageKind.metadataRequest.message(scope, UInt8(clamping: fileByteCounts.count))
      + counts.bytes
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
      for field in metadataFields { field.put(metadata, &fields) }
      keywords.put(UInt16(clamping: metadata.keywords.count))
      for word in metadata.keywords {
        let bytes = Array(MetadataText(word).text.utf8)
        keywords.put(UInt16(bytes.count))
        keywords.put(bytes)
      }
    case .failure(let reason):
      fields.put(reason)
      keywords.put(UInt16(0))
    }
    return MessageKind.metadata.message(withLengthOf: keywords.bytes + fields.bytes)
  }

  /// The number of bytes after the front; nil if invalid or above the limit.
  package static func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    MessageKind.contentByteCount(in: front, of: .metadata).flatMap { $0 <= byteLimit ? $0 : nil }
  }

  /// Parses the bytes after the front from an untrusted decoder, which may be compromised.
  package init(parsing content: ArraySlice<UInt8>) throws(AnswerError) {
    var reader = MessageReader(content)
    guard let count = reader.take(UInt16.self), count <= PhotoMetadata.keywordLimit else {
      throw .notAnAnswer
    }
    var metadata = PhotoMetadata()
    for _ in 0..<count {
      guard let length = reader.take(UInt16.self),
        var bytes = reader.take(Int(length)).map(MessageReader.init),
        let word = MetadataText(from: &bytes)
      else { throw .cutShort }
      metadata.keywords.append(word.text)
    }
    let fields = try FieldReader(reader.rest)
    guard try fields.required(.outcome, UInt8.self) == 0 else {
      result = .failure(try fields.reason())
      return
    }
    for field in metadataFields { try field.take(&metadata, fields) }
    let isBounded =
      metadata.size.map { PhotoMetadata.size(width: $0.width, height: $0.height) == $0 } ?? true
    guard isBounded, VideoTime.isValid(metadata.duration), (-1...5).contains(metadata.rating ?? 0),
      metadata.iso ?? 1 > 0
    else {
      throw .notAskedFor
    }
    result = .success(metadata)
  }
}

/// A new field must be added here; each also needs a `FieldTag`.
private let metadataFields: [RecordField<PhotoMetadata>] = [
  RecordField(.pictureSize, \.size), RecordField(.orientation, \.orientation),
  RecordField(.captureDate, \.captureDate), RecordField(.exposureTime, \.exposureTime),
  RecordField(.aperture, \.aperture), RecordField(.iso, \.iso),
  RecordField(.focalLength, \.focalLength), RecordField(.filmFocalLength, \.filmFocalLength),
  RecordField(.exposureBias, \.exposureBias), RecordField(.flash, \.flash),
  RecordField(.position, \.position), RecordField(.rating, \.rating),
  RecordField(.profile, \.profile.bounded), RecordField(.make, \.make.bounded),
  RecordField(.model, \.model.bounded), RecordField(.lens, \.lens.bounded),
  RecordField(.title, \.title.bounded), RecordField(.caption, \.caption.bounded),
  RecordField(.label, \.label.bounded), RecordField(.software, \.software.bounded),
  RecordField(.altText, \.altText.bounded), RecordField(.people, \.people.bounded),
  RecordField(.faces, \.faces.bounded), RecordField(.duration, \.duration),
  RecordField(.codec, \.codec.bounded), RecordField(.creator, \.creator.bounded),
  RecordField(.rights, \.rights.bounded), RecordField(.isMotionPhoto, \.isMotionPhoto),
]

extension String? {
  fileprivate var bounded: MetadataText? {
    get { map(MetadataText.init) }
    set { self = newValue?.text }
  }
}

extension [String] {
  fileprivate var bounded: MetadataNames? {
    get { isEmpty ? nil : MetadataNames(names: self) }
    set { self = newValue?.names ?? [] }
  }
}

extension [Face] {
  fileprivate var bounded: MetadataFaces? {
    get { isEmpty ? nil : MetadataFaces(faces: self) }
    set { self = newValue?.faces ?? [] }
  }
}

/// Areas in four numbers of two bytes, each with the length of the name and the name.
private struct MetadataFaces: FieldValue {
  let faces: [Face]

  init(faces: [Face]) {
    self.faces = faces
  }

  func put(to writer: inout MessageWriter) {
    for face in faces.prefix(Face.limit) {
      for number in [face.area.x, face.area.y, face.area.size.width, face.area.size.height] {
        writer.put(UInt16(clamping: number))
      }
      writer.put(UInt8(clamping: face.name.utf8.count))
      writer.put(Array(face.name.utf8))
    }
  }

  init?(from reader: inout MessageReader) {
    var faces: [Face] = []
    while !reader.rest.isEmpty {
      let numbers = (0..<4).compactMap { _ in reader.take(UInt16.self).map { Int($0) } }
      guard faces.count < Face.limit, numbers.count == 4, let length = reader.take(UInt8.self),
        let name = reader.take(Int(length)).flatMap({ String(validating: $0, as: UTF8.self) }),
        let face = Face(
          name,
          in: PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
      else { return nil }
      faces.append(face)
    }
    self.faces = faces
  }
}

/// Names without control characters, in lines.
private struct MetadataNames: FieldValue {
  /// Half of the length of any field.
  static let byteLimit = 32 << 10
  let names: [String]

  init(names: [String]) {
    self.names = names
  }

  func put(to writer: inout MessageWriter) {
    let lines = names.prefix(PhotoMetadata.personLimit).joined(separator: "\n")
    guard let text = PhotoMetadata.text(lines, byteLimit: Self.byteLimit) else { return }
    writer.put(Array(text.utf8))
  }

  init?(from reader: inout MessageReader) {
    guard reader.rest.count <= Self.byteLimit, let bytes = reader.take(reader.rest.count),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    names =
      Keywords(
        text.split(separator: "\n").map(String.init), limit: PhotoMetadata.personLimit
      ).all
  }
}

/// A UTF-8 text within the limit of `PhotoMetadata`.
private struct MetadataText: FieldValue {
  let text: String

  init(_ text: String) {
    self.text = PhotoMetadata.text(text) ?? ""
  }

  func put(to writer: inout MessageWriter) { writer.put(Array(text.utf8)) }

  init?(from reader: inout MessageReader) {
    guard reader.rest.count <= PhotoMetadata.textByteLimit,
      let bytes = reader.take(reader.rest.count),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.text = text
  }
}

package import Base
package import FileActions
import Glibc
package import Imaging

package enum PhotoTurning {
  enum Means: Hashable, Sendable {
    /// In its file, which takes precedence.
    case file(OrientationField)
    case sidecar
    /// Nowhere: the file has, or may have, it in another form.
    case none
  }

  /// Adds a rotation in the file if it has one, else in the sidecar, or throws `refused`; blocks.
  package static func turn(
    _ photo: ByteString, by turn: Orientation, isCompanion: Bool = false, _ actions: FileActions
  ) throws(FileActionError) -> ActionStep.Change? {
    let name = FileName(lastOf: photo)
    try actions.check(photo)
    switch means(of: photo) {
    case nil: throw .gone(name)
    case .none?: throw .refused(name, "has no writable orientation")
    case .file(let field)?:
      return try actions.patch(photo, field.change(turning: turn), isCompanion: isCompanion)
    case .sidecar?:
      var writer = SidecarWriter(by: actions)
      return try writer.change(of: photo, isCompanion: isCompanion) {
        document throws(SidecarError) in
        let turned = (document.turn ?? .topLeft).followed(by: turn)
        return try document.changed([.orientation: .set("\(turned.rawValue)")])
      }
    }
  }

  /// Blocks; nil if the file cannot be opened.
  static func means(of photo: ByteString) -> Means? {
    guard let file = LongPath.open(photo.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) else {
      return nil
    }
    var start: [UInt8] = []
    _ = file.read(OrientationField.searchedByteCount, at: 0, into: &start)
    if let field = OrientationField(in: start) { return .file(field) }
    let format = PictureFormat(signatureOf: start)
    return format?.descriptor.rotatesInSidecar == true ? .sidecar : Means.none
  }
}

/// The two bytes of the EXIF orientation (tag 0x0112), the only ones that a rotation changes.
package struct OrientationField: Hashable, Sendable {
  /// In bytes from the start of the file.
  package let offset: Int
  package let orientation: Orientation
  private let isBigEndian: Bool

  /// Bytes to search; more than any camera writes before the field.
  package static let searchedByteCount = 256 << 10

  private static let tag = 0x0112
  private static let exif = Array("Exif\0\0".utf8)

  /// Nil unless the file is JPEG or TIFF-based and has the field; other formats ignore EXIF.
  /// `start` is ``searchedByteCount`` bytes or the whole file.
  package init?(in start: [UInt8]) {
    switch PictureFormat(signatureOf: start) {
    case .jpeg: self.init(jpeg: start)
    case .tiff, .cr2, .nef, .arw, .dng: self.init(tiff: start[...])
    default: return nil
    }
  }

  private init?(jpeg bytes: [UInt8]) {
    for segment in JPEGSegments(ByteView(bytes)) {
      let isEnd = [JPEGSegments.startOfScan, JPEGSegments.endOfImage].contains(segment.code)
      guard !isEnd, segment.isWhole else { return nil }
      let payload = bytes[segment.payload]
      if segment.code == 0xE1, payload.starts(with: Self.exif) {
        self.init(tiff: payload.dropFirst(Self.exif.count))
        return
      }
    }
    return nil
  }

  private init?(tiff block: ArraySlice<UInt8>) {
    guard var structure = TIFFStructure(ByteView(block)),
      let directory = structure.entries(at: structure.first),
      let place = directory.shortPlace(Self.tag),
      let orientation = directory.number(Self.tag).flatMap(Orientation.init(rawValue:))
    else { return nil }
    offset = block.startIndex + place
    self.orientation = orientation
    isBigEndian = structure.isBigEndian
  }

  package func change(turning turn: Orientation) -> ContentChange {
    .patch(
      offset: offset, before: bytes(of: orientation),
      after: bytes(of: orientation.followed(by: turn)))
  }

  private func bytes(of orientation: Orientation) -> [UInt8] {
    let value = UInt8(orientation.rawValue)
    return isBigEndian ? [0, value] : [value, 0]
  }
}

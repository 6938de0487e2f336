internal import Imaging

/// The metadata of a JPEG up to its first scan (ITU-T T.81, annex B; ISO 16684-3, section 6).
struct JPEGBlocks {
  private static let mostSegments = 4096
  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)
  private static let profile = Array("ICC_PROFILE\0".utf8)
  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9

  private let view: ByteView
  private let scope: MetadataScope
  private(set) var blocks = MetadataBlocks()

  init(_ view: ByteView, for scope: MetadataScope = .all) {
    self.view = view
    self.scope = scope
    var position = 2
    for _ in 0..<Self.mostSegments {
      guard let next = takeSegment(at: position) else { return }
      position = next
    }
  }

  private mutating func takeSegment(at position: Int) -> Int? {
    guard let marker = view.bytes(at: position, 2), marker.first == 0xFF, let last = marker.last
    else { return nil }
    let code = Int(last)
    // A marker may be preceded by any number of fill bytes.
    if code == 0xFF { return position + 1 }
    guard code != Self.startOfScan, code != Self.endOfImage,
      let length = view.number(at: position + 2, 2), length >= 2
    else { return nil }
    take(code, view.part(from: position + 4, count: length - 2))
    // The index needs nothing after the size.
    if scope == .index, blocks.size != nil { return nil }
    return position + 2 + length
  }

  private mutating func take(_ code: Int, _ segment: ByteView) {
    switch code {
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(code): takeFrame(segment)
    case 0xE1: takeApplication(segment)
    case 0xE2:
      guard scope == .all, blocks.profile == nil, let piece = content(segment, after: Self.profile)
      else { return }
      // The name is in the first chunk, after its number and the chunk count.
      if piece.first == 1 { blocks.profile = ProfileName.name(in: piece.dropFirst(2)) }
    case 0xED:
      guard blocks.photoshop.count <= ExifReader.blockLimit,
        let part = content(segment, after: Self.photoshop)
      else { return }
      blocks.photoshop += part
    default: break
    }
  }

  private mutating func takeFrame(_ segment: ByteView) {
    guard blocks.size == nil, let height = segment.number(at: 1, 2),
      let width = segment.number(at: 3, 2)
    else { return }
    blocks.size = PhotoMetadata.size(width: width, height: height)
  }

  private mutating func takeApplication(_ segment: ByteView) {
    if segment.bytes(at: 0, Self.exif.count)?.elementsEqual(Self.exif) == true {
      blocks.take(ExifReader(segment.part(from: Self.exif.count)))
    } else if let extended = content(segment, after: ExtendedXMP.signature, isWhole: true) {
      blocks.extendedXMP.take(extended)
    } else if blocks.xmp == nil {
      blocks.xmp = content(segment, after: Self.xmp)
    }
  }

  private func content(
    _ segment: ByteView, after signature: [UInt8], isWhole: Bool = false
  ) -> ArraySlice<UInt8>? {
    guard segment.bytes(at: 0, signature.count)?.elementsEqual(signature) == true,
      let bytes = segment.all(atMost: .max)
    else { return nil }
    return isWhole ? bytes : bytes.dropFirst(signature.count)
  }
}

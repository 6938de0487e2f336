internal import Imaging

/// The metadata of a JPEG up to its first scan (ITU-T T.81, annex B; ISO 16684-3, section 6).
struct JPEGBlocks {
  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)
  private static let profile = Array("ICC_PROFILE\0".utf8)

  private let scope: MetadataScope
  private(set) var blocks = MetadataBlocks()

  init(_ view: ByteView, for scope: MetadataScope = .all) {
    self.scope = scope
    for segment in JPEGSegments(view) {
      guard ![JPEGSegments.startOfScan, JPEGSegments.endOfImage].contains(segment.code) else {
        return
      }
      take(segment.code, view.part(from: segment.payload.lowerBound, count: segment.payload.count))
      // The index needs nothing after the size.
      if scope == .index, blocks.size != nil { return }
    }
  }

  private mutating func take(_ code: UInt8, _ segment: ByteView) {
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

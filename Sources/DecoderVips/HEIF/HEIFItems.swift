internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The items of a HEIC or AVIF (ISO/IEC 14496-12, section 8.11; ISO/IEC 23008-12, sections 6, 9.3).
///
/// Each box is read once; time and memory are linear in the size of `meta`.
struct HEIFItems {
  struct Reference {
    let kind: String
    let source: Int
    let targets: [Int]
  }

  let file: [UInt8]
  let meta: ArraySlice<UInt8>
  let primary: Int
  let entries: [ISOBMFFItems.Entry]
  let kinds: [Int: String]
  let references: [Reference]
  private let locations: [Int: ISOBMFFItems.Location]
  private let cutItems: Set<Int>
  private let associations: [Int: [Int]]
  private let properties: [ISOBMFFBox]
  private let inner: ArraySlice<UInt8>

  /// Throws `.truncated` if the file ends before the boxes, `.damaged` if one is missing.
  init(_ file: [UInt8]) throws(PictureError) {
    guard let meta = ISOBMFFBox.firstOrCutShort("meta", in: file[...]), !meta.isCutShort else {
      throw ISOBMFFBox.first("moov", in: file[...]) == nil
        ? .truncated : .unsupported("HEIF that is only a sequence")
    }
    self.file = file
    self.meta = meta.content
    let boxes = meta.content.dropFirst(4)
    guard let primary = ISOBMFFItems.primary(in: boxes) else { throw .damaged }
    self.primary = primary
    entries = ISOBMFFItems.entries(in: boxes)
    kinds = Dictionary(entries.map { ($0.item, $0.kind) }) { first, _ in first }
    references = Self.references(ISOBMFFBox.first("iref", in: boxes)?.content ?? [])
    let inner = ISOBMFFBox.first("idat", in: boxes)?.content ?? []
    self.inner = inner
    let locations = ISOBMFFItems.locations(in: boxes)
    self.locations = locations
    let lengths = [file.count, inner.count]
    cutItems = Set(
      locations.filter { _, location in
        location.method < 2
          && location.extents.contains {
            max($0.offset, $0.length) > lengths[location.method] - min($0.offset, $0.length)
          }
      }.keys)
    let described = ISOBMFFBox.first("iprp", in: boxes)?.content ?? []
    properties = ISOBMFFBox.all(in: ISOBMFFBox.first("ipco", in: described)?.content ?? [])
    associations = ISOBMFFItems.properties(in: described)
  }

  func properties(of item: Int) -> [ISOBMFFBox] {
    (associations[item] ?? []).filter(properties.indices.contains).map { properties[$0] }
  }

  /// The size in pixels before cropping and rotation (section 6.5.3).
  func size(of item: Int) -> PixelSize? {
    guard let box = properties(of: item).first(where: { $0.kind == "ispe" }) else { return nil }
    var fields = ISOBMFFReader(box.content.dropFirst(4))
    guard let width = fields.take(4), let height = fields.take(4) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The type of an auxiliary item (section 6.5.8); empty for others.
  func auxiliaryType(of item: Int) -> String {
    let box = properties(of: item).first { $0.kind == "auxC" }
    return box.map { String(decoding: $0.content.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self) }
      ?? ""
  }

  func isWhole(_ item: Int) -> Bool { !cutItems.contains(item) }

  func data(of item: Int, atMost limit: Int) -> [UInt8] {
    guard let location = locations[item], location.method < 2 else { return [] }
    let source = location.method == 0 ? file[...] : inner
    var data: [UInt8] = []
    for extent in location.extents where data.count < limit {
      let rest = source.dropFirst(extent.offset)
      data += rest.prefix(extent.length == 0 ? limit : extent.length).prefix(limit - data.count)
    }
    return data
  }

  private static func references(_ content: ArraySlice<UInt8>) -> [Reference] {
    let width = content.first == 0 ? 2 : 4
    return ISOBMFFBox.all(in: content.dropFirst(4)).compactMap { box in
      var fields = ISOBMFFReader(box.content)
      guard let source = fields.take(width), let count = fields.take(2) else { return nil }
      let targets = (0..<count).prefix(fields.rest.count / width).compactMap { _ in
        fields.take(width)
      }
      return Reference(kind: box.kind, source: source, targets: targets)
    }
  }
}

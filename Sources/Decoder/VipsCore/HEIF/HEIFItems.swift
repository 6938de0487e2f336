internal import DecoderCore
internal import DecoderMessages
internal import Imaging

/// The items of a HEIC or AVIF, and what its boxes say of them (ISO/IEC 14496-12, section 8.11; ISO/IEC
/// 23008-12, sections 6 and 9.3).
///
/// Each box is read once; the time and the memory are proportional to the length of `meta`.
struct HEIFItems {
  /// An entry of the box `iinf`.
  struct Entry {
    /// The number of the item.
    let item: Int
    /// The four letters of its type.
    let kind: String
    /// The content of its box `infe`.
    let content: ArraySlice<UInt8>
  }

  /// An entry of the box `iref`.
  struct Reference {
    let kind: String
    let source: Int
    let targets: [Int]
  }

  /// Where the bytes of an item stand, by the box `iloc`.
  private struct Location {
    let method: Int
    var extents: [(offset: Int, length: Int)] = []
  }

  /// The whole file.
  let file: [UInt8]
  /// The content of the box `meta`.
  let meta: ArraySlice<UInt8>
  /// The item that the file says is its picture.
  let primary: Int
  /// The items in the order of the file.
  let entries: [Entry]
  /// The types of the items.
  let kinds: [Int: String]
  /// All references, in the order of the file.
  let references: [Reference]
  private let locations: [Int: Location]
  /// The items of which the file does not have all bytes.
  private let cutItems: Set<Int>
  private let associations: [Int: [Int]]
  private let properties: [ISOBMFFBox]
  private let inner: ArraySlice<UInt8>

  /// More extents than any file has: a few bytes may claim 65,535 of them.
  private static let mostExtents = 1 << 17

  /// Reads the boxes of a file.
  /// - Throws: `PictureError.truncated` where the file ends before them, `.damaged` where one is missing.
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
    entries = Self.entries(ISOBMFFBox.first("iinf", in: boxes)?.content ?? [])
    kinds = Dictionary(entries.map { ($0.item, $0.kind) }) { first, _ in first }
    references = Self.references(ISOBMFFBox.first("iref", in: boxes)?.content ?? [])
    let inner = ISOBMFFBox.first("idat", in: boxes)?.content ?? []
    self.inner = inner
    let locations = Self.locations(ISOBMFFBox.first("iloc", in: boxes)?.content ?? [])
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

  /// The properties of an item, in their order.
  func properties(of item: Int) -> [ISOBMFFBox] {
    (associations[item] ?? []).filter(properties.indices.contains).map { properties[$0] }
  }

  /// The size in pixels that an item is said to have before it is cropped and turned (section 6.5.3).
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

  /// Whether the file has all bytes of an item.
  func isWhole(_ item: Int) -> Bool { !cutItems.contains(item) }

  /// The bytes of an item, as far as they are there, and no more than a limit.
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

  private static func entries(_ content: ArraySlice<UInt8>) -> [Entry] {
    let boxes = content.dropFirst(content.first == 0 ? 6 : 8)
    return ISOBMFFBox.all(in: boxes).compactMap { box in
      var fields = ISOBMFFReader(box.content)
      guard box.kind == "infe", let version = fields.take(1), version >= 2, fields.take(3) != nil,
        let item = fields.take(version == 2 ? 2 : 4), fields.take(2) != nil,
        let kind = fields.takeText(4)
      else { return nil }
      return Entry(item: item, kind: kind, content: box.content)
    }
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

  private static func locations(_ content: ArraySlice<UInt8>) -> [Int: Location] {
    var fields = ISOBMFFReader(content)
    var locations: [Int: Location] = [:]
    guard let version = fields.take(1), fields.take(3) != nil, let sizes = fields.take(2),
      let count = fields.take(version < 2 ? 2 : 4)
    else { return [:] }
    let width = { (place: Int) in sizes >> (4 * place) & 15 }
    var extentCount = 0
    for _ in 0..<count {
      guard let item = fields.take(version < 2 ? 2 : 4),
        let method = version > 0 ? fields.take(2) : 0, fields.take(2) != nil,
        let base = fields.take(width(1)), let pieces = fields.take(2)
      else { break }
      var location = Location(method: method & 15)
      extentCount += pieces
      guard extentCount <= mostExtents else { break }
      for _ in 0..<pieces {
        guard version == 0 || fields.take(width(0)) != nil, let offset = fields.take(width(3)),
          let length = fields.take(width(2))
        else { return locations }
        let (place, overflows) = base.addingReportingOverflow(offset)
        location.extents.append((overflows ? .max : place, length))
      }
      locations[item] = locations[item] ?? location
    }
    return locations
  }
}

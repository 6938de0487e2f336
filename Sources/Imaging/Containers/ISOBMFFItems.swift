/// The items of a HEIC or AVIF (ISO/IEC 14496-12, section 8.11.4; ISO/IEC 23008-12, section 9.3).
package enum ISOBMFFItems {
  package struct Entry {
    package let item: Int
    package let kind: String
    package let content: ArraySlice<UInt8>
    /// The NUL-terminated names after the type.
    package let details: ArraySlice<UInt8>
  }

  package struct Location {
    /// 0: in the file, 1: in the box `idat`, 2: in another item.
    package let method: Int
    package fileprivate(set) var extents: [(offset: Int, length: Int)] = []
  }

  /// More extents than any file has; a few bytes may claim 65,535 of them.
  private static let mostExtents = 1 << 17

  package static func primary(in meta: ArraySlice<UInt8>) -> Int? {
    guard let box = ISOBMFFBox.first("pitm", in: meta) else { return nil }
    var fields = ByteCursor(box.content)
    guard let version = fields.big(1), fields.big(3) != nil else { return nil }
    return fields.big(version == 0 ? 2 : 4)
  }

  /// Property indices by item, from the `ipma` boxes in the content of `iprp`.
  package static func properties(in content: ArraySlice<UInt8>) -> [Int: [Int]] {
    var places: [Int: [Int]] = [:]
    for box in ISOBMFFBox.all(in: content) where box.kind == "ipma" {
      add(box.content, to: &places)
    }
    return places
  }

  package static func entries(in meta: ArraySlice<UInt8>) -> [Entry] {
    guard let content = ISOBMFFBox.first("iinf", in: meta)?.content else { return [] }
    let boxes = content.dropFirst(content.first == 0 ? 6 : 8)
    return ISOBMFFBox.all(in: boxes).compactMap { box in
      var fields = ByteCursor(box.content)
      guard box.kind == "infe", let version = fields.big(1), version >= 2, fields.big(3) != nil,
        let item = fields.big(version == 2 ? 2 : 4), fields.big(2) != nil,
        let kind = fields.text(4)
      else { return nil }
      return Entry(item: item, kind: kind, content: box.content, details: fields.rest)
    }
  }

  package static func locations(in meta: ArraySlice<UInt8>) -> [Int: Location] {
    var fields = ByteCursor(ISOBMFFBox.first("iloc", in: meta)?.content ?? [])
    var locations: [Int: Location] = [:]
    guard let version = fields.big(1), fields.big(3) != nil, let sizes = fields.big(2),
      let count = fields.big(version < 2 ? 2 : 4)
    else { return [:] }
    let width = { (place: Int) in sizes >> (4 * place) & 15 }
    var extentCount = 0
    for _ in 0..<count {
      guard let item = fields.big(version < 2 ? 2 : 4),
        let method = version > 0 ? fields.big(2) : 0, fields.big(2) != nil,
        let base = fields.big(width(1)), let pieces = fields.big(2)
      else { break }
      var location = Location(method: method & 15)
      extentCount += pieces
      guard extentCount <= mostExtents else { break }
      for _ in 0..<pieces {
        guard version == 0 || fields.big(width(0)) != nil, let offset = fields.big(width(3)),
          let length = fields.big(width(2))
        else { return locations }
        let (place, overflows) = base.addingReportingOverflow(offset)
        location.extents.append((overflows ? .max : place, length))
      }
      locations[item] = locations[item] ?? location
    }
    return locations
  }

  /// Applies `irot` and `imir` properties in order (ISO/IEC 23008-12, sections 6.5.10 and 6.5.12).
  package static func orientation(by properties: [ISOBMFFBox]) -> Orientation {
    // A mirror, then quarter turns clockwise.
    var (isMirrored, quarters) = (false, 0)
    for box in properties {
      let value = Int(box.content.first ?? 0)
      switch box.kind {
      case "irot": quarters = (quarters + 4 - (value & 3)) % 4
      case "imir":
        isMirrored.toggle()
        quarters = ((value & 1 == 0 ? 2 : 0) + 4 - quarters) % 4
      default: break
      }
    }
    let plain: [Orientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom]
    let mirrored: [Orientation] = [.topRight, .rightBottom, .bottomLeft, .leftTop]
    return (isMirrored ? mirrored : plain)[quarters]
  }

  private static func add(_ content: ArraySlice<UInt8>, to all: inout [Int: [Int]]) {
    var fields = ByteCursor(content)
    guard let version = fields.big(1), let flags = fields.big(3), let count = fields.big(4)
    else { return }
    let length = flags & 1 == 0 ? 1 : 2
    // The highest bit is the essential flag; indices are one-based.
    let mask = 1 << (8 * length - 1) - 1
    for _ in 0..<count {
      guard let item = fields.big(version == 0 ? 2 : 4), let associations = fields.big(1)
      else { return }
      let places = (0..<associations).compactMap { _ in fields.big(length) }
      all[item, default: []] += places.map { ($0 & mask) - 1 }
    }
  }
}

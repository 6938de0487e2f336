package import Imaging

/// A HEIC or AVIF of items for tests, with any boxes (ISO/IEC 14496-12, section 8.11; ISO/IEC
/// 23008-12).
package struct SampleHEIF {
  /// An item of the file.
  package struct Item {
    package var kind: String
    package var data: [UInt8]
    /// The boxes that describe it.
    package var properties: [[UInt8]]
    package var isHidden = false

    /// Takes an item that is not hidden.
    package init(_ kind: String, _ data: [UInt8] = [], properties: [[UInt8]] = []) {
      self.kind = kind
      self.data = data
      self.properties = properties
    }
  }

  /// The numbers of the items, and the items, in the order of their data.
  package var items: [(number: Int, item: Item)]
  /// The references between them.
  package var references: [(kind: String, source: Int, targets: [Int])]
  /// The number of the primary item.
  package var primary = 1
  /// Other content of the box `meta`.
  package var others: [UInt8] = []
  package var brand = "heic"

  /// Takes items, of which number 1 is the primary.
  package init(
    _ items: [(Int, Item)], _ references: [(kind: String, source: Int, targets: [Int])] = []
  ) {
    self.items = items.map { (number: $0.0, item: $0.1) }
    self.references = references
  }

  /// Writes the file.
  package func encoded() -> [UInt8] {
    let front = Self.box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8))
    let length = front.count + meta(0).count + 8
    return front + meta(length) + Self.box("mdat", items.flatMap(\.item.data))
  }

  private func meta(_ start: Int) -> [UInt8] {
    var place = start
    let places = items.flatMap { number, item in
      defer { place += item.data.count }
      return Self.number(number, 2) + [0, 0, 0, 1] + Self.number(place, 4)
        + Self.number(item.data.count, 4)
    }
    let entries = items.flatMap { number, item in
      Self.box(
        "infe",
        [2, 0, 0, item.isHidden ? 1 : 0] + Self.number(number, 2) + [0, 0]
          + Array("\(item.kind)\0".utf8))
    }
    let links = references.flatMap { kind, source, targets in
      Self.box(
        kind,
        Self.number(source, 2) + Self.number(targets.count, 2)
          + targets.flatMap { Self.number($0, 2) })
    }
    let content =
      Self.full("hdlr", Array("\0\0\0\0pict".utf8) + [UInt8](repeating: 0, count: 13))
      + Self.full("pitm", Self.number(primary, 2))
      + Self.full("iloc", [0x44, 0] + Self.number(items.count, 2) + places)
      + Self.full("iinf", Self.number(items.count, 2) + entries) + properties
      + (references.isEmpty ? [] : Self.full("iref", links)) + others
    return Self.full("meta", content)
  }

  private var properties: [UInt8] {
    let all = items.flatMap(\.item.properties)
    var first = 1
    let associations = items.flatMap { number, item in
      defer { first += item.properties.count }
      return Self.number(number, 2) + [UInt8(item.properties.count)]
        + item.properties.indices.flatMap { Self.number(first + $0, 2) }
    }
    return Self.box(
      "iprp",
      Self.box("ipco", all.flatMap(\.self))
        + Self.box("ipma", [0, 0, 0, 1] + Self.number(items.count, 4) + associations))
  }

  /// The image of a file that libvips writes, as an item: its properties and its bytes.
  /// - Parameters:
  ///   - file: The file.
  ///   - without: The kinds of boxes that are left out.
  /// - Returns: Nil if there is none.
  package static func item(of file: [UInt8], without: [String] = []) -> Item? {
    guard let meta = content("meta", in: file[...])?.dropFirst(4),
      let boxes = content("iprp", in: meta).flatMap({ content("ipco", in: $0) }),
      let places = content("iloc", in: meta)
    else { return nil }
    // The first item, with offset and length in four bytes each, and maybe a base for the offset.
    let place = places.dropFirst(places.first == 0 ? 12 : 14)
    let baseLength = Int(places.dropFirst(5).first ?? 0) >> 4
    let extent = place.dropFirst(baseLength + 2)
    let start = number(place.prefix(baseLength)) + number(extent.prefix(4))
    let data = file.dropFirst(start).prefix(number(extent.dropFirst(4).prefix(4)))
    guard !data.isEmpty else { return nil }
    var properties: [[UInt8]] = []
    var rest = boxes
    while let (kind, box) = take(&rest) {
      if kind == "auxC" { break }
      if !without.contains(kind) { properties.append(Array(box)) }
    }
    let isHEVC = properties.contains { $0.dropFirst(4).starts(with: "hvcC".utf8) }
    return Item(isHEVC ? "hvc1" : "av01", Array(data), properties: properties)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The property with the size of an item, in pixels.
  package static func size(_ size: PixelSize) -> [UInt8] {
    full("ispe", number(size.width, 4) + number(size.height, 4))
  }

  /// The property with the type of an auxiliary item.
  package static func auxiliary(_ type: String) -> [UInt8] { full("auxC", Array("\(type)\0".utf8)) }

  /// The content of an item of the type `grid`.
  package static func grid(_ columns: Int, _ rows: Int, _ size: PixelSize) -> [UInt8] {
    [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + number(size.width, 2) + number(size.height, 2)
  }

  /// A box.
  package static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(kind.utf8) + content
  }

  /// A box with a version and flags, which are zero.
  package static func full(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    box(kind, [0, 0, 0, 0] + content)
  }

  private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
  }

  private static func content(_ kind: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    while let (found, box) = take(&rest) {
      if found == kind { return box.dropFirst(8) }
    }
    return nil
  }

  private static func take(
    _ rest: inout ArraySlice<UInt8>
  ) -> (kind: String, box: ArraySlice<UInt8>)? {
    let length = number(rest.prefix(4))
    guard rest.count >= 8, length >= 8, length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return (
      String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), rest.prefix(length)
    )
  }
}

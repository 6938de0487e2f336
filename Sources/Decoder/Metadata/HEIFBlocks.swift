internal import DecoderCore
internal import Imaging

/// The metadata of a HEIC or AVIF (ISO/IEC 23008-12, annexes A and B; ISO/IEC 14496-12, section 8.11).
///
/// How the picture is turned is said by the container; EXIF only repeats it, and is not asked.
struct HEIFBlocks {
  private static let metaLimit = 4 << 20
  private static let mostItems = 10_000
  private static let mostRead = 8

  private(set) var blocks = MetadataBlocks()
  private let view: ByteView
  private let meta: ArraySlice<UInt8>

  /// Reads a file, as far as it makes sense.
  init(_ view: ByteView) {
    self.view = view
    guard let box = BoxView.all(in: view).first(where: { $0.kind == "meta" }),
      let meta = box.content.all(atMost: Self.metaLimit)
    else {
      self.meta = []
      return
    }
    self.meta = meta.dropFirst(4)
    for item in items.prefix(Self.mostRead) { take(item) }
    takeProperties()
  }

  private struct Item {
    let number: Int
    let isExif: Bool
  }

  /// The items that hold metadata, by their entries in the box `iinf`.
  private var items: [Item] {
    guard let box = ISOBMFFBox.first("iinf", in: meta), let version = box.content.first else {
      return []
    }
    let entries = box.content.dropFirst(version == 0 ? 6 : 8)
    return ISOBMFFBox.all(in: entries).prefix(Self.mostItems).compactMap { entry in
      var fields = ISOBMFFReader(entry.content)
      guard entry.kind == "infe", let version = fields.take(1), version >= 2, fields.take(3) != nil,
        let number = fields.take(version == 2 ? 2 : 4), fields.take(2) != nil,
        let kind = fields.takeText(4)
      else { return nil }
      if kind == "Exif" { return Item(number: number, isExif: true) }
      guard kind == "mime", let nameEnd = fields.rest.firstIndex(of: 0) else { return nil }
      let type = fields.rest[nameEnd...].dropFirst()
      return type.starts(with: "application/rdf+xml".utf8)
        ? Item(number: number, isExif: false) : nil
    }
  }

  private mutating func take(_ item: Item) {
    guard let content = content(of: item.number) else { return }
    guard item.isExif else {
      blocks.xmp = blocks.xmp ?? content.all(atMost: ExifReader.blockLimit)
      return
    }
    // Before the header of the TIFF stand as many bytes as a number says, mostly `Exif` and two zeros.
    guard let offset = content.number(at: 0, 4) else { return }
    blocks.take(ExifReader(content.part(from: 4 + offset)))
    blocks.exif?.orientation = nil
  }

  /// Where the bytes of an item stand, by the box `iloc`; nil for one in pieces.
  private func content(of item: Int) -> ByteView? {
    guard let box = ISOBMFFBox.first("iloc", in: meta) else { return nil }
    var fields = ISOBMFFReader(box.content)
    guard let version = fields.take(1), fields.take(3) != nil, let sizes = fields.take(2),
      let count = fields.take(version < 2 ? 2 : 4)
    else { return nil }
    let width = { (place: Int) in sizes >> (4 * place) & 15 }
    for _ in 0..<min(count, Self.mostItems) {
      guard let number = fields.take(version < 2 ? 2 : 4),
        let method = version > 0 ? fields.take(2) : 0, fields.take(2) != nil,
        let base = fields.take(width(1)), let pieces = fields.take(2)
      else { return nil }
      guard number == item else {
        let index = version > 0 ? width(0) : 0
        guard fields.take(pieces: pieces, of: index + width(3) + width(2)) else { return nil }
        continue
      }
      guard pieces == 1, version == 0 || fields.take(width(0)) != nil,
        let offset = fields.take(width(3)), let length = fields.take(width(2))
      else { return nil }
      return place(method & 15, base &+ offset, length)
    }
    return nil
  }

  /// Bytes of the file, or of the box `idat`.
  private func place(_ method: Int, _ offset: Int, _ length: Int) -> ByteView? {
    switch method {
    case 0: view.part(from: offset, count: length)
    case 1:
      ISOBMFFBox.first("idat", in: meta).map {
        ByteView($0.content).part(from: offset, count: length)
      }
    default: nil
    }
  }

  /// Takes the size, the turns and the colours of the picture.
  private mutating func takeProperties() {
    guard let box = ISOBMFFBox.first("iprp", in: meta)?.content,
      let container = ISOBMFFBox.first("ipco", in: box)?.content
    else { return }
    let all = ISOBMFFBox.all(in: container)
    let own = ISOBMFFItems.primary(in: meta).flatMap { ISOBMFFItems.properties(in: box)[$0] }
    let properties = (own ?? []).filter(all.indices.contains).map { all[$0] }
    var turn = ContainerTurn()
    for property in properties { take(property, &turn) }
    blocks.orientation = turn.orientation
    if blocks.profile == nil { all.forEach { takeColors($0) } }
  }

  private mutating func take(_ property: ISOBMFFBox, _ turn: inout ContainerTurn) {
    let content = property.content
    switch property.kind {
    case "ispe":
      guard let width = content.dropFirst(4).prefix(4).bigEndian,
        let height = content.dropFirst(8).prefix(4).bigEndian
      else { return }
      blocks.size = PhotoMetadata.size(width: width, height: height)
    case "irot": turn.turn(left: Int(content.first ?? 0) & 3)
    case "imir": turn.mirror(isUpsideDown: (content.first ?? 0) & 1 == 0)
    case "colr": takeColors(property)
    default: break
    }
  }

  private mutating func takeColors(_ box: ISOBMFFBox) {
    guard box.kind == "colr", blocks.profile == nil else { return }
    let content = box.content.dropFirst(4)
    if box.content.starts(with: "nclx".utf8) {
      guard let primaries = content.prefix(2).bigEndian,
        let transfer = content.dropFirst(2).prefix(2).bigEndian
      else { return }
      blocks.profile = ProfileName.name(primaries: primaries, transfer: transfer)
    } else {
      blocks.profile = ProfileName.name(in: content)
    }
  }
}

/// How a container turns its picture, one step after another (ISO/IEC 23008-12, sections 6.5.10 and
/// 6.5.12), as one value of EXIF.
struct ContainerTurn {
  private var isMirrored = false
  /// Quarters to the right, after the mirror.
  private var quarters = 0

  /// Turns to the left by so many quarters.
  mutating func turn(left: Int) {
    quarters = (quarters + 4 - left) % 4
  }

  /// Exchanges left and right, or top and bottom.
  mutating func mirror(isUpsideDown: Bool) {
    isMirrored.toggle()
    quarters = ((isUpsideDown ? 2 : 0) + 4 - quarters) % 4
  }

  /// The value that does the same.
  var orientation: Orientation {
    let plain: [Orientation] = [.topLeft, .rightTop, .bottomRight, .leftBottom]
    let mirrored: [Orientation] = [.topRight, .rightBottom, .bottomLeft, .leftTop]
    return (isMirrored ? mirrored : plain)[quarters]
  }
}

extension ISOBMFFReader {
  /// Passes over so many pieces of a length; false where they are not all there.
  fileprivate mutating func take(pieces: Int, of length: Int) -> Bool {
    guard length > 0 else { return true }
    for _ in 0..<pieces where takeText(length) == nil { return false }
    return true
  }
}

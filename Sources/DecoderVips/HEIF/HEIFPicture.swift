internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The items needed to display the image of a HEIC or AVIF.
struct HEIFPicture {
  let items: HEIFItems
  /// The primary item, or its source if libheif does not know the derivation, such as a tone map.
  let item: Int
  let alpha: Int?
  let isMultiplied: Bool
  let thumbnail, exif: Int?
  let needed: Set<Int>
  /// Sources of derived items in order; a tile that is truncated is replaced by another one.
  let sources: [Int: [Int]]
  /// Indices of the replaced tiles of `item`, row by row.
  let missingTiles: [Int]
  /// Whether pixel data is truncated, so that nothing can be decoded.
  let isCutShort: Bool
  private let coded: [Int]

  private static let derivations: Set = ["grid", "iden", "iovl"]
  /// Codecs available in every installation of libheif.
  private static let codecs: Set = ["hvc1", "av01"]
  private static let alphaTypes: Set = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
    "urn:mpeg:avc:2015:auxid:1",
  ]
  private static let mostCandidates = 4

  init(_ items: HEIFItems) {
    self.items = items
    var derived = Dictionary(
      items.references.filter { $0.kind == "dimg" }.map { ($0.source, $0.targets) }
    ) { first, _ in first }
    let item = Self.shownItem(of: items, derived)
    self.item = item
    derived = derived.filter { Self.derivations.contains(items.kinds[$0.key] ?? "") }
    // Replace truncated tiles of a grid by a complete one.
    var missing: [Int] = []
    if let tiles = derived[item], items.kinds[item] == "grid",
      let whole = tiles.first(where: items.isWhole)
    {
      missing = tiles.indices.filter { !items.isWhole(tiles[$0]) }
      derived[item] = tiles.map { items.isWhole($0) ? $0 : whole }
    }
    missingTiles = missing
    let tree = derived
    func pieces(of item: Int) -> [Int] { Self.pieces(of: item, tree) }
    func firstUsable(_ candidates: [Int]) -> Int? {
      candidates.prefix(Self.mostCandidates).first { candidate in
        guard let size = items.size(of: candidate), items.size(of: item)?.covers(size) == true
        else { return false }
        return pieces(of: candidate).allSatisfy { Self.isUsable($0, in: items) }
      }
    }
    let links = items.references.filter { $0.source != item && $0.targets.contains(item) }
    func sources(_ kind: String) -> [Int] { links.filter { $0.kind == kind }.map(\.source) }
    alpha = firstUsable(
      sources("auxl").filter { Self.alphaTypes.contains(items.auxiliaryType(of: $0)) })
    isMultiplied = items.references.contains { [alpha] reference in
      reference.kind == "prem" && reference.source == item
        && alpha.map(reference.targets.contains) ?? false
    }
    thumbnail = firstUsable(sources("thmb"))
    // A block that describes only an item that is not displayed is still of the same photo.
    let described = sources("cdsc") + items.references.filter { $0.kind == "cdsc" }.map(\.source)
    exif = described.first { items.kinds[$0] == "Exif" && items.isWhole($0) }
    let own = pieces(of: item)
    let others = [alpha, thumbnail, exif].compactMap { $0 }.flatMap(pieces)
    coded = own.filter { tree[$0] == nil }
    isCutShort = !own.allSatisfy(items.isWhole)
    let needed = Set(own + others)
    self.needed = needed
    self.sources = derived.filter { needed.contains($0.key) }
  }

  /// The actual reason for an error of libheif, which does not detect truncated files.
  func reason(for error: PictureError) -> PictureError {
    switch error {
    case .damaged where isCutShort: .truncated
    case .damaged, .unsupported:
      // A codec or derivation that libheif may not support.
      coded.compactMap { items.kinds[$0] }
        .first { !Self.codecs.contains($0) && !Self.derivations.contains($0) }
        .map { .unsupported(Self.name(of: $0)) } ?? error
    default: error
    }
  }

  /// Size in pixels of the largest decoded item, which may exceed the image.
  var codedSize: PixelSize? {
    needed.compactMap(items.size)
      .max { Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height) }
  }

  /// From `nclx`, which libvips ignores, or the bitstream.
  var colors: CICP? {
    let boxes = ([item] + coded).lazy.flatMap(items.properties).filter { $0.kind == "colr" }
    return boxes.compactMap { CICP(inColorBox: $0.content) }.first
      ?? coded.first.flatMap(codesInBitstream)
  }

  private static let headerReach = 4096

  private func codesInBitstream(of item: Int) -> CICP? {
    let boxes = items.properties(of: item)
    switch items.kinds[item] {
    case "hvc1":
      return boxes.first { $0.kind == "hvcC" }.flatMap { CICP(inHEVCConfiguration: $0.content) }
    case "av01":
      let configured = boxes.first { $0.kind == "av1C" }?.content.dropFirst(4) ?? []
      return CICP(inAV1: configured)
        ?? CICP(inAV1: items.data(of: item, atMost: Self.headerReach)[...])
    default: return nil
    }
  }

  /// The primary item, or if its type is not an image, the first image it is derived from.
  private static func shownItem(of items: HEIFItems, _ derived: [Int: [Int]]) -> Int {
    let known = derivations.union(codecs)
    guard let kind = items.kinds[items.primary], !known.contains(kind) else { return items.primary }
    return derived[items.primary]?.first { known.contains(items.kinds[$0] ?? "") } ?? items.primary
  }

  /// Whether an optional item is complete and described; otherwise libheif would reject the file.
  private static func isUsable(_ piece: Int, in items: HEIFItems) -> Bool {
    guard items.isWhole(piece), items.size(of: piece) != nil else { return false }
    let boxes = items.properties(of: piece)
    return switch items.kinds[piece] {
    case "hvc1": boxes.contains { $0.kind == "hvcC" }
    case "av01": boxes.contains { $0.kind == "av1C" }
    case let kind: kind.map(derivations.contains) ?? false
    }
  }

  private static func pieces(of item: Int, _ derived: [Int: [Int]]) -> [Int] {
    var found: Set = [item]
    var pieces = [item]
    var next = 0
    while next < pieces.count {
      for piece in derived[pieces[next]] ?? [] where found.insert(piece).inserted {
        pieces.append(piece)
      }
      next += 1
    }
    return pieces
  }

  private static func name(of kind: String) -> String {
    switch kind {
    case "jpeg": "HEIF of JPEG"
    case "avc1", "avc3": "HEIF of AVC"
    case "vvc1", "vvi1": "HEIF of VVC"
    case "evc1": "HEIF of EVC"
    case "unci": "HEIF without compression"
    case "j2k1": "HEIF of JPEG 2000"
    case "hvt1": "HEIF of tiled HEVC"
    case "lhv1": "HEIF of layered HEVC"
    default: "HEIF of another codec"
    }
  }
}

extension HEIFPicture {
  /// The file with metadata that describes only the needed items.
  ///
  /// libheif rejects a whole file because of an unneeded item: up to 1.15 for a reference `auxl`,
  /// `cdsc` or `thmb` with a second target or one of an unknown type. Data offsets do not change:
  /// `meta` becomes `free` and a new one is appended.
  var rewrittenFile: [UInt8] {
    let description = Self.box("meta", [0, 0, 0, 0] + boxes)
    var file: [UInt8] = []
    file.reserveCapacity(items.file.count + description.count)
    file += items.file
    Self.closeBoxes(of: &file)
    return file + description
  }

  private var boxes: [UInt8] {
    var bytes: [UInt8] = []
    for box in ISOBMFFBox.all(in: items.meta.dropFirst(4)) {
      switch box.kind {
      case "pitm": bytes += Self.box("pitm", [1, 0, 0, 0] + item.bigEndianBytes(4))
      case "iinf": bytes += Self.box("iinf", entries)
      case "iref": bytes += Self.box("iref", [1, 0, 0, 0] + references)
      case "grpl": break
      default: bytes += Self.box(box.kind, box.content)
      }
    }
    return bytes
  }

  private var entries: [UInt8] {
    let entries = items.entries.filter { needed.contains($0.item) }
    return [1, 0, 0, 0] + entries.count.bigEndianBytes(4)
      + entries.flatMap { entry in
        // Hide all items except the displayed one.
        Self.box(
          "infe",
          entry.content.prefix(3) + [entry.item == item ? 0 : 1] + entry.content.dropFirst(4))
      }
  }

  private var references: [UInt8] {
    func reference(_ kind: String, _ source: Int, _ targets: [Int]) -> [UInt8] {
      Self.box(
        kind,
        source.bigEndianBytes(4) + targets.count.bigEndianBytes(2)
          + targets.flatMap { $0.bigEndianBytes(4) })
    }
    return sources.sorted { $0.key < $1.key }.flatMap { reference("dimg", $0.key, $0.value) }
      + (alpha.map { reference("auxl", $0, [item]) } ?? [])
      + (thumbnail.map { reference("thmb", $0, [item]) } ?? [])
      + (exif.map { reference("cdsc", $0, [item]) } ?? [])
  }

  private static func box(_ kind: String, _ content: some Collection<UInt8>) -> [UInt8] {
    (content.count + 8).bigEndianBytes(4) + Array(kind.utf8) + content
  }

  /// Makes all boxes end within the file, and renames `meta` to `free`.
  private static func closeBoxes(of file: inout [UInt8]) {
    var position = 0
    while position < file.count {
      let rest = file[position...]
      var fields = ByteCursor(rest)
      guard let size = fields.big(4), let kind = fields.text(4) else {
        file.removeSubrange(position...)
        return
      }
      let length = size == 1 ? fields.big(8) ?? 0 : size
      if kind == "meta" { file.replaceSubrange(position + 4..<position + 8, with: "free".utf8) }
      guard length >= (size == 1 ? 16 : 8), length <= rest.count else {
        file.replaceSubrange(position..<position + 4, with: rest.count.bigEndianBytes(4))
        return
      }
      position += length
    }
  }

  /// Areas of truncated tiles, in pixels of the image after cropping and rotation by libheif.
  var missingAreas: [PixelRect] {
    guard !missingTiles.isEmpty, let grid = HEIFGrid(items.data(of: item, atMost: 12)),
      let tile = sources[item]?.first.flatMap(items.size)
    else { return [] }
    let properties = items.properties(of: item)
    // A crop precedes rotation and mirroring (ISO/IEC 23000-22, section 7.3.6.7).
    let crop = properties.lazy.compactMap { Self.crop($0, of: grid.size) }.first
    let shown = crop ?? PixelRect(grid.size)
    let orientation = ISOBMFFItems.orientation(by: properties)
    return missingTiles.map { number in
      let area = PixelRect(
        x: number % grid.columnCount * tile.width - shown.x,
        y: number / grid.columnCount * tile.height - shown.y, width: tile.width,
        height: tile.height)
      return orientation.reversed.stored(area, of: orientation.shown(shown.size))
    }
  }

  /// The area of `clap`: size and center offset as fractions (ISO/IEC 14496-12, section 12.1.4).
  private static func crop(_ property: ISOBMFFBox, of size: PixelSize) -> PixelRect? {
    guard property.kind == "clap" else { return nil }
    var fields = ByteCursor(property.content)
    var values: [Double] = []
    for _ in 0..<4 {
      guard let number = fields.big(4), let divisor = fields.big(4), divisor > 0 else {
        return nil
      }
      values.append(Double(Int32(truncatingIfNeeded: number)) / Double(divisor))
    }
    func start(_ length: Int, _ part: Double, _ offset: Double) -> Int {
      Int((Double(length - 1) / 2 + offset - (part - 1) / 2).rounded())
    }
    return PixelRect(
      x: start(size.width, values[0], values[2]), y: start(size.height, values[1], values[3]),
      width: Int(values[0].rounded()), height: Int(values[1].rounded()))
  }
}

/// The content of an item of the type `grid` (ISO/IEC 23008-12, section 6.6.2.3).
private struct HEIFGrid {
  let columnCount: Int
  let size: PixelSize

  init?(_ bytes: [UInt8]) {
    var fields = ByteCursor(bytes[...])
    guard fields.big(1) != nil, let flags = fields.big(1), fields.big(1) != nil,
      let columns = fields.big(1), let width = fields.big(flags & 1 == 0 ? 2 : 4),
      let height = fields.big(flags & 1 == 0 ? 2 : 4)
    else { return nil }
    columnCount = columns + 1
    size = PixelSize(width: width, height: height)
  }
}

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
    var fields = ByteCursor(box.content.dropFirst(4))
    guard let width = fields.big(4), let height = fields.big(4) else { return nil }
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
      var fields = ByteCursor(box.content)
      guard let source = fields.big(width), let count = fields.big(2) else { return nil }
      let targets = (0..<count).prefix(fields.rest.count / width).compactMap { _ in
        fields.big(width)
      }
      return Reference(kind: box.kind, source: source, targets: targets)
    }
  }
}

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
  let thumbnail: Int?
  let exif: Int?
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
    (derived[item], missingTiles) = Self.replacingMissing(derived[item], of: item, in: items)
    let tree = derived
    func pieces(of item: Int) -> [Int] { Self.pieces(of: item, tree) }
    func firstUsable(_ candidates: [Int]) -> Int? {
      candidates.prefix(Self.mostCandidates).first { candidate in
        Self.isNoLarger(candidate, than: item, in: items)
          && pieces(of: candidate).allSatisfy { Self.isUsable($0, in: items) }
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
    let described =
      sources("cdsc") + items.references.filter { $0.kind == "cdsc" }.map(\.source)
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
    case .damaged, .unsupported: foreignCodec.map(PictureError.unsupported) ?? error
    default: error
    }
  }

  /// A codec or derivation that libheif may not support.
  private var foreignCodec: String? {
    let known = Self.codecs.union(Self.derivations)
    return coded.compactMap { items.kinds[$0] }.first { !known.contains($0) }.map(Self.name)
  }

  /// Size in pixels of the largest decoded item, which may exceed the image.
  var codedSize: PixelSize? {
    needed.compactMap(items.size)
      .max { Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height) }
  }

  /// From `nclx` (ISO/IEC 23008-12, section 6.5.5), which libvips ignores, or the bitstream.
  var colors: CICP? {
    let told = ([item] + coded).lazy.flatMap(items.properties).compactMap(Self.codes).first
    return told ?? coded.first.flatMap(codesInBitstream)
  }

  private static func codes(_ box: ISOBMFFBox) -> CICP? {
    var fields = ISOBMFFReader(box.content.dropFirst(4))
    guard box.kind == "colr", box.content.starts(with: "nclx".utf8), let primaries = fields.take(2),
      let transfer = fields.take(2)
    else { return nil }
    return CICP(primaries: primaries, transfer: transfer)
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

  private static func isNoLarger(_ one: Int, than other: Int, in items: HEIFItems) -> Bool {
    guard let one = items.size(of: one), let other = items.size(of: other) else { return false }
    return one.width <= other.width && one.height <= other.height
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

  /// Replaces truncated tiles of a grid by a complete one.
  private static func replacingMissing(
    _ tiles: [Int]?, of item: Int, in items: HEIFItems
  ) -> (tiles: [Int]?, missing: [Int]) {
    guard let tiles, items.kinds[item] == "grid", let whole = tiles.first(where: items.isWhole)
    else {
      return (tiles, [])
    }
    let missing = tiles.indices.filter { !items.isWhole(tiles[$0]) }
    return (tiles.map { items.isWhole($0) ? $0 : whole }, missing)
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

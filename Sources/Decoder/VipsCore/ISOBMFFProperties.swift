internal import DecoderMessages
internal import Imaging

/// What the boxes of a HEIC or AVIF say of its picture besides the coded pixels (ISO/IEC 23008-12,
/// sections 6.5 and 9.3).
struct ISOBMFFProperties {
  /// The properties of the item that is the picture.
  let own: [ISOBMFFBox]
  /// Those of all items.
  let all: [ISOBMFFBox]

  /// Finds them, if there are any.
  /// - Throws: `PictureError.truncated` where the file ends before they do. libheif 1.19 looks for them
  ///   behind its end, and aborts.
  init(_ file: [UInt8]) throws(PictureError) {
    let meta = ISOBMFFBox.firstOrCutShort("meta", in: file[...])
    if let meta, meta.isCutShort { throw .truncated }
    let boxes = meta?.content.dropFirst(4) ?? []
    let properties = ISOBMFFBox.first("iprp", in: boxes)?.content ?? []
    let all = ISOBMFFBox.all(in: ISOBMFFBox.first("ipco", in: properties)?.content ?? [])
    let places = Self.primaryItem(in: boxes).map { item in
      ISOBMFFBox.all(in: properties).filter { $0.kind == "ipma" }
        .flatMap { Self.places(of: item, in: $0.content) }
    }
    own = (places ?? []).filter(all.indices.contains).map { all[$0] }
    self.all = all
  }

  /// The largest size of all items in pixels (section 6.5.3), nil where none is told: the picture may be
  /// a piece of that one, cut out by its own properties or as an item derived from it.
  var codedSize: PixelSize? {
    all.filter { $0.kind == "ispe" }.compactMap(Self.size)
      .max { Double($0.width) * Double($0.height) < Double($1.width) * Double($1.height) }
  }

  private static func size(_ box: ISOBMFFBox) -> PixelSize? {
    var fields = ISOBMFFReader(box.content.dropFirst(4))
    guard let width = fields.take(4), let height = fields.take(4) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The number of the item that is the picture.
  private static func primaryItem(in meta: ArraySlice<UInt8>) -> Int? {
    guard let box = ISOBMFFBox.first("pitm", in: meta) else { return nil }
    var fields = ISOBMFFReader(box.content)
    guard let version = fields.take(1), fields.take(3) != nil else { return nil }
    return fields.take(version == 0 ? 2 : 4)
  }

  /// The places of an item's properties among all of them.
  private static func places(of item: Int, in content: ArraySlice<UInt8>) -> [Int] {
    var fields = ISOBMFFReader(content)
    guard let version = fields.take(1), let flags = fields.take(3), let count = fields.take(4)
    else { return [] }
    let length = flags & 1 == 0 ? 1 : 2
    for _ in 0..<count {
      guard let number = fields.take(version == 0 ? 2 : 4), let associations = fields.take(1)
      else { return [] }
      let places = (0..<associations).map { _ in fields.take(length) }
      // The highest bit says that the property is essential; they are counted from one.
      let mask = 1 << (8 * length - 1) - 1
      if number == item { return places.compactMap { $0.map { ($0 & mask) - 1 } } }
    }
    return []
  }
}

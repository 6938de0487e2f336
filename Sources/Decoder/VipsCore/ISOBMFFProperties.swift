internal import DecoderCore
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
    let places = ISOBMFFItems.primary(in: boxes).map { item in
      ISOBMFFBox.all(in: properties).filter { $0.kind == "ipma" }
        .flatMap { ISOBMFFItems.properties(of: item, in: $0.content) }
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
}

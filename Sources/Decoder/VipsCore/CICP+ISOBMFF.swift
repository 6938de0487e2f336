internal import DecoderCore

extension CICP {
  /// Reads the box `nclx` of a HEIC or AVIF (ISO/IEC 14496-12, section 12.1.5; ISO/IEC 23008-12,
  /// sections 6.5.5 and 9.3), at which libvips does not look.
  /// - Returns: Nil where there is no such box, or one that contradicts itself.
  init?(inISOBMFF file: [UInt8]) {
    guard let meta = ISOBMFFBox.first("meta", in: file[...])?.content.dropFirst(4),
      let properties = ISOBMFFBox.first("iprp", in: meta)?.content,
      let container = ISOBMFFBox.first("ipco", in: properties)?.content
    else { return nil }
    let all = ISOBMFFBox.all(in: container)
    let numbers = Self.primaryItem(in: meta).map { item in
      ISOBMFFBox.all(in: properties).filter { $0.kind == "ipma" }
        .flatMap { Self.properties(of: item, in: $0.content) }
    }
    let own = (numbers ?? []).filter(all.indices.contains).map { all[$0] }
    // A picture in tiles may leave it to them.
    guard let found = (own + all).lazy.compactMap(Self.codes).first else { return nil }
    self = found
  }

  private static func codes(_ box: ISOBMFFBox) -> CICP? {
    var fields = ISOBMFFReader(box.content.dropFirst(4))
    guard box.kind == "colr", box.content.starts(with: "nclx".utf8), let primaries = fields.take(2),
      let transfer = fields.take(2)
    else { return nil }
    return CICP(primaries: primaries, transfer: transfer)
  }

  /// The number of the item that is the picture.
  private static func primaryItem(in meta: ArraySlice<UInt8>) -> Int? {
    guard let box = ISOBMFFBox.first("pitm", in: meta) else { return nil }
    var fields = ISOBMFFReader(box.content)
    guard let version = fields.take(1), fields.take(3) != nil else { return nil }
    return fields.take(version == 0 ? 2 : 4)
  }

  /// The places of an item's properties among all of them.
  private static func properties(of item: Int, in content: ArraySlice<UInt8>) -> [Int] {
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

internal import DecoderCore

/// What a HEIC or AVIF file says of the colours of its picture in four numbers (ISO/IEC 14496-12,
/// section 12.1.5; ISO/IEC 23008-12, sections 6.5.5 and 9.3): libvips does not look at them.
struct MediaColors {
  /// The four numbers, without the two that the codec needs itself.
  let colors: CodedColors

  /// Reads the boxes; nil where there is no such box, or one that contradicts itself.
  init?(_ file: [UInt8]) {
    guard let meta = MediaBox.first("meta", in: file[...])?.content.dropFirst(4),
      let properties = MediaBox.first("iprp", in: meta)?.content,
      let container = MediaBox.first("ipco", in: properties)?.content
    else { return nil }
    let all = MediaBox.all(in: container)
    let numbers = Self.primaryItem(in: meta).map { item in
      MediaBox.all(in: properties).filter { $0.kind == "ipma" }
        .flatMap { Self.properties(of: item, in: $0.content) }
    }
    let own = (numbers ?? []).filter(all.indices.contains).map { all[$0] }
    // A picture in tiles may leave it to them.
    guard let colors = (own + all).lazy.compactMap(Self.colors).first else { return nil }
    self.colors = colors
  }

  private static func colors(_ box: MediaBox) -> CodedColors? {
    var fields = MediaFields(box.content.dropFirst(4))
    guard box.kind == "colr", box.content.starts(with: "nclx".utf8), let primaries = fields.take(2),
      let transfer = fields.take(2)
    else { return nil }
    return CodedColors(primaries: primaries, transfer: transfer)
  }

  /// The number of the item that is the picture.
  private static func primaryItem(in meta: ArraySlice<UInt8>) -> Int? {
    guard let box = MediaBox.first("pitm", in: meta) else { return nil }
    var fields = MediaFields(box.content)
    guard let version = fields.take(1), fields.take(3) != nil else { return nil }
    return fields.take(version == 0 ? 2 : 4)
  }

  /// The places of an item's properties among all of them.
  private static func properties(of item: Int, in content: ArraySlice<UInt8>) -> [Int] {
    var fields = MediaFields(content)
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

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
    let numbers = ISOBMFFItems.primary(in: meta).map { item in
      ISOBMFFBox.all(in: properties).filter { $0.kind == "ipma" }
        .flatMap { ISOBMFFItems.properties(of: item, in: $0.content) }
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
}

internal import DecoderCore

extension CICP {
  /// Reads the box `nclx` of a HEIC or AVIF (ISO/IEC 14496-12, section 12.1.5; ISO/IEC 23008-12,
  /// section 6.5.5), at which libvips does not look.
  /// - Returns: Nil where there is no such box, or one that contradicts itself.
  init?(inISOBMFF file: [UInt8]) {
    // A picture in tiles may leave it to them.
    guard let properties = try? ISOBMFFProperties(file),
      let found = (properties.own + properties.all).lazy.compactMap(Self.codes).first
    else { return nil }
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

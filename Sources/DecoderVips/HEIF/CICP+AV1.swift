internal import CDav1d
internal import DecoderKit

extension CICP {
  /// Reads the first sequence header (AV1, sections 5.3 and 5.5); OBUs must have sizes.
  init?(inAV1 bitstream: ArraySlice<UInt8>) {
    var rest = bitstream
    while let unit = Self.takeUnit(from: &rest) {
      guard unit.isSequenceHeader else { continue }
      var header = Dav1dSequenceHeader()
      let bytes = Array(unit.bytes)
      guard unsafe dav1d_parse_sequence_header(&header, bytes, bytes.count) == 0 else { return nil }
      guard header.color_description_present != 0 else { return nil }
      self.init(primaries: Int(header.pri.rawValue), transfer: Int(header.trc.rawValue))
      return
    }
    return nil
  }

  private static func takeUnit(
    from rest: inout ArraySlice<UInt8>
  ) -> (isSequenceHeader: Bool, bytes: ArraySlice<UInt8>)? {
    guard let head = rest.first, head & 2 != 0 else { return nil }
    let headLength = head & 4 == 0 ? 1 : 2
    var (length, place) = (0, 0)
    for byte in rest.dropFirst(headLength).prefix(4) {
      length |= Int(byte & 0x7F) << (7 * place)
      place += 1
      if byte & 0x80 == 0 { break }
    }
    let whole = headLength + place + length
    guard place > 0, rest.count >= whole else { return nil }
    defer { rest = rest.dropFirst(whole) }
    return (head >> 3 & 15 == 1, rest.prefix(whole))
  }
}

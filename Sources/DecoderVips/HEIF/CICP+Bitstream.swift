internal import CDav1d
internal import DecoderKit
internal import Imaging

extension CICP {
  private static let sequenceParameters = 33
  private static let mostBytes = 4096

  /// Reads the SPS in the box `hvcC` (ISO/IEC 14496-15, section 8.3.3); nil without colors.
  init?(inHEVCConfiguration box: ArraySlice<UInt8>) {
    var fields = ByteCursor(box.dropFirst(22))
    guard let arrays = fields.big(1) else { return nil }
    for _ in 0..<arrays {
      guard let kind = fields.big(1), let count = fields.big(2) else { return nil }
      for _ in 0..<count {
        guard let length = fields.big(2), let unit = fields.next(length) else { return nil }
        guard kind & 63 == Self.sequenceParameters else { continue }
        self.init(inSequenceParameters: unit.prefix(Self.mostBytes))
        return
      }
    }
    return nil
  }

  /// Reads an SPS NAL unit (ITU-T H.265, sections 7.3.2.2 and E.2.1).
  private init?(inSequenceParameters unit: ArraySlice<UInt8>) {
    var bits = HEVCBits(unit.dropFirst(2))
    bits.skip(4)
    let layers = bits.take(3)
    bits.skip(1)
    Self.skipProfile(layers: layers, &bits)
    bits.skipGolomb(1)
    if bits.takeGolomb() == 3 { bits.skip(1) }
    bits.skipGolomb(2)
    if bits.takeFlag() { bits.skipGolomb(4) }
    bits.skipGolomb(2)
    let countBits = bits.takeGolomb() + 4
    bits.skipGolomb(3 * (bits.takeFlag() ? layers + 1 : 1))
    bits.skipGolomb(6)
    if bits.takeFlag(), bits.takeFlag() { Self.skipScalingLists(&bits) }
    bits.skip(2)
    if bits.takeFlag() {
      bits.skip(8)
      bits.skipGolomb(2)
      bits.skip(1)
    }
    Self.skipPictureSets(&bits)
    if bits.takeFlag() {
      let count = bits.takeGolomb()
      guard count <= 32, countBits <= 16 else { return nil }
      bits.skip(count * (countBits + 1))
    }
    bits.skip(2)
    guard bits.takeFlag() else { return nil }
    if bits.takeFlag(), bits.take(8) == 255 { bits.skip(32) }
    if bits.takeFlag() { bits.skip(1) }
    guard bits.takeFlag() else { return nil }
    bits.skip(4)
    guard bits.takeFlag() else { return nil }
    self.init(primaries: bits.take(8), transfer: bits.take(8))
    guard !bits.isBeyondEnd else { return nil }
  }

  /// Section 7.3.3.
  private static func skipProfile(layers: Int, _ bits: inout HEVCBits) {
    let (profile, level) = (88, 8)
    bits.skip(profile + level)
    guard layers > 0 else { return }
    let present = (0..<8).map { _ in (bits.takeFlag(), bits.takeFlag()) }
    for (hasProfile, hasLevel) in present.prefix(layers) {
      bits.skip((hasProfile ? profile : 0) + (hasLevel ? level : 0))
    }
  }

  /// Section 7.3.4.
  private static func skipScalingLists(_ bits: inout HEVCBits) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard bits.takeFlag() else {
          bits.skipGolomb(1)
          continue
        }
        bits.skipGolomb(min(64, 1 << (4 + size * 2)) + (size > 1 ? 1 : 0))
      }
    }
  }

  /// Section 7.3.7.
  private static func skipPictureSets(_ bits: inout HEVCBits) {
    var last = 0
    for set in 0..<min(bits.takeGolomb(), 64) {
      if set > 0, bits.takeFlag() {
        bits.skip(1)
        bits.skipGolomb(1)
        last = (0...last).count(where: { _ in bits.takeFlag() || bits.takeFlag() })
      } else {
        last = min(bits.takeGolomb(), 16) + min(bits.takeGolomb(), 16)
        for _ in 0..<last {
          bits.skipGolomb(1)
          bits.skip(1)
        }
      }
    }
  }
}

/// Bits of a NAL unit without emulation prevention (ITU-T H.265, section 7.4.2), then zeros.
private struct HEVCBits {
  private var bytes: [UInt8] = []
  private var position = 0

  init(_ unit: ArraySlice<UInt8>) {
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
  }

  var isBeyondEnd: Bool { position > bytes.count * 8 }

  mutating func takeFlag() -> Bool { take(1) == 1 }

  mutating func take(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in
      defer { position += 1 }
      let isThere = position / 8 < bytes.count
      let bit = isThere ? Int(bytes[position / 8] >> (7 - position % 8) & 1) : 0
      return value << 1 | bit
    }
  }

  mutating func skip(_ count: Int) { position += count }

  /// Takes an Exp-Golomb code (section 9.2).
  mutating func takeGolomb() -> Int {
    var zeros = 0
    while zeros < 32, !isBeyondEnd, !takeFlag() { zeros += 1 }
    return 1 << zeros - 1 + take(zeros)
  }

  mutating func skipGolomb(_ count: Int) {
    for _ in 0..<count { _ = takeGolomb() }
  }
}

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

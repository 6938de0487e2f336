/// What the chunks of a PNG before its pixels say of its colours (W3C PNG, third edition, section 11.3.2).
struct PNGColors {
  private var codes: CICP?
  private var packedProfile: ArraySlice<UInt8>?
  private var isStandard = false
  private var chromaticities: [Int]?
  private var gamma: Int?

  /// Keeps what a chunk says, the first of each kind.
  mutating func take(_ type: String, _ data: ArraySlice<UInt8>) {
    switch type {
    case "cICP" where data.count == 4: codes = codes ?? Self.codes(Array(data))
    case "iCCP": packedProfile = packedProfile ?? data
    case "sRGB": isStandard = true
    case "cHRM" where data.count == 32: chromaticities = chromaticities ?? Self.numbers(data)
    case "gAMA" where data.count == 4: gamma = gamma ?? Self.numbers(data)[0]
    default: break
    }
  }

  /// What all of them mean together: codes before a profile before sRGB before single numbers.
  var colors: PictureColors {
    if let codes { return codes.colors }
    if let profile = packedProfile.flatMap(Self.unpacked) { return .profile(profile) }
    guard !isStandard,
      let calibration = Calibration(chromaticities: chromaticities, gamma: gamma)
    else { return .standard }
    return .calibrated(calibration)
  }

  /// Reads the codes of red, green and blue from black to white; nil for others, and where one of them
  /// says that it says nothing (ITU-T H.273, code 2).
  private static func codes(_ data: [UInt8]) -> CICP? {
    guard data[2] == 0, data[3] == 1, data[0] != 2, data[1] != 2 else { return nil }
    return CICP(primaries: Int(data[0]), transfer: Int(data[1]))
  }

  /// Unpacks a profile behind its name of at most 79 letters and the number of the method.
  private static func unpacked(_ data: ArraySlice<UInt8>) -> [UInt8]? {
    guard let nameEnd = data.prefix(80).firstIndex(of: 0), nameEnd + 2 < data.endIndex else {
      return nil
    }
    return Inflation.inflated(data[(nameEnd + 2)...], limit: PictureColors.profileByteLimit)
  }

  private static func numbers(_ data: ArraySlice<UInt8>) -> [Int] {
    stride(from: data.startIndex, to: data.endIndex, by: 4).map { start in
      data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}

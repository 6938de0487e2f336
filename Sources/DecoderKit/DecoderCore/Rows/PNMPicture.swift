import DecoderProtocol
import Imaging

/// PBM, PGM, PPM, plain or raw, and PAM (netpbm.sourceforge.net, `pnm(5)`, `pam(5)`).
struct PNMPicture: RowPicture {
  private(set) var size = PixelSize(width: 0, height: 0)
  var orientation = Orientation.topLeft

  private var cursor: ByteCursor
  private var depth = 1
  private var highest = 1
  private let coding: Coding
  private var rowNumber = 0

  private enum Coding {
    /// Eight pixels per byte; one is black.
    case bits
    /// A digit per pixel; one is black.
    case digits
    case words, bytes
  }

  var hasAlpha: Bool { depth == 2 || depth == 4 }

  init(_ bytes: [UInt8]) throws(PictureError) {
    cursor = ByteCursor(bytes.dropFirst(2))
    switch bytes.dropFirst().first {
    case UInt8(ascii: "1"): (coding, depth) = (.digits, 1)
    case UInt8(ascii: "2"): (coding, depth) = (.words, 1)
    case UInt8(ascii: "3"): (coding, depth) = (.words, 3)
    case UInt8(ascii: "4"): (coding, depth) = (.bits, 1)
    case UInt8(ascii: "5"): (coding, depth) = (.bytes, 1)
    case UInt8(ascii: "6"): (coding, depth) = (.bytes, 3)
    case UInt8(ascii: "7"): coding = .bytes
    default: throw .damaged
    }
    if bytes[1] == UInt8(ascii: "7") {
      try readFields()
    } else {
      size = PixelSize(width: try number(), height: try number())
      if coding == .words || coding == .bytes { highest = try number() }
      if coding == .bits || coding == .bytes { _ = cursor.next() }
    }
    guard (1...65535).contains(highest) else { throw .damaged }
    guard (1...4).contains(depth) else { throw .unsupported("PAM of \(depth) samples a pixel") }
    try PictureLimit.checkRows(size)
  }

  private mutating func readFields() throws(PictureError) {
    var (width, height) = (0, 0)
    while true {
      guard let word = nextWord() else { throw .truncated }
      switch String(decoding: word, as: UTF8.self) {
      case "WIDTH": width = try number()
      case "HEIGHT": height = try number()
      case "DEPTH": depth = try number()
      case "MAXVAL": highest = try number()
      case "TUPLTYPE": _ = nextWord()
      case "ENDHDR":
        _ = cursor.next()
        size = PixelSize(width: width, height: height)
        return
      default: throw .damaged
      }
    }
  }

  private static let longestWord = 10

  private mutating func number() throws(PictureError) -> Int {
    guard let word = nextWord() else { throw .truncated }
    guard let number = Int(String(decoding: word, as: UTF8.self)), number >= 0 else {
      throw .damaged
    }
    return number
  }

  /// Leaves the blank after the word unread, so that raw samples start one byte later.
  private mutating func nextWord() -> [UInt8]? {
    guard let first = nextAfterBlanks() else { return nil }
    var word = [first]
    while let byte = cursor.rest.first, !Self.isBlank(byte) {
      if word.count <= Self.longestWord { word.append(byte) }
      _ = cursor.next()
    }
    return word
  }

  private mutating func nextAfterBlanks() -> UInt8? {
    var isComment = false
    while let byte = cursor.next() {
      if byte == UInt8(ascii: "#") { isComment = true }
      if !isComment, !Self.isBlank(byte) { return byte }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { isComment = false }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    defer { rowNumber += 1 }
    if coding == .bits {
      guard let bytes = cursor.next((size.width + 7) / 8) else { return .end }
      for x in 0..<size.width {
        let bit = bytes[bytes.startIndex + x / 8] >> UInt8(7 - x % 8) & 1
        set(SIMD4(repeating: bit == 1 ? 0 : 255), x, &row)
      }
      return .whole
    }
    for x in 0..<size.width {
      var samples = SIMD4<UInt8>(repeating: 0)
      for channel in 0..<depth {
        guard let sample = nextSample() else { return .end }
        samples[channel] = sample
      }
      set(samples, x, &row)
    }
    return .whole
  }

  /// The next sample scaled to 0...255; larger samples are clamped to `highest`.
  private mutating func nextSample() -> UInt8? {
    let stored: Int?
    switch coding {
    case .digits: return nextAfterBlanks().map { $0 == UInt8(ascii: "1") ? 0 : 255 }
    case .words:
      let word = nextWord()
      // Unless this is the last row, the data may end inside a number.
      if cursor.rest.isEmpty, rowNumber < size.height - 1 { return nil }
      stored = word.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    case .bits, .bytes: stored = highest > 255 ? cursor.big(2) : cursor.next().map(Int.init)
    }
    return stored.map { UInt8((min(max(0, $0), highest) * 255 + highest / 2) / highest) }
  }

  private func set(_ samples: SIMD4<UInt8>, _ x: Int, _ row: inout [UInt8]) {
    let isGray = depth < 3
    row[x * 4] = samples[0]
    row[x * 4 + 1] = samples[isGray ? 0 : 1]
    row[x * 4 + 2] = samples[isGray ? 0 : 2]
    row[x * 4 + 3] = hasAlpha ? samples[depth - 1] : 255
  }
}

/// Decodes the bytes of a plain terminal into keys, and its lines into input.
struct PlainKeys {
  static let interrupt: UInt8 = 3
  static let escape: UInt8 = 27

  private var decoder = InputDecoder()
  private var rest: [UInt8] = []

  mutating func events(of bytes: [UInt8]) -> [TerminalEvent] {
    let (scalars, rest) = Self.scalars(of: rest + bytes)
    self.rest = rest
    return events(of: scalars.map { Reading.character($0) } + [.pause])
  }

  var patience: Duration? { decoder.patience }

  mutating func eventsAfterSilence() -> [TerminalEvent] { events(of: [.silence]) }

  private mutating func events(of readings: [Reading]) -> [TerminalEvent] {
    readings.flatMap { decoder.decode($0) }.compactMap { input in
      switch input {
      case .key(let key): .key(key)
      case .paste(let text): .paste(text)
      case .mouse, .answer, .focus: nil
      }
    }
  }

  /// The keys for a line with its terminator; an empty line is the end of input.
  static func events(ofLine bytes: [UInt8], _ replaces: Bool) -> [TerminalEvent] {
    switch bytes.last {
    case nil, escape: return [.key(.escape)]
    case interrupt: return [.key(.control("c"))]
    case let last:
      let isEnded = last == UInt8(ascii: "\n")
      let text = String(decoding: bytes.dropLast(isEnded ? 1 : 0), as: UTF8.self)
      let typed: [TerminalEvent] = text.isEmpty ? [] : [.paste(text)]
      let start: [TerminalEvent] = replaces && !text.isEmpty ? [.key(.control("u"))] : []
      return start + typed + (isEnded ? [.key(.enter)] : [])
    }
  }

  private static func scalars(of bytes: [UInt8]) -> (scalars: [UInt32], rest: [UInt8]) {
    let whole = bytes.dropLast(cutCount(of: bytes))
    let scalars = String(decoding: whole, as: UTF8.self).unicodeScalars.map(\.value)
    return (scalars, Array(bytes[whole.count...]))
  }

  private static func cutCount(of bytes: [UInt8]) -> Int {
    for (count, byte) in zip(1...3, bytes.reversed()) where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }
}

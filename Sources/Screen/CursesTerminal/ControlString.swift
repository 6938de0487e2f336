/// A string of a terminal, from its introducer to ST (ECMA-48, section 5.6).
nonisolated struct ControlString: Hashable {
  /// What a string is for.
  enum Kind: Hashable {
    /// A device control string, DCS.
    case device
    /// An operating system command, OSC.
    case command
    /// An application program command, APC.
    case application
    /// SOS or PM.
    case other
  }

  let kind: Kind
  /// The bytes between introducer and ST, of a long string only the first; `?` for what is not ASCII.
  private(set) var content: [UInt8] = []

  /// More than any string of interest has, in bytes.
  private static let limit = 64

  /// Begins a string; nil where the character after the escape is no introducer of one.
  init?(introducer: UInt32) {
    switch introducer {
    case 0x50: kind = .device  // P
    case 0x5D: kind = .command  // ]
    case 0x5F: kind = .application  // _
    case 0x58, 0x5E: kind = .other  // X ^
    default: return nil
    }
  }

  /// Begins a string of a kind that holds some bytes.
  init(_ kind: Kind, _ content: [UInt8] = []) {
    self.kind = kind
    self.content = content
  }

  /// Adds a character, unless there are more than anybody asks for.
  mutating func append(_ value: UInt32) {
    guard content.count < Self.limit else { return }
    content.append(value < 0x80 ? UInt8(value) : UInt8(ascii: "?"))
  }
}

/// A control string, from its introducer to ST (ECMA-48, section 5.6).
struct ControlString: Hashable {
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
  /// Truncated to `limit`; non-ASCII characters are replaced by `?`.
  private(set) var content: [UInt8] = []

  /// Longer than any string of interest, in bytes.
  private static let limit = 64

  init?(introducer: UInt32) {
    switch introducer {
    case 0x50: kind = .device  // P
    case 0x5D: kind = .command  // ]
    case 0x5F: kind = .application  // _
    case 0x58, 0x5E: kind = .other  // X ^
    default: return nil
    }
  }

  init(_ kind: Kind, _ content: [UInt8] = []) {
    self.kind = kind
    self.content = content
  }

  mutating func append(_ value: UInt32) {
    guard content.count < Self.limit else { return }
    content.append(value < 0x80 ? UInt8(value) : UInt8(ascii: "?"))
  }
}

/// What a decoder says once, when it is ready: which parts of the sandbox hold, proved by trying.
package struct ReadyMessage: Hashable, Sendable {
  /// The length of the message in bytes.
  package static let byteCount = 5

  /// The parts that hold.
  package let parts: Set<SandboxPart>

  /// Takes the parts that hold.
  package init(parts: Set<SandboxPart>) {
    self.parts = parts
  }

  /// Reads the message; nil where it is none.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .ready, byteCount: Self.byteCount),
      let bits = reader.take(UInt8.self), let parts = Set<SandboxPart>(bits: bits)
    else { return nil }
    self.parts = parts
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.ready)
    writer.put(parts.bits)
    return writer.bytes
  }
}

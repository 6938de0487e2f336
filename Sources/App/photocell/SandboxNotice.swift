import DecoderMessages

/// What is said for as long as the program runs where the sandbox of the decoders is not whole.
struct SandboxNotice: Hashable, Sendable, CustomStringConvertible {
  /// The parts that cannot be had.
  let lacked: Set<SandboxPart>
  /// Tells whether photos are decoded all the same, as the user has asked.
  let isDecoding: Bool

  /// One line that names every part.
  var description: String {
    let parts = SandboxPart.allCases.filter(lacked.contains).map { "no \($0.shortName)" }
      .joined(separator: ", ")
    return isDecoding
      ? "unsandboxed: \(parts)"
      : "decoding is off: \(parts); --allow-unsandboxed decodes without it"
  }
}

extension SandboxPart {
  /// What follows the word no.
  fileprivate var shortName: String { self == .privileges ? "privilege lock" : description }
}

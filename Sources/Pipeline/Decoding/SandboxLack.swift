import DecoderMessages
import Synchronization

/// The parts of the sandbox that decoders lack, as far as they have said.
final class SandboxLack: Sendable {
  private let parts = Mutex<Set<SandboxPart>>([])
  private let onGrowth: @Sendable (Set<SandboxPart>) -> Void

  /// Lacks nothing yet.
  /// - Parameter onGrowth: Is told all that is lacking, every time that is more than before.
  init(onGrowth: @escaping @Sendable (Set<SandboxPart>) -> Void) {
    self.onGrowth = onGrowth
  }

  /// Takes what one decoder lacks.
  func add(_ more: Set<SandboxPart>) {
    let grown = parts.withLock { parts -> Set<SandboxPart>? in
      guard !more.isSubset(of: parts) else { return nil }
      parts.formUnion(more)
      return parts
    }
    if let grown { onGrowth(grown) }
  }
}

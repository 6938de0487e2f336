package import DecoderMessages

/// What is known of the decoder of one role.
package struct DecoderStatus: Hashable, Sendable {
  /// How far a decoder has come.
  package enum State: Hashable, Sendable {
    /// There is no program for the role.
    case notInstalled
    /// It could not be started, was not ready in time, or has died too often.
    case unavailable
    /// It runs.
    case running(process: Int32, startUpTime: Duration, sandbox: Set<SandboxPart>)
  }

  /// The role.
  package let role: DecoderRole
  /// The path of its program; nil where there is none.
  package let path: String?
  /// How far it has come.
  package let state: State

  /// Takes what is known of a decoder.
  package init(role: DecoderRole, path: String?, state: State) {
    self.role = role
    self.path = path
    self.state = state
  }
}

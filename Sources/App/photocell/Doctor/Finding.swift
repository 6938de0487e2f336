/// One thing that the doctor has looked at.
struct Finding: Hashable, Sendable {
  /// What was looked at.
  let name: String
  /// What was found, in a few words.
  let value: String
  /// What that means.
  var state = State.fact

  /// What a finding means for a default run.
  enum State: String, Hashable, Sendable {
    /// Neither good nor bad.
    case fact
    /// As a default run needs it.
    case good
    /// A default run lacks it.
    case missing
  }
}

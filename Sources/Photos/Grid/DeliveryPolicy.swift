/// Which answers a cell and its view model accept.
package enum DeliveryPolicy: Hashable, Sendable {
  /// Only those of the current generation: the rule.
  case currentGeneration
  /// Every answer, however late: the mistake, for showing what the rule prevents.
  case everything

  /// Tells whether an answer of one generation counts in another, which is the current one.
  func accepts(_ generation: Int, current: Int) -> Bool {
    switch self {
    case .currentGeneration: generation == current
    case .everything: true
    }
  }
}

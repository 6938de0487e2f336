import Synchronization

/// A switch that a test sets while other threads read it.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

  func set() {
    value.store(true, ordering: .sequentiallyConsistent)
  }
}

import Synchronization

/// Something that a test switches on while others look at it.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }

  func set() {
    value.store(true, ordering: .sequentiallyConsistent)
  }
}

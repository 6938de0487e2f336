/// A load's way to those who wait for it.
struct LoadShare<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  let key: Key
  let id: Int
  let loads: JoinedLoads<Key, Value>

  /// Tells everybody how far it has come.
  func tell(_ progress: HTTPProgress) {
    loads.tell(progress, key, id)
  }

  /// Tells everybody how it has ended; once.
  func finish(_ outcome: Result<Value, NetworkError>) {
    loads.tell(outcome, key, id)
  }
}

/// Values that were taken out under the lock and are released outside it.
///
/// The last reference to a value may run code of its owner, which must not find the cache locked.
struct Garbage<Value: Sendable>: Sendable {
  var first: Value?
  var rest: [Value] = []

  init() {}

  /// Keeps a value until this goes; the first needs no memory of its own.
  mutating func add(_ value: Value?) {
    guard let value else { return }
    if first == nil { first = value } else { rest.append(value) }
  }
}

/// What was taken out under the lock and is released outside it.
///
/// The last reference to a key or a value may run code of its owner, which must not find the cache
/// locked; and to let go of what has not been used for long takes as long as memory does.
struct Garbage<Element: Sendable>: Sendable {
  var first: Element?
  var rest: [Element] = []

  init() {}

  /// Keeps something until this goes; the first needs no memory of its own.
  mutating func add(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }
}

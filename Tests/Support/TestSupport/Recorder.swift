import Synchronization

/// Keeps what it is told, from any thread, in the order of the telling.
package final class Recorder<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  /// Makes a recorder that has not been told anything.
  package init() {}

  /// All that it was told so far.
  package var all: [Element] { elements.withLock { $0 } }

  /// Keeps an element.
  package func add(_ element: Element) {
    elements.withLock { $0.append(element) }
  }
}

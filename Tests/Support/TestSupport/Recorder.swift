/// Keeps what it is told, from any thread, in the order of the telling.
package final class Recorder<Element: Sendable>: Sendable {
  private let elements = Watched<[Element]>([])

  /// Makes a recorder that has not been told anything.
  package init() {}

  /// All that it was told so far.
  package var all: [Element] { elements.value }

  /// Keeps an element.
  package func add(_ element: Element) {
    elements.change { $0.append(element) }
  }

  /// Waits until it has been told so much.
  package func contains(count: Int) async {
    await elements.wait { $0.count >= count }
  }
}

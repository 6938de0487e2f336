/// Collects elements from any thread, in order.
package final class Recorder<Element: Sendable>: Sendable {
  private let elements = Watched<[Element]>([])

  package init() {}

  package var all: [Element] { elements.value }

  package func add(_ element: Element) {
    elements.change { $0.append(element) }
  }

  package func contains(count: Int) async {
    await elements.wait { $0.count >= count }
  }
}

import TestSupport
import Testing

@testable import Pipeline

@Suite("LoadQueue")
struct LoadQueueTests {
  private let a = ImageRequest("a")
  private let b = ImageRequest("b")
  private let c = ImageRequest("c")

  private func order(of queue: LoadQueue, ranks: [ImageRequest: Int]) -> [ImageRequest] {
    var queue = queue
    var order: [ImageRequest] = []
    while let next = queue.popFirst(ranks: ranks, from: [.file]) { order.append(next) }
    return order
  }

  @Test func `without ranks the first to come goes first`() {
    var queue = LoadQueue()
    for request in [c, a, b] { queue.append(request) }
    #expect(order(of: queue, ranks: [:]) == [c, a, b])
  }

  @Test func `the lowest rank goes first, and those without one last`() {
    var queue = LoadQueue()
    for request in [a, b, c] { queue.append(request) }
    #expect(order(of: queue, ranks: [c: 0, b: 1]) == [c, b, a])
  }

  @Test func `a request waits once and keeps its place`() {
    var queue = LoadQueue()
    for request in [a, b, a] { queue.append(request) }
    #expect(order(of: queue, ranks: [:]) == [a, b])
  }

  @Test func `a removed request is never handed out`() {
    var queue = LoadQueue()
    for request in [a, b] { queue.append(request) }
    queue.remove(a)
    #expect(order(of: queue, ranks: [:]) == [b])
    #expect(queue.isEmpty == false)
  }
}

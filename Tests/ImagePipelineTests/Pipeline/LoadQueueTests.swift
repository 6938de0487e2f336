import Base
import ImagePipeline
import TestSupport
import Testing

@Suite("LoadQueue")
struct LoadQueueTests {
  private let a = ImageRequest("a").bitmapKey
  private let b = ImageRequest("b").bitmapKey
  private let c = ImageRequest("c").bitmapKey

  private func queue(_ keys: [BitmapKey], _ lane: LoadLane = .file) -> LoadQueue {
    var queue = LoadQueue()
    for key in keys { _ = queue.append(LoadQueue.Entry(key: key, lane: lane, turn: Promise())) }
    return queue
  }

  private func order(
    of queue: LoadQueue, ranks: [BitmapKey: Int], from lanes: Set<LoadLane> = [.file]
  ) -> [BitmapKey] {
    var queue = queue
    var order: [BitmapKey] = []
    queue.rank { ranks[$0] ?? .max }
    while let next = queue.popFirst(from: lanes) { order.append(next.key) }
    return order
  }

  @Test func `without ranks loads are taken in order of arrival`() {
    #expect(order(of: queue([c, a, b]), ranks: [:]) == [c, a, b])
  }

  @Test func `the lowest rank is taken first, entries without a rank last`() {
    #expect(order(of: queue([a, b, c]), ranks: [c: 0, b: 1]) == [c, b, a])
  }

  @Test func `previews of all visible photos are taken before refinements`() {
    var queue = queue([])
    for (key, isRefinement) in [(a, true), (b, true), (b, false), (c, false)] {
      _ = queue.append(
        LoadQueue.Entry(key: key, lane: .file, isRefinement: isRefinement, turn: Promise()))
    }
    queue.rank { [a: 0, b: 1, c: 2][$0] ?? .max }
    func order(visible: Int) -> [BitmapKey] {
      var queue = queue
      return (0..<4).compactMap { _ in queue.popFirst(from: [.file], visible: visible)?.key }
    }
    #expect(order(visible: 3) == [b, c, a, b])
    // Photos loaded ahead come after all visible ones.
    #expect(order(visible: 2) == [b, a, b, c])
  }

  @Test func `equal keys have separate entries`() {
    #expect(order(of: queue([a, b, a]), ranks: [a: 0]) == [a, a, b])
  }

  @Test func `only entries of the given lanes are taken`() {
    var queue = queue([a, b], .web)
    _ = queue.append(LoadQueue.Entry(key: c, lane: .rendering, turn: Promise()))
    #expect(order(of: queue, ranks: [:]) == [])
    #expect(order(of: queue, ranks: [:], from: [.rendering]) == [c])
    #expect(order(of: queue, ranks: [:], from: [.rendering, .web]) == [a, b, c])
  }

  @Test func `remainders are taken only for visible photos`() {
    var queue = queue([a, b, c], .remainder)
    _ = queue.append(LoadQueue.Entry(key: a, lane: .beginning, turn: Promise()))
    queue.rank { [c: 0, a: 1][$0] ?? .max }
    func next(visible: Int) -> BitmapKey? {
      queue.popFirst(from: [.remainder, .beginning], onlyVisible: [.remainder], visible: visible)?
        .key
    }
    // First parts are loaded for all photos.
    #expect(next(visible: 0) == a)
    #expect(next(visible: 0) == nil)
    #expect(next(visible: 1) == c)
    #expect(next(visible: 1) == nil)
    #expect(next(visible: 2) == a)
    #expect(next(visible: 2) == nil)
    // Without a visible range every photo may be visible.
    #expect(next(visible: .max) == b)
  }

  @Test func `a removed entry is never taken`() {
    var queue = queue([])
    let place = queue.append(LoadQueue.Entry(key: a, lane: .file, turn: Promise()))
    _ = queue.append(LoadQueue.Entry(key: b, lane: .file, turn: Promise()))
    queue.remove(place)
    #expect(order(of: queue, ranks: [:]) == [b])
  }
}

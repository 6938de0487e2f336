import Base
import TestSupport
import Testing

@testable import ImagePipeline

@Suite("LoadQueue")
struct LoadQueueTests {
  private let a = ImageRequest("a").pictureKey
  private let b = ImageRequest("b").pictureKey
  private let c = ImageRequest("c").pictureKey

  private func queue(_ keys: [PictureKey], _ lane: LoadLane = .file) -> LoadQueue {
    var queue = LoadQueue()
    for key in keys { _ = queue.append(LoadQueue.Entry(key: key, lane: lane, turn: Promise())) }
    return queue
  }

  private func order(
    of queue: LoadQueue, ranks: [PictureKey: Int], from lanes: Set<LoadLane> = [.file]
  ) -> [PictureKey] {
    var queue = queue
    var order: [PictureKey] = []
    queue.rank { ranks[$0] ?? .max }
    while let next = queue.popFirst(from: lanes) { order.append(next.key) }
    return order
  }

  @Test func `without ranks the first to come goes first`() {
    #expect(order(of: queue([c, a, b]), ranks: [:]) == [c, a, b])
  }

  @Test func `the lowest rank goes first, and those without one last`() {
    #expect(order(of: queue([a, b, c]), ranks: [c: 0, b: 1]) == [c, b, a])
  }

  @Test func `photos with a preview wait for the previews of all others that can be seen`() {
    var queue = queue([])
    for (key, isRefinement) in [(a, true), (b, true), (b, false), (c, false)] {
      _ = queue.append(
        LoadQueue.Entry(key: key, lane: .file, isRefinement: isRefinement, turn: Promise()))
    }
    queue.rank { [a: 0, b: 1, c: 2][$0] ?? .max }
    func order(seen: Int) -> [PictureKey] {
      var queue = queue
      return (0..<4).compactMap { _ in queue.popFirst(from: [.file], seen: seen)?.key }
    }
    #expect(order(seen: 3) == [b, c, a, b])
    // What is only loaded ahead comes behind all that can be seen.
    #expect(order(seen: 2) == [b, a, b, c])
  }

  @Test func `each who waits for one picture has a place of their own`() {
    #expect(order(of: queue([a, b, a]), ranks: [a: 0]) == [a, a, b])
  }

  @Test func `nobody is let into a lane that has no room`() {
    var queue = queue([a, b], .web)
    _ = queue.append(LoadQueue.Entry(key: c, lane: .rendering, turn: Promise()))
    #expect(order(of: queue, ranks: [:]) == [])
    #expect(order(of: queue, ranks: [:], from: [.rendering]) == [c])
    #expect(order(of: queue, ranks: [:], from: [.rendering, .web]) == [a, b, c])
  }

  @Test func `of what cannot be seen nobody loads the rest`() {
    var queue = queue([a, b, c], .rest)
    _ = queue.append(LoadQueue.Entry(key: a, lane: .beginning, turn: Promise()))
    queue.rank { [c: 0, a: 1][$0] ?? .max }
    func next(seen: Int) -> PictureKey? {
      queue.popFirst(from: [.rest, .beginning], onlySeen: [.rest], seen: seen)?.key
    }
    // The beginning is what anybody may load.
    #expect(next(seen: 0) == a)
    #expect(next(seen: 0) == nil)
    #expect(next(seen: 1) == c)
    #expect(next(seen: 1) == nil)
    #expect(next(seen: 2) == a)
    #expect(next(seen: 2) == nil)
    // Where nobody has said what can be seen, everything may be.
    #expect(next(seen: .max) == b)
  }

  @Test func `a place that was given up is never handed out`() {
    var queue = queue([])
    let place = queue.append(LoadQueue.Entry(key: a, lane: .file, turn: Promise()))
    _ = queue.append(LoadQueue.Entry(key: b, lane: .file, turn: Promise()))
    queue.remove(place)
    #expect(order(of: queue, ranks: [:]) == [b])
  }
}

/// The requests that wait for their turn, and the order in which they are wanted.
struct LoadQueue: Sendable {
  /// The waiting requests with the number of their arrival.
  private var waiting: [ImageRequest: Int] = [:]
  private var arrivals = 0

  /// Tells whether nothing waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Lets a request wait; one that waits already keeps its place.
  mutating func append(_ request: ImageRequest) {
    guard waiting[request] == nil else { return }
    waiting[request] = arrivals
    arrivals += 1
  }

  /// Takes a request out that is not wanted any more.
  mutating func remove(_ request: ImageRequest) {
    waiting[request] = nil
  }

  /// Takes the most wanted request out: the one with the lowest rank; of those without a rank,
  /// which come last, the one that came first.
  /// - Parameters:
  ///   - ranks: The order in which requests are wanted, zero the most.
  ///   - lanes: The lanes that have room.
  /// - Returns: The request, or nil where nothing waits for these lanes.
  mutating func popFirst(ranks: [ImageRequest: Int], from lanes: Set<LoadLane>) -> ImageRequest? {
    let next = waiting.filter { lanes.contains($0.key.lane) }.min { left, right in
      (ranks[left.key] ?? .max, left.value) < (ranks[right.key] ?? .max, right.value)
    }
    guard let request = next?.key else { return nil }
    waiting[request] = nil
    return request
  }
}

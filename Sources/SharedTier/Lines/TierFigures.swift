struct TierNodeFigures: Hashable, Sendable {
  var hitCount = 0
  var missCount = 0
  var putCount = 0
  var failureCount = 0
  var receivedBytes = 0

  mutating func add(_ reply: TierReply) {
    switch reply {
    case .value(let bytes):
      hitCount += 1
      receivedBytes += bytes.count
    case .there: hitCount += 1
    case .nothing, .leased, .leasedByOther: missCount += 1
    case .kept: putCount += 1
    case .refused: failureCount += 1
    case .server, .givenBack, .elsewhere: break
    }
  }
}

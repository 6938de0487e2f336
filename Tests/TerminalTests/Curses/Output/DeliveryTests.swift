import Testing

@testable import Terminal

@Suite("Batches that the terminal confirms")
struct DeliveryTests {
  private let start = ContinuousClock.now

  @Test func `a batch's duration is the time between the replies around it`() {
    var delivery = Delivery()
    delivery.begin(at: start)
    delivery.noteWritten(20_000)
    #expect(delivery.takeReply(at: start + .milliseconds(80)) == nil)
    #expect(
      delivery.takeReply(at: start + .milliseconds(280))
        == Delivery.Measure(byteCount: 20_000, duration: .milliseconds(200)))
    #expect(!delivery.isOpen && delivery.roundTrip == .milliseconds(80))
  }

  @Test func `before the first confirmation one batch may be outstanding`() {
    var delivery = Delivery()
    #expect(!delivery.isFull(atRate: nil))
    delivery.begin(at: start)
    #expect(delivery.isFull(atRate: nil) && delivery.isFull(atRate: 1_000_000))
  }

  @Test(arguments: [(100_000, true), (1_000_000, false)])
  func `later the bytes of one round trip may be outstanding`(rate: Int, isFull: Bool) {
    var delivery = Delivery()
    delivery.begin(at: start)
    delivery.noteWritten(10)
    for time in [100, 101] { _ = delivery.takeReply(at: start + .milliseconds(time)) }
    delivery.begin(at: start)
    delivery.noteWritten(20_000)
    // 100 ms of it are 10,000 or 100,000 bytes.
    #expect(delivery.isFull(atRate: rate) == isFull)
    delivery.begin(at: start)
    delivery.noteWritten(90_000)
    #expect(delivery.isFull(atRate: rate))
  }

  @Test func `replies are matched to several batches in order`() {
    var delivery = Delivery()
    for byteCount in [1_000, 2_000] {
      delivery.begin(at: start)
      delivery.noteWritten(byteCount)
    }
    let measures = [10, 20, 25, 65].compactMap {
      delivery.takeReply(at: start + .milliseconds($0))
    }
    #expect(measures.map(\.byteCount) == [1_000, 2_000])
    #expect(measures.map(\.duration) == [.milliseconds(10), .milliseconds(40)])
    #expect(delivery.takeReply(at: start) == nil)
  }

  @Test func `confirmed batches give the rate`() {
    var speed = LinkSpeed()
    for _ in 0..<8 {
      speed.note(Delivery.Measure(byteCount: 20_000, duration: .milliseconds(200)))
    }
    #expect(speed.rate.map { (75_000...200_000).contains($0) } == true)
    #expect(speed.budget < 8_000)
  }
}

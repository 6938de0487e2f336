import Testing

@testable import Terminal

@Suite("How quickly a terminal takes what it is sent")
struct LinkSpeedTests {
  /// A link after batches, each in bytes and milliseconds, that come at once or after pauses.
  private func speed(
    after batches: [(Int, Int)], pause: Duration = .zero, rate: Int? = nil
  ) -> LinkSpeed {
    var speed = LinkSpeed(rate: rate)
    for (number, (byteCount, time)) in batches.enumerated() {
      let pause = number == 0 ? .seconds(3600) : pause
      speed.note(
        TerminalOutput.Report(byteCount: byteCount, duration: .milliseconds(time), pause: pause))
    }
    return speed
  }

  @Test(arguments: [
    // Fast, slow, too little to tell, as slow as it gets, and little by little.
    ([(1 << 20, 5)], 1 << 20...8 << 20), ([(262_144, 250), (150_000, 150)], 12_000...55_000),
    ([(1000, 500)], 16_384...16_384), (Array(repeating: (100_000, 5000), count: 8), 4096...4400),
    (Array(repeating: (4_000, 40), count: 40), 4_096...4_700),
  ])
  func `a batch is what the terminal takes in a moment`(
    batches: [(Int, Int)], expected: ClosedRange<Int>
  ) {
    #expect(expected.contains(speed(after: batches).budget))
  }

  @Test func `the rate is not known before a batch tells, and stays while it is nearly right`() {
    #expect(speed(after: []).rate == nil && speed(after: [(900, 1)]).rate == nil)
    let slow = Array(repeating: (20_000, 100), count: 12)
    let rate = speed(after: slow).rate
    #expect(rate.map { (150_000...400_000).contains($0) } == true)
    #expect(speed(after: slow + [(20_000, 90), (20_000, 120), (20_000, 80)]).rate == rate)
    let faster = Array(repeating: (400_000, 100), count: 6)
    #expect(speed(after: slow + faster).rate.map { $0 > 2_000_000 } == true)
  }

  @Test func `what empty buffers take at once tells nothing of the link behind them`() {
    // A megabyte a second, in whose buffers there is room for 16 KB again after each pause.
    let batches = Array(repeating: (20_000, 4), count: 40)
    let rate = speed(after: batches, pause: .seconds(2)).rate
    #expect(rate.map { (700_000...1_200_000).contains($0) } == true)
    #expect(speed(after: Array(repeating: (12_000, 0), count: 9), pause: .seconds(2)).rate == nil)
    // Without pauses they are full.
    let full = speed(after: Array(repeating: (20_000, 20), count: 40)).rate
    #expect(full.map { (500_000...1_200_000).contains($0) } == true)
  }

  @Test(arguments: [(400_000, 10_000), (1_000_000, 25_000), (1_000, 4_096), (1 << 40, 8_388_608)])
  func `what the user says is not measured`(rate: Int, budget: Int) {
    let speed = speed(after: [(1 << 20, 1), (1 << 20, 9000)], rate: rate)
    #expect(speed.rate == rate && speed.budget == budget)
  }
}

import Testing

@testable import Terminal

@Suite("The speed of the link to the terminal")
struct LinkSpeedTests {
  /// A link after batches, each in bytes and milliseconds, that follow at once or after pauses.
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
    // Fast, slow, too little to measure, as slow as possible, and in small batches.
    ([(1 << 20, 5)], 1 << 20...8 << 20), ([(262_144, 250), (150_000, 150)], 12_000...55_000),
    ([(1000, 500)], 16_384...16_384), (Array(repeating: (100_000, 5000), count: 8), 4096...4400),
    (Array(repeating: (4_000, 40), count: 40), 4_096...4_700),
  ])
  func `the budget of a batch is what the terminal takes in a moment`(
    batches: [(Int, Int)], expected: ClosedRange<Int>
  ) {
    #expect(expected.contains(speed(after: batches).budget))
  }

  @Test func `the rate is unknown before a large batch, and stays while it is nearly right`() {
    #expect(speed(after: []).rate == nil && speed(after: [(900, 1)]).rate == nil)
    let slow = Array(repeating: (20_000, 100), count: 12)
    let rate = speed(after: slow).rate
    #expect(rate.map { (150_000...400_000).contains($0) } == true)
    #expect(speed(after: slow + [(20_000, 90), (20_000, 120), (20_000, 80)]).rate == rate)
    let faster = Array(repeating: (400_000, 100), count: 6)
    #expect(speed(after: slow + faster).rate.map { $0 > 2_000_000 } == true)
  }

  @Test func `bytes taken at once by empty buffers are left out of the rate`() {
    // A megabyte a second, with room for 16 KB in the buffers again after each pause.
    let batches = Array(repeating: (20_000, 4), count: 40)
    let rate = speed(after: batches, pause: .seconds(2)).rate
    #expect(rate.map { (700_000...1_200_000).contains($0) } == true)
    #expect(speed(after: Array(repeating: (12_000, 0), count: 9), pause: .seconds(2)).rate == nil)
    // Without pauses the buffers are full.
    let full = speed(after: Array(repeating: (20_000, 20), count: 40)).rate
    #expect(full.map { (500_000...1_200_000).contains($0) } == true)
  }

  @Test(arguments: [(400_000, 10_000), (1_000_000, 25_000), (1_000, 4_096), (1 << 40, 8_388_608)])
  func `a rate set by the user is not measured`(rate: Int, budget: Int) {
    let speed = speed(after: [(1 << 20, 1), (1 << 20, 9000)], rate: rate)
    #expect(speed.rate == rate && speed.budget == budget)
  }
}

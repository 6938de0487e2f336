import Decoding
import Glibc
import Imaging
import TestSupport
import Testing

/// In processes of their own, where no other test opens and closes anything.
@Suite(.demanding, .timeLimit(.minutes(2))) struct LeakTests {
  @Test func `five hundred pictures leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50))
      let request = DecodingRequest(box: PixelSize(width: 8, height: 8))
      let words = ["well", "crash", "short", "flood", "fork"]
      func decode(_ count: Int) async {
        await withTaskGroup(of: Void.self) { group in
          for index in 0..<count {
            if index > 1 { await group.next() }
            group.addTask {
              _ = try? await client.decode(TestDecoders.order(words[index % 5]), for: request)
            }
          }
        }
      }
      await decode(20)
      let process = try #require(await client.processOfFast)
      let before = ProcessTable.descriptorCount
      await decode(500)
      #expect(ProcessTable.descriptorCount == before)
      #expect(ProcessTable.children(of: process).isEmpty)
      #expect(await client.processOfFast == process)
    }
  }

  @Test func `a client that is let go takes its decoder along`() async {
    await #expect(processExitsWith: .success) {
      let before = ProcessTable.descriptorCount
      for _ in 0..<3 {
        let client = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50))
        _ = try await client.decode(
          TestDecoders.order("well"), for: DecodingRequest(box: PixelSize(width: 8, height: 8)))
      }
      await eventually { ProcessTable.children(of: getpid()).isEmpty }
      #expect(ProcessTable.descriptorCount == before)
    }
  }
}

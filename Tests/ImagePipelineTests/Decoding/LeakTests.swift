import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// In processes of their own, where no other test opens and closes anything.
@Suite(.integration, .timeLimit(.minutes(30))) struct LeakTests {
  @Test func `five hundred images leave no descriptors or children behind`() async {
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
      let process = try #require(await client.runningProcess)
      let before = ProcessTable.descriptorCount
      await decode(500)
      #expect(ProcessTable.descriptorCount == before)
      #expect(ProcessTable.children(of: process).isEmpty)
      #expect(await client.runningProcess == process)
    }
  }

  @Test func `releasing a client ends its decoder`() async {
    await #expect(processExitsWith: .success) {
      /// Decodes with a client and waits until its decoder has ended: not until there are no
      /// children, since the race detector starts one, too.
      func comeAndGo() async throws {
        var client: DecoderClient? = DecoderClient(
          programs: TestDecoders.obedient(), limit: .seconds(50))
        _ = try await client?.decode(
          TestDecoders.order("well"), for: DecodingRequest(box: PixelSize(width: 8, height: 8)))
        let decoder = try #require(await client?.runningProcess)
        client = nil
        await eventually { !ProcessTable.children(of: getpid()).contains(decoder) }
      }
      try await comeAndGo()
      let before = ProcessTable.descriptorCount
      try await comeAndGo()
      try await comeAndGo()
      #expect(ProcessTable.descriptorCount == before)
    }
  }
}

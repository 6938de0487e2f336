import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// The kernel's data of running decoders.
@Suite("Processes of decoders", .integration, .timeLimit(.minutes(30)))
struct DecoderProcessTests {
  private let client = DecoderClient(programs: .installed(), limit: .seconds(50))

  private var processes: [Int32] {
    get async {
      await client.statuses().compactMap { status in
        guard case .running(let process, _, _) = status.state else { return nil }
        return process
      }
    }
  }

  @Test func `a decoder has no capabilities, whatever user starts it`() async {
    let processes = await processes
    #expect(processes.count == DecoderRole.allCases.count)
    for process in processes {
      let lines = ProcessTable.text("status", of: process).split(separator: "\n")
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        #expect(lines.contains("\(set):\t0000000000000000"))
      }
      if geteuid() == 0 { #expect(lines.contains("CapBnd:\t0000000000000000")) }
    }
  }

  @Test func `the out-of-memory score of a decoder is above the program's`() async throws {
    let own = try #require(Self.score(of: getpid()))
    for process in await processes {
      #expect(Self.score(of: process) == min(1000, own + 300))
    }
  }

  private static func score(of process: Int32) -> Int? {
    ProcessTable.text("oom_score_adj", of: process).split(separator: "\n").first.flatMap { Int($0) }
  }
}

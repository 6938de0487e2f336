import Concurrency
import Glibc
import Imaging
import SQLite
import TestSupport
import Testing
import Values

@testable import PhotoIndex

/// Several processes at one index, and some that die there.
@Suite(.demanding, .timeLimit(.minutes(10)))
struct SharedIndexTests {
  /// How often a process is killed: 20 times, or as `PHOTOCELL_KILLS` says.
  private static let kills = getenv("PHOTOCELL_KILLS").flatMap { Int(String(cString: $0)) } ?? 20

  private let folder = TemporaryFolder()
  private let threads = WorkQueue(label: "writers")

  private func writer(_ count: Int, from first: Int) -> ChildProcess {
    ChildProcess(
      "exec \"$0\" \"$@\"",
      [ChildProcess.path(of: "IndexWriter"), folder.name("cache"), "\(count)", "\(first)"])
  }

  /// Which of so many photos are known, all of which must be as they were written.
  private func known(_ count: Int) async -> Set<Int> {
    let names = (0..<count).map { ByteString("IMG_\($0).jpg") }
    let records = await PhotoIndex(folder: folder.name("cache"))
      .records(of: FileNames(names), in: ByteString("/photos"))
    let known = Set(records.indices.filter { records[$0] != nil })
    #expect(
      known.allSatisfy { number in
        let record = records[number]
        return record?.version.byteCount == Int64(number)
          && record?.captureDate?.wallMilliseconds == Int64(number) * 1000
          && record?.words?.camera?.hasSuffix("\(number % 7)") == true
      })
    return known
  }

  @Test func `a process that is killed leaves whole records, and all that it was done with`()
    async throws
  {
    var random = SplitMix64(seed: 17)
    for _ in 0..<Self.kills {
      let hundreds = Int.random(in: 1...60, using: &random)
      await threads.run {
        let writer = writer(100, from: 0)
        #expect(writer.wait(forBytes: hundreds) == hundreds)
        writer.kill()
        close(writer.output)
      }
      let known = await known(10_000)
      #expect((0..<hundreds * 100).allSatisfy(known.contains))
      #expect(known.count % 100 == 0)
      let found = await PhotoIndex(folder: folder.name("cache")).verify()
      #expect(found.broken == 0 && found.checked == known.count)
    }
  }

  @Test func `two processes share one index`() async {
    await withTaskGroup { group in
      for number in 0..<2 {
        group.addTask {
          await threads.run {
            let writer = writer(30, from: number * 3_000)
            #expect(writer.wait(forBytes: 30) == 30)
            writer.end()
            close(writer.output)
          }
        }
      }
    }
    // Who has found it busy for too long has passed over it.
    #expect(await known(6_000).count > 3_000)
    #expect(await PhotoIndex(folder: folder.name("cache")).verify().broken == 0)
  }
}

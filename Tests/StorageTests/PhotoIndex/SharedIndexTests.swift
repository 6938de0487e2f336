import Base
import Glibc
import Imaging
import Storage
import TestSupport
import Testing

/// Several processes that share one index, some of them killed while they write.
@Suite(.integration, .timeLimit(.minutes(30)))
struct SharedIndexTests {
  /// How often a process is killed: `PHOTOCELL_KILLS` times, or 20.
  private static let kills = getenv("PHOTOCELL_KILLS").flatMap { Int(String(cString: $0)) } ?? 20

  private let folder = TemporaryFolder()
  private let threads = WorkQueue(label: "writers")

  private func writer(_ count: Int, from first: Int) -> ChildProcess { writer(count, "\(first)") }

  private func writer(_ count: Int, _ what: String) -> ChildProcess {
    ChildProcess(
      "exec \"$0\" \"$@\"",
      [ChildProcess.path(of: "IndexWriter"), folder.name("cache"), "\(count)", what])
  }

  /// The numbers below `count` whose photos are in the index, each record as it was written.
  private func known(_ count: Int) async -> Set<Int> {
    let names = (0..<count).map { ByteString("IMG_\($0).jpg") }
    let records = await PhotoIndex(folder: folder.name("cache"))
      .records(of: names, in: ByteString("/photos"))
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

  @Test func `a killed writer leaves only whole batches, including every one that it reported`()
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

  @Test
  func `a killed writer leaves whole pages of a listing and the key after which it continues`()
    async throws
  {
    var random = SplitMix64(seed: 19)
    for _ in 0..<Self.kills {
      let pageCount = Int.random(in: 1...60, using: &random)
      await threads.run {
        let writer = writer(100, "listing")
        #expect(writer.wait(forBytes: pageCount) == pageCount)
        writer.kill()
        close(writer.output)
      }
      let index = PhotoIndex(folder: folder.name("cache"))
      let listing = try #require(await index.listing(ByteString("list")))
      #expect(listing.pages.count >= pageCount && listing.pages.allSatisfy { $0.count == 100 })
      for page in listing.pages.indices {
        let objects = try #require(await index.objects(on: page, of: listing.id))
        let names = (0..<100).map { "\(1_000_000 + page * 100 + $0)" }
        #expect(objects.map(\.key) == names.map { ByteString($0) })
        #expect(objects.map(\.entityTag) == names.map { "tag of \($0)" })
      }
      #expect(listing.last == ByteString("\(1_000_000 + listing.pages.count * 100 - 1)"))
      let found = await index.verify()
      #expect(found.broken == 0 && found.checked == listing.pages.count * 100)
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
    // A batch is dropped whole if the index is busy for too long, as on a slow disk.
    let known = await known(6_000)
    #expect(known.count > 3_000)
    let batches = Dictionary(grouping: known) { $0 / 100 }
    #expect(batches.values.allSatisfy { $0.count == 100 })
    let found = await PhotoIndex(folder: folder.name("cache")).verify()
    #expect(found.broken == 0 && found.checked == batches.count * 100)
  }
}

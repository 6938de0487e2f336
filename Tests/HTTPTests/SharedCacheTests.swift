import Base
import ExpiringCache
import Glibc
import HTTP
import Storage
import TestServer
import TestSupport
import Testing

/// Several processes that share a cache, some of which are killed.
@Suite(.integration, .timeLimit(.minutes(30)))
struct SharedCacheTests {
  private static func server() -> TestServer {
    TestServer { request, connection in
      let number = Int(request.path.dropFirst()) ?? 0
      let size = number % 3 == 0 ? 1_200_000 : 5_000 + number
      connection.answer(
        "200 OK", ["Cache-Control: max-age=60"],
        body: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size))
    }
  }

  /// How often a process is killed: 20 times, or as `PHOTOCELL_KILLS` says.
  private static let kills = getenv("PHOTOCELL_KILLS").flatMap { Int(String(cString: $0)) } ?? 20

  @Test func `a killed process leaves only whole entries`() async throws {
    let folder = TemporaryFolder()
    let server = Self.server()
    let threads = WorkQueue(label: "writers")
    var random = SplitMix64(seed: 11)
    for _ in 0..<Self.kills {
      let loads = Int.random(in: 1...120, using: &random)
      let address = server.address("")
      let done = await threads.run {
        let writer = WriterProcess(
          folder: folder.name("cache"), address: address, count: 100_000, width: 60)
        let done = writer.wait(forLoads: loads)
        writer.kill()
        return done
      }
      #expect(done == loads)
    }
    let cache = ResponseCache(folder: folder.name("cache"))
    let found = await cache.verify()
    #expect(found.broken == 0)
    #expect(found.checked > 0)
    #expect(folder.names(in: "cache/incoming").isEmpty)
    let usage = await cache.usage()
    #expect(usage.count == found.checked)
  }

  @Test(arguments: ["ulimit -f 200", "ulimit -n 64"])
  func `a process with narrow limits completes all loads`(limit: String) async {
    let folder = TemporaryFolder()
    let server = Self.server()
    let address = server.address("")
    let done = await WorkQueue(label: "writers").run {
      let writer = WriterProcess(
        folder: folder.name("cache"), address: address, count: 120, width: 60, limit: limit)
      let done = writer.wait(forLoads: 120)
      writer.end()
      return done
    }
    #expect(done == 120)
    #expect(await ResponseCache(folder: folder.name("cache")).verify().broken == 0)
  }

  @Test func `two processes share one cache`() async throws {
    let folder = TemporaryFolder()
    let server = Self.server()
    let address = server.address("")
    let threads = WorkQueue(label: "writers")
    await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          await threads.run {
            let writer = WriterProcess(
              folder: folder.name("cache"), address: address, count: 300, width: 200)
            let done = writer.wait(forLoads: 300)
            writer.end()
            #expect(done == 300)
          }
        }
      }
    }
    let cache = ResponseCache(folder: folder.name("cache"), budget: 20_000_000)
    await cache.prune()
    let found = await cache.verify()
    #expect(found.broken == 0)
    #expect(found.stray == 0)
    // Responses that found it busy for too long were not stored.
    #expect(found.checked > 0)
    let used = await cache.usage()
    #expect(used.count == found.checked)
    #expect(used.cost <= 20_000_000)
    #expect(folder.names(in: "cache/incoming").isEmpty)
  }
}

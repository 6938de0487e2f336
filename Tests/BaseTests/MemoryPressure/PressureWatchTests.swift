import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Base

@Suite("Memory pressure reported by the kernel", .integration, .timeLimit(.minutes(30)))
struct PressureWatchTests {
  @Test func `each shortage is reported once`() async {
    let line = UrgentLine()
    let (news, continuation) = AsyncStream.makeStream(of: Void.self)
    var watch: PressureWatch? = PressureWatch(
      files: { [PressureFile(stallsOf: line.receiver)] },
      onShortage: {
        line.take()
        continuation.yield()
      })
    var count = 0
    line.send()
    for await _ in news {
      count += 1
      if count == 3 { break }
      line.send()
    }
    #expect(count == 3)
    #expect(line.takenCount == 3)
    watch = nil
    #expect(watch == nil)
  }

  @Test func `a trigger is written to the pressure file with a terminating zero`() {
    let folder = TemporaryFolder()
    folder.fifo("memory")
    let reader = open(folder.name("memory"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    #expect(canAsk(folder.name("memory"), "some 300000 2000000"))
    var bytes = [UInt8](repeating: 1, count: 64)
    let count = read(reader, &bytes, bytes.count)
    #expect(Array(bytes.prefix(max(0, count))) == Array("some 300000 2000000".utf8) + [0])
  }

  @Test func `a watch whose files cannot be opened reports nothing`() async {
    let folder = TemporaryFolder()
    folder.folder("memory")
    let paths = PressurePaths(
      stalls: folder.name("memory"), events: [folder.name("nowhere")])
    let isTold = Mutex(false)
    do {
      let watch = PressureWatch(paths: { paths }, onShortage: { isTold.withLock { $0 = true } })
      withExtendedLifetime(watch) {}
    }
    #expect(!isTold.withLock { $0 })
    #expect(!canAsk(folder.name("memory"), "x"))
    #expect(!canAsk(folder.name("nowhere"), "x"))
  }

  /// Whether the kernel, or a file in its place, accepts a trigger.
  private func canAsk(_ path: String, _ trigger: String) -> Bool {
    if let file = PressureFile(stallsAt: path, trigger: trigger) {
      file.descriptor >= 0
    } else {
      false
    }
  }

  @Test func `only events of reached limits are counted for a cgroup`() {
    let count = PressureFile.limitCount
    #expect(count("low 5\nhigh 2\nmax 1\noom 0\noom_kill 0\n") == 3)
    #expect(count("low 9\nhigh 2\nmax 1\noom 0\noom_kill 3\n") == 3)
    #expect(count("low 5\nhigh 3\nmax 1\noom 0\noom_kill 0\n") == 4)
    #expect(count("low 5\nhigh 2\nmax 2\n") == 4)
    #expect(count("") == 0)
  }

  @Test func `a cgroup reports a shortage when a counter in its file grows`() {
    let folder = TemporaryFolder()
    let path = folder.write(Array("high 1\nmax 0\n".utf8), as: "memory.events")
    guard let group = PressureFile(eventsAt: path) else {
      Issue.record("the file of the test cannot be opened")
      return
    }
    #expect(!group.tellsOfShortage())
    _ = folder.write(Array("high 2\nmax 0\n".utf8), as: "memory.events")
    #expect(group.tellsOfShortage())
    #expect(!group.tellsOfShortage())
    // Counters that start again from zero are no shortage.
    _ = folder.write([], as: "memory.events")
    #expect(!group.tellsOfShortage())
    _ = folder.write(Array("high 0\nmax 1\n".utf8), as: "memory.events")
    #expect(group.tellsOfShortage())
  }

  @Test(arguments: [
    ("0::/user.slice/a b\n", ["/user.slice/a b", "/user.slice"]), ("0::/\n", []), ("", []),
    ("4:memory:/x\n0::/y\n", ["/y"]), ("4:memory:/x\n", []),
  ])
  func `the outer cgroups are watched with the inner one`(text: String, groups: [String]) {
    let files = groups.map { "/sys/fs/cgroup\($0)/memory.events" }
    #expect(PressurePaths.events(ofGroups: text) == files)
  }
}

import Base
import Glibc
import TestSupport
import Testing

@testable import Catalogs

@Suite(.integration, .timeLimit(.minutes(30)))
struct SnapshotStreamTests {
  private let queue = WorkQueue(label: "stream")

  /// A stream of what `read` publishes on a thread that may block.
  private func reading(
    _ read: @escaping @Sendable (SnapshotStream) -> Void
  ) -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [queue] stream in await queue.run { read(stream) } }
  }

  @Test func `a consumer that stops early ends the reading`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let stream = reading { receiver in
      while !receiver.isGone { receiver.receive(CatalogSnapshot(isComplete: false)) }
      end.finish()
    }
    await firstSnapshot(of: consume stream)
    // Waits for the end of a reading that would otherwise never end.
    for await _ in ended {}
  }

  @Test func `dropping a stream without iterating it ends the reading`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    _ = reading { receiver in
      while !receiver.isGone { sched_yield() }
      end.finish()
    }
    for await _ in ended {}
  }

  @Test func `a cancelled consumer ends the reading`() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let stream = reading { receiver in
      while !receiver.isGone { sched_yield() }
      end.finish()
    }
    await withTaskGroup { group in
      group.addTask { for await _ in stream {} }
      group.cancelAll()
    }
    for await _ in ended {}
  }

  @Test func `a slow consumer gets only the newest snapshot`() async {
    let (written, finish) = AsyncStream.makeStream(of: Void.self)
    let stream = reading { receiver in
      for count in 0...9 {
        let entry = CatalogEntry(Photo(path: ByteString("a.jpg")))
        let entries = Array(repeating: entry, count: count)
        receiver.receive(CatalogSnapshot(entries: entries, isComplete: count == 9))
      }
      finish.finish()
    }
    for await _ in written {}
    var counts: [Int] = []
    for await snapshot in stream { counts.append(snapshot.entries.count) }
    #expect(counts == [9])
  }

  private func firstSnapshot(of stream: consuming AsyncStream<CatalogSnapshot>) async {
    for await _ in stream { return }
  }
}

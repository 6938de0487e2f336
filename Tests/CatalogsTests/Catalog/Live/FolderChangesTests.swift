import Base
import Synchronization
import TestSupport
import Testing

@testable import Catalogs

@Suite("Folders of which only changes are watched", .integration, .timeLimit(.minutes(30)))
struct FolderChangesTests {
  private let clock = ManualClock()
  private let watch = FakeFolderWatch()
  private let heard = Recorder<Set<ByteString>>()

  private func paths(_ names: String...) -> Set<ByteString> { Set(names.map { ByteString($0) }) }

  @Test func `changes within a second are reported once, and only for watched folders`() async {
    let changes = FolderChanges(watch.following(clock))
    #expect(watch.folders.isEmpty)
    await withTaskGroup { group in
      group.addTask { await changes.follow { [heard] in heard.add($0) } }
      changes.watch(paths("/a/", "/b/"))
      await eventually { watch.folders == paths("/a/", "/b/") }
      for name in ["1.jpg", "2.jpg"] { watch.tell(.written, name, in: ByteString("/a/")) }
      await clock.hasSleepers(1)
      watch.tell(.deleted, "3.jpg", in: ByteString("/b/"))
      clock.advance(by: .seconds(1))
      await eventually { heard.all == [paths("/a/", "/b/")] }
      changes.watch(paths("/b/", "/c/"))
      await eventually { watch.folders == paths("/b/", "/c/") }
      watch.tell(.written, "1.jpg", in: ByteString("/c/"))
      await clock.hasSleepers(1)
      clock.advance(by: .seconds(1))
      await eventually { heard.all.count == 2 }
      #expect(heard.all.last == paths("/c/"))
      group.cancelAll()
      // A task that waits for changes ends with the next one.
      watch.tell(.written, "1.jpg", in: ByteString("/c/"))
    }
  }

  @Test func `a folder that cannot be watched is tried once`() async {
    let asked = Recorder<Int32>()
    let watch = FakeFolderWatch { number in
      asked.add(number)
      return .refused
    }
    let changes = FolderChanges(watch.following(clock))
    changes.watch(paths("/a/"))
    await eventually { asked.all.count == 1 }
    changes.watch(paths("/a/", "/b/"))
    await eventually { asked.all.count == 2 }
  }
}

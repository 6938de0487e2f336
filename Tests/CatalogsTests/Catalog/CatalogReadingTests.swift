import Catalogs
import TestSupport
import Testing

/// Growth of a list while it is read, on the test's own thread.
struct CatalogReadingTests {
  private let folder = TemporaryFolder()

  @Test func `a read without a free thread gives a notice and succeeds on retry`() throws {
    folder.file("a.jpg")
    let receiver = RecordingReceiver()
    var reading = Rereading([folder.argument])
    reading.fail(for: receiver)
    let refused = try #require(receiver.snapshots.last)
    #expect(refused.isComplete && refused.photos.isEmpty)
    #expect(refused.notices.map(\.problem) == ["no free thread"])
    reading.run(for: receiver)
    #expect(receiver.snapshots.last?.photos.count == 1)
    #expect(receiver.snapshots.last?.notices == [])
  }

  @Test func `snapshots grow, are sorted, and only the last is complete`() {
    for number in 0..<3_000 { folder.file("IMG_\(number).jpg") }
    let snapshots = RecordingReceiver.read([folder.argument])
    let counts = snapshots.map(\.photos.count)
    #expect(counts == counts.sorted())
    #expect(counts.first.map { $0 <= 256 } == true)
    #expect(snapshots.count < 10)
    #expect(snapshots.map(\.isComplete) == counts.indices.map { $0 == counts.count - 1 })
    for snapshot in snapshots {
      #expect(snapshot.photos == snapshot.photos.sorted(by: NaturalOrder.areInOrder))
    }
    #expect(snapshots.last?.photos.count == 3_000)
  }

  @Test func `a snapshot is sent after the first folder that has a photo`() {
    for name in ["empty", "one", "two"] { folder.folder(name) }
    folder.file("one/1.jpg")
    folder.file("two/2.jpg")
    folder.file("two/3.jpg")
    let snapshots = RecordingReceiver.read([folder.argument], isRecursive: true)
    #expect(snapshots.map(\.photos.count) == [1, 3, 3])
  }

  @Test func `many folders need few snapshots`() {
    for number in 0..<500 {
      folder.folder("\(number)")
      folder.file("\(number)/a.jpg")
    }
    let snapshots = RecordingReceiver.read([folder.argument], isRecursive: true)
    #expect(snapshots.count < 20)
    let photos = snapshots.last?.photos ?? []
    #expect(photos.map(\.path) == (0..<500).map { folder.entry("\($0)/a.jpg") })
  }

  @Test func `new entries are inserted between existing ones, which keep their ids`() {
    for number in 0..<2_000 { folder.file("IMG_\(number).jpg") }
    let snapshots = RecordingReceiver.read([folder.argument])
    for (earlier, later) in zip(snapshots, snapshots.dropFirst()) {
      let known = Set(earlier.entries)
      #expect(later.entries.filter(known.contains) == earlier.entries)
    }
  }

  @Test func `reading stops when the receiver is gone`() {
    for number in 0..<1_000 { folder.file("IMG_\(number).jpg") }
    let snapshots = RecordingReceiver.read([folder.argument, folder.argument], limit: 1)
    #expect(snapshots.count == 1)
    #expect(snapshots.first?.isComplete == false)
  }
}

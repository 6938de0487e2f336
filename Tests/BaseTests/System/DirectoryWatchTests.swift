import Base
import Glibc
import TestSupport
import Testing

@Suite("Watching folders")
struct DirectoryWatchTests {
  private let folder = TemporaryFolder()

  private func kinds(_ events: [DirectoryEvent]) -> [DirectoryEvent.Kind] { events.map(\.kind) }

  @Test func `events are reported in order, with the bytes of file names`() throws {
    folder.file("old.jpg")
    let watch = try DirectoryWatch()
    let number = try watch.add(folder.argument.bytes)
    #expect(try watch.add(folder.argument.bytes) == number)
    #expect(watch.events() == [])
    let strange = [UInt8](repeating: 0xFF, count: 255)
    folder.file(named: strange)
    folder.rename("old.jpg", to: "new.jpg")
    folder.remove("new.jpg")
    folder.folder("sub")
    let events = watch.events()
    #expect(
      kinds(events) == [
        .created, .written, .movedFrom, .movedTo, .deleted, [.created, .isFolder],
      ])
    #expect(events.allSatisfy { $0.watch == number })
    #expect(events[0].name == ByteString(strange) && events[1].name == ByteString(strange))
    #expect(events[2].name == ByteString("old.jpg") && events[3].name == ByteString("new.jpg"))
    #expect(events[2].cookie == events[3].cookie && events[2].cookie != 0)
  }

  @Test func `moving and deleting the watched folder is reported`() throws {
    folder.folder("sub")
    let watch = try DirectoryWatch()
    _ = try watch.add(folder.entry("sub").bytes)
    folder.rename("sub", to: "other")
    rmdir(folder.name("other"))
    #expect(kinds(watch.events()) == [.folderMoved, .folderDeleted, .watchEnded])
  }

  @Test func `watching a file or a missing path fails`() throws {
    folder.file("file")
    let watch = try DirectoryWatch()
    #expect(throws: SystemError(ENOTDIR)) { try watch.add(folder.entry("file").bytes) }
    #expect(throws: SystemError(ENOENT)) { try watch.add(folder.entry("none").bytes) }
    #expect(throws: SystemError(ENOENT)) { try watch.add(folder.argument.bytes + [0]) }
  }

  @Test func `a removed watch reports only that it ended`() throws {
    let watch = try DirectoryWatch()
    let number = try watch.add(folder.argument.bytes)
    watch.remove(number)
    folder.file("a")
    #expect(kinds(watch.events()) == [.watchEnded])
  }

  @Test func `an overflow of the kernel's queue is reported as one event without a watch`() throws {
    let limit = try #require(Int(text(of: "/proc/sys/fs/inotify/max_queued_events")))
    let watch = try DirectoryWatch()
    _ = try watch.add(folder.argument.bytes)
    folder.file("0")
    // The kernel's limit may be any number; this one is reached in a moment.
    for number in 0..<min(limit, 200_000) { folder.rename("\(number)", to: "\(number + 1)") }
    var events: [DirectoryEvent] = []
    while case let more = watch.events(), !more.isEmpty { events += more }
    #expect(limit > 200_000 || events.last == DirectoryEvent(watch: -1, .overflow))
  }

  @Test func `an incomplete event is ignored`() {
    let bytes: [UInt8] =
      [1, 0, 0, 0, 0, 2, 0, 0, 7, 0, 0, 0, 4, 0, 0, 0] + Array("ab".utf8) + [0, 0]
    let event = DirectoryEvent(watch: 1, .deleted, ByteString("ab"), cookie: 7)
    #expect(DirectoryEvent.all(in: bytes + bytes) == [event, event])
    for count in bytes.indices {
      #expect(DirectoryEvent.all(in: Array(bytes.prefix(count))) == [])
      #expect(DirectoryEvent.all(in: bytes + bytes.prefix(count)) == [event])
    }
    let endless = [UInt8](repeating: 0xFF, count: 64)
    #expect(DirectoryEvent.all(in: endless) == [])
  }

  private func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n").first.map(String.init) ?? ""
  }
}

import Glibc
import TestSupport
import Testing

@testable import Base

@Suite(.timeLimit(.minutes(30))) struct LogFileTests {
  private let folder = TemporaryFolder()

  private func file() throws -> LogFile { try LogFile(path: ByteString(folder.name("log"))) }

  private func entry(_ message: String) -> LogEntry {
    LogEntry(time: 0, level: .info, area: .program, message: message)
  }

  private var lines: [Substring] {
    String(decoding: folder.bytes(of: "log"), as: UTF8.self).split(separator: "\n")
  }

  @Test func `entries are appended to the file as lines, in order`() throws {
    _ = folder.write(Array("what was there\n".utf8), as: "log")
    let file = try file()
    for number in 0..<100 { file.append(entry("\(number)")) }
    file.finish(within: .seconds(60))
    let expected = (0..<100).map { "1970-01-01T00:00:00Z info program \($0)" }
    #expect(lines.map(String.init) == ["what was there"] + expected)
  }

  @Test func `a new file is readable and writable by its owner only`() throws {
    _ = try file()
    var status = stat()
    #expect(stat(folder.name("log"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `concurrent writers of one path do not mix their lines`() async throws {
    await withTaskGroup { group in
      for name in ["a", "b", "c"] {
        group.addTask {
          guard let file = try? file() else { return }
          for _ in 0..<200 { file.append(entry(String(repeating: name, count: 100))) }
          file.finish(within: .seconds(60))
        }
      }
    }
    #expect(lines.count == 600)
    #expect(lines.allSatisfy { $0.count == lines[0].count && Set($0.suffix(100)).count == 1 })
  }

  @Test func `entries that do not fit are dropped and counted`() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reader = ends[0]
    let file = try LogFile(taking: Descriptor(taking: ends[1]), queue: WorkQueue(label: "log"))
    let long = String(repeating: "x", count: 100_000)
    // A pipe holds less than one of them, and ten can wait besides those that are being written.
    for _ in 0..<40 { file.append(entry(long)) }
    let read = Recorder<[UInt8]>()
    let queue = WorkQueue(label: "reader")
    queue.start { read.add(Self.bytes(of: reader, untilEnd: "last\n")) }
    file.finish(within: .seconds(60))
    file.append(entry("last"))
    await read.contains(count: 1)
    let text = read.all[0]
    let lines = text.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    let warnings = lines.filter { $0.contains(" warning ") }
    #expect(!warnings.isEmpty)
    for warning in warnings {
      #expect(warning.hasSuffix("entries lost: the file is too slow"))
    }
    // However often the writer made room in between, each lost entry is reported exactly once.
    let lost = try warnings.map { try #require($0.firstMatch(of: /(\d+) entries/)) }
      .compactMap { Int($0.output.1) }
    #expect(lost.reduce(0, +) + lines.count { $0.hasSuffix(long) } == 40)
  }

  private static func bytes(of pipe: Int32, untilEnd end: String) -> [UInt8] {
    let pipe = Descriptor(taking: pipe)
    var (text, piece) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while !text.suffix(end.utf8.count).elementsEqual(end.utf8) {
      let count = read(pipe.number, &piece, piece.count)
      guard count > 0 else { break }
      text += piece.prefix(count)
    }
    return text
  }

  @Test(arguments: ["", "nowhere/log"])
  func `opening a log file that cannot be opened throws`(name: String) {
    #expect(throws: SystemError.self) { try LogFile(path: ByteString(folder.name(name))) }
  }
}

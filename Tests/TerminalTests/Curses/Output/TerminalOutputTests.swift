import Base
import Glibc
import Synchronization
import Testing

@testable import Terminal

@Suite(.timeLimit(.minutes(30))) struct TerminalOutputTests {
  /// A pipe, whose reader takes only as much as it is told to.
  private struct Pipe: ~Copyable {
    let reader: Descriptor
    let writer: Descriptor

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      reader = Descriptor(taking: ends[0])
      writer = Descriptor(taking: ends[1])
    }

    func read(_ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      while bytes.count < count {
        var part = [UInt8](repeating: 0, count: count - bytes.count)
        let length = unsafe Glibc.read(reader.number, &part, part.count)
        guard length > 0 else { break }
        bytes += part.prefix(length)
      }
      return bytes
    }
  }

  @Test func `append does not block while the terminal is not reading`() throws {
    let pipe = try Pipe()
    let output = try #require(TerminalOutput(descriptor: pipe.writer.number))
    let large = [UInt8](repeating: 7, count: 1 << 20)
    output.append([.text([1, 2]), .made { large }, .text([3])])
    #expect(output.isBusy)
    output.append([.text([4])])
    output.append([.text([5])])
    #expect(pipe.read(large.count + 5) == [1, 2] + large + [3, 4, 5])
    output.awaitEnd()
    #expect(!output.isBusy && output.takeReport()?.byteCount == large.count + 5)
    #expect(output.takeReport() == nil)
    output.append([.text([6])])
    #expect(pipe.read(1) == [6])
  }

  @Test func `a terminal in non-blocking mode gets every byte`() throws {
    let pipe = try Pipe()
    let writer = pipe.writer.number
    #expect(fcntl(writer, F_SETFL, fcntl(writer, F_GETFL) | O_NONBLOCK) == 0)
    let output = try #require(TerminalOutput(descriptor: writer))
    let large = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
    output.append([.text(large)])
    #expect(pipe.read(large.count) == large)
  }

  @Test func `a closed terminal ends the batch`() throws {
    signal(SIGPIPE, SIG_IGN)
    let writer = try writerOfClosedPipe()
    defer { close(writer) }
    let output = try #require(TerminalOutput(descriptor: writer))
    output.append([.text([1])])
    output.awaitEnd()
    #expect(!output.isBusy)
  }

  private func writerOfClosedPipe() throws -> Int32 {
    let pipe = try Pipe()
    return dup(pipe.writer.number)
  }
}

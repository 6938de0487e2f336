import Base
import Glibc
import Testing

@Suite("Large blocks of memory", .timeLimit(.minutes(30)))
struct LargeBlocksTests {
  /// In a process of its own, where no other test needs memory.
  @Test func `freed blocks are returned to the kernel, even from between others`() async {
    await #expect(processExitsWith: .success) {
      LargeBlocks.giveBackWhenFreed()
      // After this one is freed, the C library would not return blocks of its size by itself.
      _ = MemoryOfProcess.block().count
      var blocks = (0..<16).map { _ in MemoryOfProcess.block() }
      let before = MemoryOfProcess.resident
      for index in stride(from: 0, to: blocks.count, by: 2) { blocks[index] = [] }
      let freed = before - MemoryOfProcess.resident
      #expect(freed > 7 * MemoryOfProcess.blockSize)
      #expect(blocks[1].count == MemoryOfProcess.blockSize)
    }
  }
}

private enum MemoryOfProcess {
  static let blockSize = 4 << 20

  /// Bytes that are in use.
  static func block() -> [UInt8] { Array(repeating: 1, count: blockSize) }

  /// Resident memory in bytes (proc(5), statm).
  static var resident: Int {
    let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
    let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0) * Int(getpagesize())
  }
}

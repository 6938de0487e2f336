import Glibc
import Imaging

/// A terminal's image store in kitty's protocol, and counters of what was sent.
struct KittyStore {
  struct Picture {
    let pixels: PixelSize
    /// The cells covered by placeholders; empty for an image without any.
    let cells: CellSize

    /// The memory use in the terminal, in bytes.
    var byteCount: Int { pixels.area * 4 }
  }

  private(set) var pictures: [UInt32: Picture] = [:]
  private(set) var transmissionCount = 0
  private(set) var byteCount = 0
  private(set) var peakByteCount = 0
  private(set) var faults: [String] = []
  private let readsSharedMemory: Bool
  /// The first message of a chunked image, and the number of payload characters so far.
  private var unfinished: (message: KittyMessage, length: Int)?

  init(readsSharedMemory: Bool) {
    self.readsSharedMemory = readsSharedMemory
  }

  mutating func take(_ content: [UInt8]) -> String? {
    guard let message = KittyMessage(content) else { return nil }
    switch message.letter("a") {
    case nil where unfinished != nil: takeMore(of: message)
    case "q"?: return answer(to: message, isTaken: isThere(message))
    case "d"?: delete(message)
    case "T"?, "t"?, nil:
      unfinished = (message, 0)
      takeMore(of: message)
      return message.number("q") == 0 && message.number("i") > 0
        ? answer(to: message, isTaken: true) : nil
    default: break
    }
    return nil
  }

  private func answer(to message: KittyMessage, isTaken: Bool) -> String {
    let text = isTaken ? "OK" : "EBADF:no such file"
    return "\u{1b}_Gi=\(message.number("i"));\(text)\u{1b}\\"
  }

  private func isThere(_ message: KittyMessage) -> Bool {
    message.letter("t") != "s" || takeShared(message) != nil
  }

  private mutating func takeMore(of message: KittyMessage) {
    unfinished?.length += message.payload.count
    guard message.number("m") == 0, let (first, length) = unfinished else { return }
    unfinished = nil
    let size = first.size
    let expected = size.area * (first.number("f") == 24 ? 3 : 4)
    if first.letter("t") == "s" {
      if takeShared(first) != expected { faults.append("shared memory of \(size)") }
    } else if first.number("f") != 100, first.letter("o") == nil, (expected + 2) / 3 * 4 != length {
      faults.append("\(length) characters for \(size)")
    }
    let cells = CellSize(columns: first.number("c"), rows: first.number("r"))
    let number = UInt32(truncatingIfNeeded: first.number("i"))
    forget([number])
    pictures[number] = Picture(pixels: size, cells: cells)
    transmissionCount += 1
    byteCount += size.area * 4
    peakByteCount = max(peakByteCount, byteCount)
  }

  private mutating func delete(_ message: KittyMessage) {
    switch message.letter("d") {
    case "I"?: forget([UInt32(truncatingIfNeeded: message.number("i"))])
    case "R"?:
      let (first, last) = (message.number("x"), message.number("y"))
      forget(pictures.keys.filter { (first...max(first, last)).contains(Int($0)) })
    default: break
    }
  }

  private mutating func forget(_ numbers: [UInt32]) {
    for number in numbers {
      byteCount -= pictures.removeValue(forKey: number)?.byteCount ?? 0
    }
  }

  /// Reads and removes shared memory (shm_overview(7)); returns its size in bytes, or nil.
  private func takeShared(_ message: KittyMessage) -> Int? {
    let name = String(decoding: message.decoded(upTo: 255), as: UTF8.self)
    let descriptor = readsSharedMemory ? unsafe shm_open(name, O_RDONLY | O_CLOEXEC, 0) : -1
    guard descriptor >= 0 else { return nil }
    defer {
      close(descriptor)
      unsafe shm_unlink(name)
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
    return bytes.count
  }
}

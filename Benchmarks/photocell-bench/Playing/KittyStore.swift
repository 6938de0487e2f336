import Glibc
import Imaging

/// What a terminal holds of pictures by kitty's protocol, and what it has been sent.
struct KittyStore {
  /// A picture that has come whole.
  struct Picture {
    /// Its size in pixels.
    let pixels: PixelSize
    /// The character cells that placeholders show it in; none for a picture without any.
    let cells: CellSize

    /// What it takes in the terminal, in bytes.
    var byteCount: Int { pixels.area * 4 }
  }

  /// The pictures that are held, by their numbers.
  private(set) var pictures: [UInt32: Picture] = [:]
  /// How many pictures have come whole.
  private(set) var transmissionCount = 0
  /// What the pictures take that are held, in bytes.
  private(set) var byteCount = 0
  /// The most that they have ever taken, in bytes.
  private(set) var peakByteCount = 0
  /// What a terminal would have refused.
  private(set) var faults: [String] = []
  private let readsSharedMemory: Bool
  /// The first part of a picture that comes in several, and how many characters of it have come.
  private var unfinished: (message: KittyMessage, length: Int)?

  /// Makes an empty store.
  /// - Parameter readsSharedMemory: Whether pictures are found in the shared memory of this machine.
  init(readsSharedMemory: Bool) {
    self.readsSharedMemory = readsSharedMemory
  }

  /// Takes what stands in one escape code.
  /// - Returns: What is to be answered; nil where nothing is wanted.
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

  /// Reads an object in shared memory and removes it, as a terminal does (shm_overview(7)).
  /// - Returns: How many bytes it had; nil where there is none.
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

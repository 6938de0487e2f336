/// What a decoder says once, when it is ready: which parts of the sandbox hold, proved by trying.
package struct ReadyMessage: Hashable, Sendable {
  /// The length of the message in bytes.
  package static let byteCount = 5

  /// The parts that hold.
  package let parts: Set<SandboxPart>

  /// Takes the parts that hold.
  package init(parts: Set<SandboxPart>) {
    self.parts = parts
  }

  /// Reads the message; nil where it is none.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .ready, byteCount: Self.byteCount),
      let bits = reader.take(UInt8.self), let parts = Set<SandboxPart>(bits: bits)
    else { return nil }
    self.parts = parts
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.ready)
    writer.put(parts.bits)
    return writer.bytes
  }
}

/// What a child may say once before its answer: how many pixels its picture has.
package struct SizeMessage: Hashable, Sendable {
  /// The length of the message in bytes; no `AnswerHeader` is shorter.
  package static let byteCount = 12

  /// How many pixels it says; nothing has checked that.
  package let pixelCount: Int

  /// Takes a number of pixels.
  package init(pixelCount: Int) {
    self.pixelCount = pixelCount
  }

  /// Reads the message; nil where it is none.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .size, byteCount: Self.byteCount),
      let count = reader.take(UInt64.self)
    else { return nil }
    pixelCount = Int(clamping: count)
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    var writer = MessageWriter(.size)
    writer.put(UInt64(clamping: pixelCount))
    return writer.bytes
  }
}

/// How the decoding of one picture ended, told by the decoder that never sees one and not by the child
/// that does.
package enum EndMessage: Hashable, Sendable {
  /// The child ended by itself; carries its exit code, and the most memory it had, in kilobytes of
  /// 1024 bytes.
  case exited(code: Int32, kilobytes: UInt32)
  /// A signal ended the child.
  case killed(signal: Int32)
  /// No child was made, or it decoded nothing, since a part of the sandbox is unavailable.
  case unsandboxed(missing: SandboxPart)
  /// No child could be made; carries `errno`.
  case notStarted(errno: Int32)

  /// The code that a child exits with where it would crash after memory was refused to it.
  package static let shortageCode: Int32 = 12

  /// The length of the message in bytes.
  package static let byteCount = 13

  /// Reads the message; nil where it is none.
  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .end, byteCount: Self.byteCount),
      let kind = reader.take(UInt8.self), let bits = reader.take(UInt32.self),
      let kilobytes = reader.take(UInt32.self)
    else { return nil }
    let number = Int32(bitPattern: bits)
    switch kind {
    case 1: self = .exited(code: number, kilobytes: kilobytes)
    case 2: self = .killed(signal: number)
    case 3:
      guard let part = UInt8(exactly: number).flatMap(SandboxPart.init) else { return nil }
      self = .unsandboxed(missing: part)
    case 4: self = .notStarted(errno: number)
    default: return nil
    }
  }

  /// The message as it is sent.
  package var bytes: [UInt8] {
    let (kind, number, kilobytes): (UInt8, Int32, UInt32) =
      switch self {
      case .exited(let code, let kilobytes): (1, code, kilobytes)
      case .killed(let signal): (2, signal, 0)
      case .unsandboxed(let part): (3, Int32(part.rawValue), 0)
      case .notStarted(let errno): (4, errno, 0)
      }
    var writer = MessageWriter(.end)
    writer.put(kind)
    writer.put(UInt32(bitPattern: number))
    writer.put(kilobytes)
    return writer.bytes
  }
}

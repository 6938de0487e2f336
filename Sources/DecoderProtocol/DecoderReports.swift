/// Sent once when a decoder is ready: the sandbox parts that work, verified by trying them.
package struct ReadyMessage: Hashable, Sendable {
  package static let byteCount = 5
  package let parts: Set<SandboxPart>

  package init(parts: Set<SandboxPart>) {
    self.parts = parts
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .ready, byteCount: Self.byteCount),
      let bits = reader.take(UInt8.self), let parts = Set<SandboxPart>(bits: bits)
    else { return nil }
    self.parts = parts
  }

  package var bytes: [UInt8] {
    MessageKind.ready.message(parts.bits)
  }
}

/// Optionally sent once by a child before its answer: the number of pixels of the image.
package struct SizeMessage: Hashable, Sendable {
  /// Message length in bytes; no `AnswerHeader` is shorter.
  package static let byteCount = 12

  /// Not verified.
  package let pixelCount: Int

  package init(pixelCount: Int) {
    self.pixelCount = pixelCount
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .size, byteCount: Self.byteCount),
      let count = reader.take(UInt64.self)
    else { return nil }
    pixelCount = Int(clamping: count)
  }

  package var bytes: [UInt8] {
    MessageKind.size.message(UInt64(clamping: pixelCount))
  }
}

/// How decoding ended, sent by the trusted parent process instead of the child.
package enum EndMessage: Hashable, Sendable {
  /// Exit code and peak memory in KiB.
  case exited(code: Int32, kilobytes: UInt32)
  case killed(signal: Int32)
  /// There was no child, or it decoded nothing, because a sandbox part is unavailable.
  case unsandboxed(missing: SandboxPart)
  case notStarted(errno: Int32)

  /// Exit code of a child that would crash after an allocation was denied.
  package static let shortageCode: Int32 = 12

  package static let byteCount = 13

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .end, byteCount: Self.byteCount),
      let kind = reader.take(UInt8.self), let number = reader.take(Int32.self),
      let kilobytes = reader.take(UInt32.self)
    else { return nil }
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

  package var bytes: [UInt8] {
    let (kind, number, kilobytes): (UInt8, Int32, UInt32) =
      switch self {
      case .exited(let code, let kilobytes): (1, code, kilobytes)
      case .killed(let signal): (2, signal, 0)
      case .unsandboxed(let part): (3, Int32(part.rawValue), 0)
      case .notStarted(let errno): (4, errno, 0)
      }
    return MessageKind.end.message(kind, number, kilobytes)
  }
}

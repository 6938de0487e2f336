package import Imaging

/// A request about an archive, sent with descriptors as a `RequestMessage` is.
package struct ArchiveRequest: Hashable, Sendable {
  package enum Task: Hashable, Sendable {
    /// The photos in it, in `ArchiveRecord`s.
    case list
    /// The content of a member by its position among all members.
    case read(Int)
  }

  package static let byteCount = 12
  private static let noMember = UInt64.max

  package let task: Task

  package init(_ task: Task) {
    self.task = task
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .archiveRequest, byteCount: Self.byteCount),
      let number = reader.take(UInt64.self)
    else { return nil }
    if number == Self.noMember {
      task = .list
    } else if let index = Int(exactly: number) {
      task = .read(index)
    } else {
      return nil
    }
  }

  package var bytes: [UInt8] {
    var writer = MessageWriter(.archiveRequest)
    switch task {
    case .list: writer.put(Self.noMember)
    case .read(let index): writer.put(UInt64(index))
    }
    return writer.bytes
  }
}

/// A part of the answer to an `ArchiveRequest`: a length in four bytes after the prefix, and content.
package enum ArchiveRecord: Hashable, Sendable {
  case member(ArchiveMember)
  case content([UInt8])
  case end(ArchiveEnd)

  package static let frontByteCount = 8
  /// Bytes of content in a record.
  package static let pieceLimit = 64 << 10
  package static let byteLimit = pieceLimit + 64

  package var bytes: [UInt8] {
    var content = MessageWriter()
    let kind: MessageKind
    switch self {
    case .member(let member):
      kind = .archiveMember
      content.put(UInt64(member.index))
      content.put(UInt64(bitPattern: Int64(member.byteCount ?? -1)))
      content.put(UInt64(bitPattern: Int64(member.modified)))
      content.put(member.path)
    case .content(let bytes):
      kind = .archiveContent
      content.put(bytes)
    case .end(let end):
      kind = .archiveEnd
      content.put(end.rawValue)
    }
    var writer = MessageWriter(kind)
    writer.put(UInt32(clamping: content.bytes.count))
    writer.put(content.bytes)
    return writer.bytes
  }

  /// The number of bytes after the front; nil if the kind is unknown or the content too long.
  package static func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    var reader = MessageReader(front)
    guard let start = reader.take(frontByteCount - 4), kind(of: start) != nil,
      let count = reader.take(UInt32.self), count <= byteLimit
    else { return nil }
    return Int(count)
  }

  private static func kind(of start: ArraySlice<UInt8>) -> MessageKind? {
    [MessageKind.archiveMember, .archiveContent, .archiveEnd].first {
      start.elementsEqual($0.beginning)
    }
  }

  /// Parses a whole record from an untrusted decoder; nil if it is invalid.
  package init?(parsing bytes: ArraySlice<UInt8>) {
    guard let kind = Self.kind(of: bytes.prefix(Self.frontByteCount - 4)) else { return nil }
    let content = bytes.dropFirst(Self.frontByteCount)
    var reader = MessageReader(content)
    switch kind {
    case .archiveMember:
      guard let number = reader.take(UInt64.self), let index = Int(exactly: number),
        let size = reader.take(UInt64.self), let time = reader.take(UInt64.self)
      else { return nil }
      let (name, byteCount) = (Array(reader.rest), Int64(bitPattern: size))
      let member = ArchiveMember(
        index: index, name: name, byteCount: byteCount < 0 ? nil : Int(byteCount),
        modified: Int(Int64(bitPattern: time)))
      guard let member, member.path == name else { return nil }
      self = .member(member)
    case .archiveContent:
      guard (1...Self.pieceLimit).contains(content.count) else { return nil }
      self = .content(Array(content))
    default:
      guard content.count == 1, let end = content.first.flatMap(ArchiveEnd.init) else { return nil }
      self = .end(end)
    }
  }
}

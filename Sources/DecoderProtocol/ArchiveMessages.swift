package import Imaging

/// A request about an archive, sent with descriptors as a `RequestMessage` is.
package struct ArchiveRequest: Hashable, Sendable {
  package enum Task: Hashable, Sendable {
    case list
    /// The content of a member by its position among all members.
    case read(Int)
    /// The photos at these positions, each with its first `headByteCount` bytes; ascending, 1 to
    /// `headLimit`.
    case heads([Int])
  }

  package static let headLimit = MetadataRequest.fileLimit
  package static let headByteCount = 256 << 10
  private static let (all, heads) = (-1, -2)

  package let task: Task

  package init(_ task: Task) {
    self.task = task
  }

  package init?(parsing bytes: [UInt8]) {
    guard var reader = MessageReader(bytes, .archiveRequest, byteCount: bytes.count),
      let index = reader.take(Int.self)
    else { return nil }
    var others: [Int] = []
    while let other = reader.take(UInt32.self) { others.append(Int(other)) }
    guard reader.rest.isEmpty, others.isEmpty == (index != Self.heads),
      others.count <= Self.headLimit, zip(others, others.dropFirst()).allSatisfy(<)
    else { return nil }
    switch index {
    case Self.heads: task = .heads(others)
    case Self.all: task = .list
    case 0...: task = .read(index)
    default: return nil
    }
  }

  package var bytes: [UInt8] {
    switch task {
    case .list: return MessageKind.archiveRequest.message(Self.all)
    case .read(let index): return MessageKind.archiveRequest.message(index)
    case .heads(let indices):
      var others = MessageWriter()
      for index in indices { others.put(UInt32(clamping: index)) }
      return MessageKind.archiveRequest.message(Self.heads) + others.bytes
    }
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
    switch self {
    case .member(let member):
      var content = MessageWriter()
      content.put(member.index, member.byteCount ?? -1, member.modified)
      content.put(member.path)
      return MessageKind.archiveMember.message(withLengthOf: content.bytes)
    case .content(let bytes): return MessageKind.archiveContent.message(withLengthOf: bytes)
    case .end(let end): return MessageKind.archiveEnd.message(withLengthOf: [end.rawValue])
    }
  }

  /// The number of bytes after the front; nil if the kind is unknown or the content too long.
  package static func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    MessageKind.contentByteCount(in: front, of: .archiveMember, .archiveContent, .archiveEnd)
      .flatMap { $0 <= byteLimit ? $0 : nil }
  }

  /// Parses a whole record from an untrusted decoder; nil if it is invalid.
  package init?(parsing bytes: ArraySlice<UInt8>) {
    let content = bytes.dropFirst(Self.frontByteCount)
    if bytes.starts(with: MessageKind.archiveMember.beginning) {
      var reader = MessageReader(content)
      guard let index = reader.take(Int.self), index >= 0, let byteCount = reader.take(Int.self),
        let modified = reader.take(Int.self)
      else { return nil }
      let name = Array(reader.rest)
      let member = ArchiveMember(
        index: index, name: name, byteCount: byteCount < 0 ? nil : byteCount, modified: modified)
      guard let member, member.path == name else { return nil }
      self = .member(member)
    } else if bytes.starts(with: MessageKind.archiveContent.beginning) {
      guard (1...Self.pieceLimit).contains(content.count) else { return nil }
      self = .content(Array(content))
    } else {
      guard bytes.starts(with: MessageKind.archiveEnd.beginning), content.count == 1,
        let end = content.first.flatMap(ArchiveEnd.init)
      else { return nil }
      self = .end(end)
    }
  }
}

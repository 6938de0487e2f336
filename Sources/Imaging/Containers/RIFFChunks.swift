/// Iterates over the chunks of a RIFF file such as a WebP (RFC 9649, sections 2.3 and 2.4).
package struct RIFFChunks: Sequence, IteratorProtocol {
  package struct Chunk {
    package let name: String
    package let content: ByteView
    package let isWhole: Bool
    package var data: ArraySlice<UInt8> { content.all(atMost: .max) ?? [] }
  }

  private static let frontLength = 8
  private static let start = 12

  /// Whether the file is shorter than its header declares.
  package let isCutShort: Bool
  private let view: ByteView
  private var position = Self.start

  package init(_ view: ByteView) {
    self.view = view
    // The size counts the bytes after itself.
    let length = view.little(at: 4, 4)
    isCutShort =
      view.count < Self.start || length.map { view.count - Self.frontLength < $0 } ?? true
  }

  package mutating func next() -> Chunk? {
    guard let name = view.bytes(at: position, 4), let length = view.little(at: position + 4, 4)
    else { return nil }
    let content = view.part(from: position + Self.frontLength, count: length)
    // Chunks are padded to even lengths.
    position += Self.frontLength + length + length % 2
    return Chunk(
      name: String(decoding: name, as: UTF8.self), content: content,
      isWhole: content.count == length)
  }

  /// The data of the first chunk of a name before any truncated one.
  package func data(_ name: String) -> ArraySlice<UInt8>? {
    lazy.prefix { $0.isWhole }.first { $0.name == name }?.data
  }
}

/// The chunks of a WebP (RFC 9649, sections 2.3 and 2.4), also of one that ends too early.
struct WebPChunks {
  /// Tells whether the file is shorter than it says.
  let isCutShort: Bool
  private var contents: [String: ArraySlice<UInt8>] = [:]

  /// The signature RIFF and the length of what follows both, which is counted from the third word.
  private static let frontLength = 8
  private static let start = 12

  /// Finds the chunks that are all there.
  init(_ file: [UInt8]) {
    isCutShort = file.count < Self.start || file.count - Self.frontLength < Self.number(file[4..<8])
    var rest = file.dropFirst(Self.start)
    while rest.count >= Self.frontLength {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let length = Self.number(rest.dropFirst(4).prefix(4))
      let content = rest.dropFirst(Self.frontLength).prefix(length)
      guard content.count == length else { return }
      contents[name] = contents[name] ?? content
      // A byte is added to odd lengths.
      rest = rest.dropFirst(Self.frontLength + length + length % 2)
    }
  }

  /// The content of the first chunk of a name.
  subscript(name: String) -> ArraySlice<UInt8>? { contents[name] }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

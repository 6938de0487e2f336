/// A name out of a document, made fit for an error message: short, and printable ASCII only.
package struct ForeignName: Hashable, Sendable, CustomStringConvertible {
  /// At most 40 characters from space to tilde; `?` stands for each byte that is none of them.
  package let description: String

  /// Takes a name.
  init(_ name: some Collection<UInt8>) {
    let shown = name.prefix(40).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
    description = String(decoding: shown, as: UTF8.self) + (name.count > 40 ? "..." : "")
  }
}

import Glibc

/// The README, as far as it names options.
struct ReadmeText {
  /// The options in the first column of its tables, without what they take.
  let options: [String]

  struct Unreadable: Error {}

  init(path: String) throws {
    guard let file = fopen(path, "r") else { throw Unreadable() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let text = String(decoding: bytes, as: UTF8.self)
    let cells = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.dropFirst(3).split(separator: "`").first }
    options = cells.flatMap { cell in
      cell.split { " []|\\".contains($0) }.map(String.init)
        .filter { $0.wholeMatch(of: /--?[a-z][a-z-]*|-0/) != nil && $0 != "-" }
    }
  }
}

/// A small file that was made to harm its decoder, and the expected outcome.
package struct HostilePicture: Sendable, CustomStringConvertible {
  /// The outcome of decoding a file.
  package enum Outcome: Hashable, Sendable {
    /// A complete image.
    case picture
    /// An incomplete image.
    case partOfPicture
    case notAnImage
    case truncated
    case damaged
    case tooLarge
    /// No result within any reasonable time: only a deadline from outside ends it, so that it must
    /// never be decoded in the process of a test.
    case late
  }

  /// The name of the file.
  package let name: String
  /// The expected outcome.
  package let outcome: Outcome
  private let make: @Sendable () -> [UInt8]

  init(_ name: String, _ outcome: Outcome, _ make: @escaping @Sendable () -> [UInt8]) {
    self.name = name
    self.outcome = outcome
    self.make = make
  }

  /// The content, created on each access: some are large.
  package var bytes: [UInt8] { make() }

  package var description: String { name }

  /// All of them.
  package static let all = texts + pngs + jpegs + gifs + drawings + tiffs + webPs

  private static let texts = [
    HostilePicture("zero-byte.jpg", .notAnImage) { [] },
    HostilePicture("text-named.jpg", .notAnImage) { Array("<html>404</html>\n".utf8) },
  ]
}

extension [UInt8] {
  /// The bytes several times, concatenated quickly even without optimisation.
  func repeated(_ times: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count * times)
    for _ in 0..<times { all += self }
    return all
  }
}

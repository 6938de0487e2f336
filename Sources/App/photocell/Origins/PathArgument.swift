import ArgumentParser
import Catalog
import Concurrency
import Values

/// A path on the command line, as the bytes the shell gave: the text that the parser sees has lost
/// what is not UTF-8.
struct PathArgument: ExpressibleByArgument {
  let path: ByteString

  /// Takes a path that nobody typed.
  init(path: ByteString) {
    self.path = path
  }

  init?(argument: String) {
    path = Self.given[argument] ?? ByteString(argument)
  }

  /// The arguments of the process by their text.
  private static let given = Dictionary(
    ProcessArguments.bytes.map { ByteString($0) }.map { ($0.lossyText, $0) },
    uniquingKeysWith: { first, _ in first })
}

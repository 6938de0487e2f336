import ArgumentParser
import Catalog
import Imaging
import Terminal

/// The options that every way to look at photos has.
struct PhotoOptions: ParsableArguments {
  @Argument(help: "Folders and photos, in any mix.")
  var paths: [PathArgument] = []

  @Flag(name: [.customShort("r"), .customLong("recursive")], help: "Descend into folders.")
  var isRecursive = false

  @Option(help: "How many colours to use: truecolor, 256, 16 or none.")
  var color: ColorDepth?

  @Option(help: "What to draw pictures with: half, quadrants, sextants or ascii.")
  var symbols: SymbolSet?

  @Flag(
    name: .customLong("private"),
    help: "Write no thumbnails to disk; those that are there are read.")
  var isPrivate = false

  @OptionGroup var decoder: DecoderOptions

  /// The paths, or the current folder where none were given.
  var arguments: [ByteString] {
    paths.isEmpty ? [ByteString(".")] : paths.map(\.path)
  }
}

extension ColorDepth: ExpressibleByArgument {}
extension SymbolSet: ExpressibleByArgument {}

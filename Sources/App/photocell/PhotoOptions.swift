import ArgumentParser
import Imaging
import Terminal

/// The options that every way to look at photos has, wherever they come from.
struct PhotoOptions: ParsableArguments {
  @Option(help: "How many colours to use: truecolor, 256, 16 or none.")
  var color: ColorDepth?

  @Option(help: "What to draw pictures with: half, quadrants, sextants or ascii.")
  var symbols: SymbolSet?

  @Flag(
    name: .customLong("private"),
    help: "Write no thumbnails to disk; those that are there are read.")
  var isPrivate = false

  @OptionGroup var decoder: DecoderOptions
}

extension ColorDepth: ExpressibleByArgument {}
extension SymbolSet: ExpressibleByArgument {}

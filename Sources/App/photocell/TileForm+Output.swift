import Glibc
import Imaging
import Terminal

extension TileForm {
  /// What pictures are drawn with on standard output, whose character cells may have any shape, and
  /// which the environment may know the background of.
  static func ofOutput(symbols: SymbolSet, colors: ColorDepth) -> TileForm {
    TileForm(
      symbols: symbols, colors: colors,
      cellAspect: WindowSize(of: STDOUT_FILENO)?.cellAspect ?? WindowSize.usualAspect,
      background: TerminalEnvironment.ofProcess.background)
  }
}

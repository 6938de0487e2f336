import Glibc
import Imaging
import Terminal

extension TerminalEnvironment {
  /// What the environment of this process says.
  static var ofProcess: TerminalEnvironment {
    let names = ["TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG"]
    let values = names.compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }
    }
    return TerminalEnvironment(Dictionary(uniqueKeysWithValues: values))
  }
}

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

internal import Imaging

extension SymbolSet {
  /// The characters of all patterns of a cell, where bit n of the index says that block n, counted
  /// row by row from the top left, has the foreground colour.
  ///
  /// Sextants are in the order of their code points (Unicode 13, Symbols for Legacy Computing), which
  /// leave out the two halves and the full block that were there before.
  var scalars: [Unicode.Scalar] {
    switch self {
    case .half: Array(" ▀▄█".unicodeScalars)
    case .quadrants: Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
    case .sextants:
      Array(
        """
         🬀🬁🬂🬃🬄🬅🬆🬇🬈🬉🬊🬋🬌🬍🬎\
        🬏🬐🬑🬒🬓▌🬔🬕🬖🬗🬘🬙🬚🬛🬜🬝\
        🬞🬟🬠🬡🬢🬣🬤🬥🬦🬧▐🬨🬩🬪🬫🬬\
        🬭🬮🬯🬰🬱🬲🬳🬴🬵🬶🬷🬸🬹🬺🬻█
        """.unicodeScalars)
    case .ascii: [" ", " "]
    }
  }
}

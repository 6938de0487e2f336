import Imaging

/// What a terminal is asked in one go: last what every terminal answers (DA1).
nonisolated enum QuestionSet: CaseIterable, Hashable {
  /// Everything.
  case whole
  /// What tmux is asked. It takes kitty's question for the title of the pane, and does not keep sixels.
  case inTmux
  /// What GNU screen is asked: it has the terminal that it is shown on print what stands in a DCS.
  case inScreen
  /// How large a character cell is, for a window whose size in pixels the kernel does not know.
  case sizes
  /// What tmux passes on to the terminal that it is shown on, where it has been told to.
  case outer

  /// The picture that is only tried, not shown: a single pixel.
  static let pictureID = 31
  /// The same in shared memory.
  static let sharedPictureID = 32

  /// The bytes that ask.
  /// - Parameters:
  ///   - sharedName: The name of the pixel in shared memory; nil where there is none.
  ///   - transmitted: An image whose presence in the terminal outside tmux is queried; nil for none.
  /// - Returns: Text that is to be written at once.
  func text(sharedName: String?, transmitted: TransmittedImage? = nil) -> String {
    switch self {
    case .whole:
      Self.version + Self.style + Self.picture + (sharedName.map(Self.sharedPicture) ?? "")
        + Self.cell + Self.sixelAreas + Self.background + Self.attributes
    case .inTmux:
      Self.version + Self.style + Self.cell + Self.background + Self.attributes
    case .inScreen: Self.version + Self.background + Self.attributes
    case .sizes: Self.cell + Self.attributes
    case .outer:
      TmuxPassthrough.wrap(
        Self.version + Self.picture + (transmitted?.question ?? "") + Self.attributes)
    }
  }

  /// Name and version (XTVERSION).
  private static let version = "\u{1b}[>q"
  /// The style in force while `TerminalModes.testColor` is the background (DECRQSS of SGR).
  private static let style = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[0m"
  /// Whether a picture would be taken (kitty, Graphics Protocol, Querying support).
  private static let picture = "\u{1b}_Gi=\(pictureID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
  /// The cell and the area for text (XTWINOPS), of which many terminals tell only one.
  private static let cell = "\u{1b}[16t\u{1b}[14t"
  /// The size that sixel graphics have now, and the largest (XTSMGRAPHICS).
  private static let sixelAreas = "\u{1b}[?2;1;0S\u{1b}[?2;4;0S"
  /// The background (OSC 11).
  private static let background = "\u{1b}]11;?\u{1b}\\"
  /// What every terminal answers (DA1).
  private static let attributes = "\u{1b}[c"

  /// The answer is wanted in every case: with `q=2` Konsole takes the name for pixels.
  private static func sharedPicture(_ name: String) -> String {
    let name = String(decoding: Base64.encode(Array(name.utf8)[...]), as: UTF8.self)
    return "\u{1b}_Gi=\(sharedPictureID),s=1,v=1,a=q,t=s,f=24;\(name)\u{1b}\\"
  }
}

/// An image that was transmitted to the terminal and is shown by placeholders.
nonisolated struct TransmittedImage: Hashable {
  let id: PictureID
  /// How many character cells show it.
  let size: CellSize

  /// Repeats the image's placement, which changes nothing; a terminal without the image replies with an error (kitty, Graphics Protocol, Display images on screen).
  fileprivate var question: String {
    "\u{1b}_Ga=p,U=1,i=\(id.number),p=1,c=\(size.columns),r=\(size.rows)\u{1b}\\"
  }
}

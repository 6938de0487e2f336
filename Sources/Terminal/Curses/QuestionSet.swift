import Imaging

/// A set of terminal queries, ending with DA1, which every terminal answers.
enum QuestionSet: CaseIterable, Hashable {
  case whole
  /// In tmux, which takes kitty's query for a pane title and does not keep sixels.
  case inTmux
  /// In GNU screen, which makes its terminal print the contents of a DCS.
  case inScreen
  /// The cell size, if the kernel does not know the window's size in pixels.
  case sizes
  case outer

  static let pictureID = 31
  static let sharedPictureID = 32

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

  private static let version = "\u{1b}[>q"
  /// DECRQSS of SGR, while `TerminalModes.testColor` is the background.
  private static let style = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[0m"
  /// kitty, Graphics Protocol, Querying support.
  private static let picture = "\u{1b}_Gi=\(pictureID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
  /// XTWINOPS: cell size and text area; many terminals report only one.
  private static let cell = "\u{1b}[16t\u{1b}[14t"
  /// XTSMGRAPHICS: the current and the maximum sixel size.
  private static let sixelAreas = "\u{1b}[?2;1;0S\u{1b}[?2;4;0S"
  /// OSC 11.
  private static let background = "\u{1b}]11;?\u{1b}\\"
  /// DA1.
  private static let attributes = "\u{1b}[c"

  /// Always requests a reply: with `q=2`, Konsole takes the name for pixels.
  private static func sharedPicture(_ name: String) -> String {
    let name = String(decoding: Base64.encode(Array(name.utf8)[...]), as: UTF8.self)
    return "\u{1b}_Gi=\(sharedPictureID),s=1,v=1,a=q,t=s,f=24;\(name)\u{1b}\\"
  }
}

/// A transmitted image that is shown by placeholders.
struct TransmittedImage: Hashable {
  let id: PictureID
  let size: CellSize

  /// Repeats the placement; a terminal without the image replies with an error (kitty, Display
  /// images on screen).
  fileprivate var question: String {
    "\u{1b}_Ga=p,U=1,i=\(id.number),p=1,c=\(size.columns),r=\(size.rows)\u{1b}\\"
  }
}

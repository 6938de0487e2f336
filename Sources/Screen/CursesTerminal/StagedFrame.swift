import Imaging
import Terminal

/// What the form of pictures follows from.
struct PictureForm: Equatable {
  let depth: ColorDepth
  let symbols: SymbolSet
  let images: PictureProtocol
  let cell: PixelSize?
  let detail: PixelDetail?
}

/// A frame on ncurses' virtual screen.
struct StagedFrame {
  let plan: PicturePlan
  /// Whether any character differs from those on the terminal, or the cursor is elsewhere.
  let hasText: Bool
  /// What makes some of the characters links.
  let links: [UInt8]

  /// Whether anything on the screen is another afterwards.
  var changesScreen: Bool {
    hasText || !plan.trailing.isEmpty || plan.finalCanvas != nil || !links.isEmpty
  }

  /// Whether nothing of it has to be sent.
  var isEmpty: Bool { !changesScreen && plan.leading.isEmpty }
}

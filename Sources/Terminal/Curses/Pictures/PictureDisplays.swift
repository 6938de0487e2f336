import Imaging

extension TerminalCapabilities {
  /// Nil if images are drawn as characters.
  func display(
    in depth: ColorDepth, using generator: inout some RandomNumberGenerator
  ) -> (any PictureDisplay)? {
    let images = images(in: depth).value
    let transfer = KittyTransfer(
      medium: readsSharedMemory ? .sharedMemory : .stream, isWrapped: wrapsForTmux,
      isVirtual: images == .kitty)
    switch images {
    case .symbols: return nil
    case .kitty:
      let ids = PictureIDs(colors: depth, using: &generator)
      return KittyPlaceholders(transfer: transfer, ids: ids)
    case .kittyDirect:
      let ids = PictureIDs(colors: .direct, using: &generator)
      return KittyPlacements(transfer: transfer, ids: ids)
    case .sixel: return InlinePictures(bytes: InlineCode.sixel)
    case .iterm2:
      let isWrapped = wrapsForTmux
      return InlinePictures { InlineCode.iterm2($1, isWrapped: isWrapped) }
    }
  }
}

import Imaging
import Terminal

/// The pictures that a terminal holds by kitty's protocol, however it shows them: what is sent, and what
/// is freed.
nonisolated struct KittyPictures {
  private let transfer: KittyTransfer
  private let ids: PictureIDs
  private var store: PictureStore
  /// What this frame's pictures cost so far, in bytes.
  private var cost = 0

  /// Makes a terminal's pictures of which none has been sent.
  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int) {
    self.transfer = transfer
    self.ids = ids
    store = PictureStore(ids: ids, budget: budget)
  }

  /// What the terminal holds.
  var holdings: PictureHoldings { store.holdings }

  /// Begins a frame.
  /// - Parameter pictures: What it shows: none of these is let go for another.
  /// - Returns: The id of each that the terminal holds.
  mutating func beginFrame(with pictures: [PlacedPicture]) -> [PictureID?] {
    cost = 0
    store.beginFrame()
    return pictures.map { store.id(of: $0.picture) }
  }

  /// The id of a picture that the terminal holds by now; the same may stand twice in a frame.
  mutating func id(of picture: EncodedPicture) -> PictureID? { store.id(of: picture) }

  /// Sends a picture that the terminal does not hold if the budget allows it, or it is the first.
  /// - Parameters:
  ///   - picture: The picture.
  ///   - budget: About how many bytes of pictures the frame may have.
  ///   - parts: Gets the bytes.
  /// - Returns: Its id, and those that are freed for it; nil where it is not sent.
  mutating func send(
    _ picture: EncodedPicture, within budget: Int, _ parts: inout [OutputPart]
  ) -> (id: PictureID, freed: [PictureID])? {
    let price = transfer.cost(of: picture, within: budget)
    guard cost == 0 || cost + price <= budget, let added = store.add(picture) else { return nil }
    cost += price
    for old in added.freed { parts.append(.text(bytes(.free(id: old.number)))) }
    parts.append(
      .made { [transfer] in transfer.bytes(of: picture, as: added.id, within: budget) })
    return added
  }

  /// Takes note that the terminal may have lost every picture.
  mutating func forget() {
    _ = store.loseAll()
  }

  /// Frees every picture by its number.
  mutating func takeAll() -> [UInt8] {
    store.loseAll().flatMap { id in
      transfer.takeBack(id)
      return bytes(.free(id: id.number))
    }
  }

  /// Frees the whole range of our numbers.
  var restoration: [UInt8] { bytes(.free(ids: ids.all)) }

  /// A command as this terminal is sent it.
  func bytes(_ command: KittyCommand) -> [UInt8] {
    command.bytes(wrappedForTmux: transfer.isWrapped)
  }
}

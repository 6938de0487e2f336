import Imaging

/// The images stored by a terminal through kitty's protocol.
struct KittyPictures {
  private let transfer: KittyTransfer
  private let ids: PictureIDs
  private var store: PictureStore
  private var cost = 0

  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int) {
    self.transfer = transfer
    self.ids = ids
    store = PictureStore(ids: ids, budget: budget)
  }

  var holdings: PictureHoldings { store.holdings }

  /// Pictures of the frame are not evicted; returns the IDs of those already stored.
  mutating func beginFrame(with pictures: [PlacedPicture]) -> [PictureID?] {
    cost = 0
    store.beginFrame()
    return pictures.map { store.id(of: $0.picture) }
  }

  mutating func id(of picture: EncodedPicture) -> PictureID? { store.id(of: picture) }

  /// Nil if the budget is exhausted, unless it is the frame's first image.
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

  mutating func forget() {
    _ = store.loseAll()
  }

  mutating func takeAll() -> [UInt8] {
    store.loseAll().flatMap { id in
      transfer.takeBack(id)
      return bytes(.free(id: id.number))
    }
  }

  var restoration: [UInt8] { bytes(.free(ids: ids.all)) }

  func bytes(_ command: KittyCommand) -> [UInt8] {
    command.bytes(wrappedForTmux: transfer.isWrapped)
  }
}

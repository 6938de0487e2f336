import Imaging
import Terminal

/// Pictures that the terminal shows in the place of characters: ncurses moves, cuts and covers them like
/// any others, and one that has been sent is never sent again while the terminal holds it.
nonisolated struct KittyPlaceholders: PictureDisplay {
  private let transfer: KittyTransfer
  private let ids: PictureIDs
  private var store: PictureStore

  /// Makes a display that has sent nothing.
  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    self.transfer = transfer
    self.ids = ids
    store = PictureStore(ids: ids, budget: budget)
  }

  /// What the terminal holds.
  var holdings: PictureHoldings { store.holdings }

  /// Plans the pictures first and then the characters that show them.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    var plan = PicturePlan(frame.canvas)
    var cost = 0
    store.beginFrame()
    // Those that are there are not to be let go for others.
    let known = frame.pictures.map { store.id(of: $0.picture) }
    for (placed, id) in zip(frame.pictures, known) {
      if let id = id ?? send(placed.picture, &cost, within: budget, &plan) {
        show(placed, as: id, on: &plan.canvas)
      } else {
        plan.isComplete = false
      }
    }
    return plan
  }

  /// Sends a picture if the budget allows it, or it is the first.
  private mutating func send(
    _ picture: EncodedPicture, _ cost: inout Int, within budget: Int, _ plan: inout PicturePlan
  ) -> PictureID? {
    // The same picture may stand twice in a frame.
    if let id = store.id(of: picture) { return id }
    guard cost == 0 || cost + transfer.cost(of: picture, within: budget) <= budget else {
      return nil
    }
    guard let (id, freed) = store.add(picture) else { return nil }
    cost += transfer.cost(of: picture, within: budget)
    for old in freed { plan.leading.append(.text(free(old))) }
    plan.leading.append(
      .made { [transfer] in transfer.bytes(of: picture, as: id, within: budget) })
    return id
  }

  /// Replaces the characters that stand for a picture, and none that is to be seen in front of it.
  private func show(_ placed: PlacedPicture, as id: PictureID, on canvas: inout Canvas) {
    let symbols = placed.picture.symbols
    let place = placed.frame.intersection(canvas.bounds)
    for row in place.rows {
      for column in place.columns {
        let (x, y) = (column - placed.origin.column, row - placed.origin.row)
        guard x < Placeholder.limit, y < Placeholder.limit, canvas[column, row] == symbols[x, y],
          !placed.isCovered || !placed.isCovered(at: CellPoint(column: column, row: row))
        else { continue }
        canvas[column, row] = Placeholder.glyph(column: x, row: y, of: id)
      }
    }
  }

  private func free(_ id: PictureID) -> [UInt8] {
    KittyCommand.free(id: id.number).bytes(wrappedForTmux: transfer.isWrapped)
  }

  /// Sends everything again with the next plans.
  mutating func forget() {
    _ = store.loseAll()
  }

  /// Frees every picture by its number.
  mutating func takeAll() -> [UInt8] {
    store.loseAll().flatMap { id in
      SharedPicture.remove(id)
      return free(id)
    }
  }

  /// Frees the whole range of our numbers.
  var restoration: [UInt8] {
    KittyCommand.free(ids: ids.all).bytes(wrappedForTmux: transfer.isWrapped)
  }
}

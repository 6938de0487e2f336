import Imaging
import Terminal

/// Pictures that the terminal shows in the place of characters: ncurses moves, cuts and covers them like
/// any others, and one that has been sent is never sent again while the terminal holds it.
nonisolated struct KittyPlaceholders: PictureDisplay {
  private var pictures: KittyPictures
  /// The last image of the last frame.
  private(set) var transmitted: TransmittedImage?

  /// Makes a display that has sent nothing.
  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    pictures = KittyPictures(transfer: transfer, ids: ids, budget: budget)
  }

  /// What the terminal holds.
  var holdings: PictureHoldings { pictures.holdings }

  /// Plans the pictures first and then the characters that show them.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    var plan = PicturePlan(frame.canvas)
    let known = pictures.beginFrame(with: frame.pictures)
    transmitted = nil
    for (placed, id) in zip(frame.pictures, known) {
      let id =
        id ?? pictures.id(of: placed.picture)
        ?? pictures.send(placed.picture, within: budget, &plan.leading)?.id
      if let id {
        transmitted = TransmittedImage(id: id, size: placed.picture.size)
        plan.canvas.replace(placed) { Placeholder.glyph(column: $0, row: $1, of: id) }
      } else {
        plan.postpone(placed, within: budget)
      }
    }
    return plan
  }

  /// Sends everything again with the next plans.
  mutating func forget() {
    transmitted = nil
    pictures.forget()
  }

  /// Frees every picture by its number.
  mutating func takeAll() -> [UInt8] {
    transmitted = nil
    return pictures.takeAll()
  }

  /// Frees the whole range of our numbers.
  var restoration: [UInt8] { pictures.restoration }
}

import Imaging

/// Images shown through placeholder characters, which ncurses moves, clips and covers like any
/// others.
///
/// A stored image is never sent again.
struct KittyPlaceholders: PictureDisplay {
  private var pictures: KittyPictures
  private(set) var transmitted: TransmittedImage?

  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    pictures = KittyPictures(transfer: transfer, ids: ids, budget: budget)
  }

  var holdings: PictureHoldings { pictures.holdings }

  /// Images are sent before the characters that show them.
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

  mutating func forget() {
    transmitted = nil
    pictures.forget()
  }

  mutating func takeAll() -> [UInt8] {
    transmitted = nil
    return pictures.takeAll()
  }

  var restoration: [UInt8] { pictures.restoration }
}

import Imaging
import Terminal

/// Pictures that the terminal shows at places on the screen, below the characters there, which are blank.
///
/// Where something hides a part of a picture it is taken off: characters do not hide it everywhere.
nonisolated struct KittyPlacements: PictureDisplay {
  private var pictures: KittyPictures
  /// Where pictures stand on the terminal.
  private var places: [PictureID: CellPoint] = [:]

  /// Makes a display that has sent nothing.
  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    pictures = KittyPictures(transfer: transfer, ids: ids, budget: budget)
  }

  /// What the terminal holds.
  var holdings: PictureHoldings { pictures.holdings }

  /// Plans what is taken off, then the characters, then what is placed.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    // A screen that is cleared has lost its pictures, and the terminal what nobody placed again.
    if shown == nil { forget() }
    var plan = PicturePlan(frame.canvas)
    var wanted: [PictureID: PlacedPicture] = [:]
    let whole = frame.wholePictures
    let known = pictures.beginFrame(with: whole)
    for (placed, id) in zip(whole, known) {
      // One that stands twice in a frame has one place, and is characters at the other.
      if id == nil, pictures.id(of: placed.picture) != nil { continue }
      guard let id = id ?? send(placed.picture, within: budget, &plan) else {
        plan.postpone(placed, within: budget)
        continue
      }
      guard wanted[id] == nil else { continue }
      wanted[id] = placed
      plan.canvas.replace(placed) { _, _ in .blank }
    }
    move(to: wanted, &plan)
    return plan
  }

  /// Takes off what is not wanted where it is, and places what is not there.
  private mutating func move(to wanted: [PictureID: PlacedPicture], _ plan: inout PicturePlan) {
    for id in places.keys.sorted(by: { $0.number < $1.number })
    where wanted[id]?.origin != places[id] {
      plan.leading.append(.text(pictures.bytes(.takeOff(id: id.number))))
      places[id] = nil
    }
    for (id, placed) in wanted.sorted(by: { $0.key.number < $1.key.number }) where places[id] == nil
    {
      places[id] = placed.origin
      let place = pictures.bytes(.place(id: id.number, in: placed.picture.size))
      plan.trailing.append(.text(CursorMove.around(place, at: placed.origin)))
    }
  }

  /// What is freed for another picture has lost its place with it.
  private mutating func send(
    _ picture: EncodedPicture, within budget: Int, _ plan: inout PicturePlan
  ) -> PictureID? {
    guard let sent = pictures.send(picture, within: budget, &plan.leading) else { return nil }
    for old in sent.freed { places[old] = nil }
    return sent.id
  }

  /// Sends everything again with the next plans.
  mutating func forget() {
    places = [:]
    pictures.forget()
  }

  /// Frees every picture by its number, and with it its place.
  mutating func takeAll() -> [UInt8] {
    places = [:]
    return pictures.takeAll()
  }

  /// Frees the whole range of our numbers.
  var restoration: [UInt8] { pictures.restoration }
}

import Imaging
import Terminal

/// Pictures that the terminal shows at places on the screen, below the characters there, which are blank.
///
/// Where something hides a part of a picture it is taken off: characters do not hide it everywhere.
nonisolated struct KittyPlacements: PictureDisplay {
  private var pictures: KittyPictures
  /// Where pictures stand on the terminal, and the number of each place.
  private var places: [PictureID: [CellPoint: Int]] = [:]

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
    var wanted: [PictureID: [PlacedPicture]] = [:]
    let whole = frame.wholePictures
    let known = pictures.beginFrame(with: whole)
    for (placed, id) in zip(whole, known) {
      guard
        let id = id ?? pictures.id(of: placed.picture)
          ?? send(placed.picture, within: budget, &plan)
      else {
        plan.postpone(placed, within: budget)
        continue
      }
      wanted[id, default: []].append(placed)
      plan.canvas.replace(placed) { _, _ in .blank }
    }
    move(to: wanted, &plan)
    return plan
  }

  /// Takes off what is not wanted where it is, and places what is not there.
  private mutating func move(to wanted: [PictureID: [PlacedPicture]], _ plan: inout PicturePlan) {
    for (id, points) in places.sorted(by: { $0.key.number < $1.key.number }) {
      let kept = Set((wanted[id] ?? []).map(\.origin))
      for (point, number) in points.sorted(by: { $0.value < $1.value }) where !kept.contains(point)
      {
        plan.leading.append(.text(pictures.bytes(.takeOff(id: id.number, number: number))))
        places[id]?[point] = nil
      }
    }
    for (id, all) in wanted.sorted(by: { $0.key.number < $1.key.number }) {
      for placed in all where places[id]?[placed.origin] == nil {
        let number = freeNumber(of: id)
        places[id, default: [:]][placed.origin] = number
        let place = pictures.bytes(
          .place(id: id.number, number: number, in: placed.picture.size))
        plan.trailing.append(.text(CursorMove.around(place, at: placed.origin)))
      }
    }
  }

  /// The first number from 1 that no place of a picture has.
  private func freeNumber(of id: PictureID) -> Int {
    let taken = Set((places[id] ?? [:]).values)
    return (1...taken.count + 1).first { !taken.contains($0) } ?? taken.count + 1
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

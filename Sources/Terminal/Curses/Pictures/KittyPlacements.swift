import Imaging

/// Images shown by placements below blank cells.
///
/// A partly covered image is removed, as text does not hide it on every terminal.
struct KittyPlacements: PictureDisplay {
  private var pictures: KittyPictures
  private var places: [PictureID: [CellPoint: Int]] = [:]

  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    pictures = KittyPictures(transfer: transfer, ids: ids, budget: budget)
  }

  var holdings: PictureHoldings { pictures.holdings }

  /// The order is removals, text, then placements.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    // A cleared screen has lost its placements, and the terminal its images without any.
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

  private func freeNumber(of id: PictureID) -> Int {
    let taken = Set((places[id] ?? [:]).values)
    return (1...taken.count + 1).first { !taken.contains($0) } ?? taken.count + 1
  }

  /// Images freed for this one lose their placements.
  private mutating func send(
    _ picture: EncodedPicture, within budget: Int, _ plan: inout PicturePlan
  ) -> PictureID? {
    guard let sent = pictures.send(picture, within: budget, &plan.leading) else { return nil }
    for old in sent.freed { places[old] = nil }
    return sent.id
  }

  mutating func forget() {
    places = [:]
    pictures.forget()
  }

  mutating func takeAll() -> [UInt8] {
    places = [:]
    return pictures.takeAll()
  }

  var restoration: [UInt8] { pictures.restoration }
}

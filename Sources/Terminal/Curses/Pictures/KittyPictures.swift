import Imaging

/// The images stored by a terminal through kitty's protocol.
struct KittyPictures {
  private let transfer: KittyTransfer
  private let ids: PictureIDs
  private var store: PictureStore
  private var cost = 0
  /// The latest bordered picture, as a border is on one picture at a time.
  private var bordered: (of: EncodedPicture, color: RGB, picture: EncodedPicture)?

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

  /// The ID of the picture with its border, which is sent if the terminal has only the one without.
  ///
  /// Nil if there is no border, or if the budget does not allow it yet.
  mutating func idWithBorder(
    of placed: PlacedPicture, within budget: Int, _ plan: inout PicturePlan
  ) -> PictureID? {
    guard let color = placed.border else { return nil }
    if bordered?.of != placed.picture || bordered?.color != color {
      bordered = (placed.picture, color, placed.picture.bordered(by: color))
    }
    guard let picture = bordered?.picture else { return nil }
    let id = store.id(of: picture) ?? send(picture, within: budget, &plan.leading)?.id
    if id == nil { plan.isComplete = false }
    return id
  }

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

/// Images shown by placeholder characters, which ncurses moves, clips and covers.
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
    // Only the first image may exceed the budget: a photo, not the panels over it.
    let ids = zip(frame.pictures, known).map { placed, id -> PictureID? in
      pictures.idWithBorder(of: placed, within: budget, &plan)
        ?? id ?? pictures.id(of: placed.picture)
        ?? pictures.send(placed.picture, within: budget, &plan.leading)?.id
    }
    // From the front: an image is shown only where its characters are still there.
    for (placed, id) in zip(frame.pictures, ids).reversed() {
      if let id {
        transmitted = TransmittedImage(id: id, size: placed.picture.size)
        plan.canvas.replace(placed) { Placeholder.glyph(column: $0, row: $1, of: id) }
      } else if placed.isOverlay {
        plan.isComplete = false
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

  /// The order is text, placements, then removals: no image disappears before another is there.
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
    let before = places
    for (id, all) in wanted.sorted(by: { $0.key.number < $1.key.number }) {
      for placed in all where places[id]?[placed.origin] == nil {
        let number = freeNumber(of: id)
        places[id, default: [:]][placed.origin] = number
        let place = pictures.bytes(
          .place(id: id.number, number: number, in: placed.picture.size))
        plan.trailing.append(.text(CursorMove.around(place, at: placed.origin)))
      }
    }
    for (id, points) in before.sorted(by: { $0.key.number < $1.key.number }) {
      let kept = Set((wanted[id] ?? []).map(\.origin))
      for (point, number) in points.sorted(by: { $0.value < $1.value }) where !kept.contains(point)
      {
        plan.trailing.append(.text(pictures.bytes(.takeOff(id: id.number, number: number))))
        places[id]?[point] = nil
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

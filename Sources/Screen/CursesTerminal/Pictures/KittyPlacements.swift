import Imaging
import Terminal

/// Pictures that the terminal shows at places on the screen, below the characters there, which are blank.
///
/// Where something hides a part of a picture it is taken off: characters do not hide it everywhere.
nonisolated struct KittyPlacements: PictureDisplay {
  private let transfer: KittyTransfer
  private let ids: PictureIDs
  private var store: PictureStore
  /// Where pictures stand on the terminal.
  private var places: [PictureID: CellPoint] = [:]

  /// Makes a display that has sent nothing.
  init(transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget) {
    self.transfer = transfer
    self.ids = ids
    store = PictureStore(ids: ids, budget: budget)
  }

  /// What the terminal holds.
  var holdings: PictureHoldings { store.holdings }

  /// Plans what is taken off, then the characters, then what is placed.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    // A screen that is cleared has lost its pictures, and the terminal what nobody placed again.
    if shown == nil { forget() }
    var plan = PicturePlan(frame.canvas)
    var wanted: [PictureID: PlacedPicture] = [:]
    var cost = 0
    store.beginFrame()
    let pictures = frame.pictures.filter { !$0.isCovered && frame.contains($0) }
    let known = pictures.map { store.id(of: $0.picture) }
    for (placed, id) in zip(pictures, known) {
      guard let id = id ?? send(placed.picture, &cost, within: budget, &plan),
        wanted[id] == nil
      else {
        plan.isComplete = plan.isComplete && store.id(of: placed.picture) != nil
        continue
      }
      wanted[id] = placed
      blank(placed, on: &plan.canvas)
    }
    move(to: wanted, &plan)
    return plan
  }

  /// Takes off what is not wanted where it is, and places what is not there.
  private mutating func move(to wanted: [PictureID: PlacedPicture], _ plan: inout PicturePlan) {
    for id in places.keys.sorted(by: { $0.number < $1.number })
    where wanted[id]?.origin != places[id] {
      plan.leading.append(.text(bytes(.takeOff(id: id.number))))
      places[id] = nil
    }
    for (id, placed) in wanted.sorted(by: { $0.key.number < $1.key.number }) where places[id] == nil
    {
      places[id] = placed.origin
      let place = KittyCommand.place(id: id.number, in: placed.picture.size)
      plan.trailing.append(.text(CursorMove.around(bytes(place), at: placed.origin)))
    }
  }

  /// Sends a picture if the budget allows it, or it is the first.
  private mutating func send(
    _ picture: EncodedPicture, _ cost: inout Int, within budget: Int, _ plan: inout PicturePlan
  ) -> PictureID? {
    guard store.id(of: picture) == nil else { return nil }
    guard cost == 0 || cost + transfer.cost(of: picture, within: budget) <= budget else {
      return nil
    }
    guard let (id, freed) = store.add(picture) else { return nil }
    cost += transfer.cost(of: picture, within: budget)
    for old in freed {
      plan.leading.append(.text(bytes(.free(id: old.number))))
      places[old] = nil
    }
    plan.leading.append(
      .made { [transfer] in transfer.bytes(of: picture, as: id, within: budget) })
    return id
  }

  /// Blanks the characters that stand for a picture, and none that is to be seen in front of it.
  private func blank(_ placed: PlacedPicture, on canvas: inout Canvas) {
    let symbols = placed.picture.symbols
    for row in placed.frame.rows {
      for column in placed.frame.columns
      where canvas[column, row] == symbols[column - placed.origin.column, row - placed.origin.row] {
        canvas[column, row] = .blank
      }
    }
  }

  private func bytes(_ command: KittyCommand) -> [UInt8] {
    command.bytes(wrappedForTmux: transfer.isWrapped)
  }

  /// Sends everything again with the next plans.
  mutating func forget() {
    places = [:]
    _ = store.loseAll()
  }

  /// Frees every picture by its number, and with it its place.
  mutating func takeAll() -> [UInt8] {
    places = [:]
    return store.loseAll().flatMap { id in
      SharedPicture.remove(id)
      return bytes(.free(id: id.number))
    }
  }

  /// Frees the whole range of our numbers.
  var restoration: [UInt8] { bytes(.free(ids: ids.all)) }
}

extension Frame {
  /// Whether a picture lies on it whole; one that does not would scroll the terminal.
  nonisolated func contains(_ placed: PlacedPicture) -> Bool {
    placed.frame.intersection(canvas.bounds) == placed.frame
  }
}

/// Moves of the cursor around bytes that ncurses does not know of.
nonisolated enum CursorMove {
  /// Bytes that are written at a place on the screen, after which the cursor is where it was (DECSC,
  /// CUP and DECRC).
  static func around(_ bytes: [UInt8], at point: CellPoint) -> [UInt8] {
    Array("\u{1b}7\u{1b}[\(point.row + 1);\(point.column + 1)H".utf8) + bytes
      + Array("\u{1b}8".utf8)
  }
}

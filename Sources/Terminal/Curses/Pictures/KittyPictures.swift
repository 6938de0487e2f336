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

  /// Pictures of the frame that are already stored are not evicted.
  mutating func beginFrame(with pictures: [PlacedPicture]) {
    cost = 0
    store.beginFrame()
    for placed in pictures { _ = store.id(of: placed.picture) }
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
  /// A transparent pixel that is always on the screen.
  private let anchor: EncodedPicture?
  let losesUndrawnImages: Bool

  init(
    transfer: KittyTransfer, ids: PictureIDs, budget: Int = PictureStore.usualBudget,
    isAnchored: Bool = false, losesUndrawnImages: Bool = false
  ) {
    self.losesUndrawnImages = losesUndrawnImages
    pictures = KittyPictures(transfer: transfer, ids: ids, budget: budget)
    let cell = Canvas(size: CellSize(columns: 1, rows: 1))
    anchor =
      isAnchored
      ? EncodedPicture(
        symbols: cell, encoding: .rgba, pixels: PixelSize(width: 1, height: 1),
        bytes: [0, 0, 0, 0], hasGaps: true) : nil
  }

  mutating func open() -> [OutputPart] {
    guard anchor != nil else { return [] }
    var plan = PicturePlan(Canvas(size: CellSize(columns: 0, rows: 0)))
    placeAnchor(isGone: true, within: .max, &plan)
    return plan.leading + plan.trailing + [.text(TerminalModes.beginUpdate)]
  }

  private mutating func placeAnchor(isGone: Bool, within budget: Int, _ plan: inout PicturePlan) {
    guard let anchor else { return }
    let held = pictures.id(of: anchor)
    guard isGone || held == nil,
      let id = held ?? pictures.send(anchor, within: budget, &plan.leading)?.id
    else { return }
    let place = pictures.bytes(.place(id: id.number, number: 2, in: anchor.size))
    plan.trailing.append(.text(CursorMove.around(place, at: CellPoint(column: 0, row: 0))))
  }

  var holdings: PictureHoldings { pictures.holdings }

  /// Images are sent before the characters that show them.
  mutating func plan(_ frame: Frame, over shown: Canvas?, within budget: Int) -> PicturePlan {
    var plan = PicturePlan(frame.canvas)
    pictures.beginFrame(with: frame.pictures)
    placeAnchor(isGone: shown == nil, within: budget, &plan)
    transmitted = nil
    // Only the first image may exceed the budget: a photo, not the panels over it.
    let ids = frame.pictures.map { placed -> PictureID? in
      pictures.idWithBorder(of: placed, within: budget, &plan) ?? pictures.id(of: placed.picture)
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
    pictures.beginFrame(with: whole)
    for placed in whole {
      guard
        let id = pictures.id(of: placed.picture) ?? send(placed.picture, within: budget, &plan)
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

/// Kitty's placeholder characters (kitty graphics protocol, "Unicode placeholders").
enum Placeholder {
  static let scalar: Unicode.Scalar = "\u{10EEEE}"

  /// The placeholder of one cell; nil if column or row exceed the available marks.
  ///
  /// The foreground is the lower 24 bits of the ID; the marks are row, column and upper bits. Every
  /// cell has all three, so any part of an image can be shown.
  static func glyph(column: Int, row: Int, of id: PictureID) -> Glyph? {
    guard max(column, row) < marks.count else { return nil }
    return Glyph(
      scalar, marks: SIMD4(marks[row], marks[column], marks[Int(id.number >> 24)], 0),
      foreground: id.color)
  }

  /// For numbers from zero: class 230 in Unicode 6.0 without decomposition, part of none.
  static let marks: [UInt32] = ranges.flatMap { Array($0) }

  private static let ranges: [ClosedRange<UInt32>] = [
    0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346,
    0x34A...0x34C, 0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF,
    0x5C4...0x5C4, 0x610...0x617, 0x657...0x65B, 0x65D...0x65E, 0x6D6...0x6DC, 0x6DF...0x6E2,
    0x6E4...0x6E4, 0x6E7...0x6E8, 0x6EB...0x6EC, 0x730...0x730, 0x732...0x733, 0x735...0x736,
    0x73A...0x73A, 0x73D...0x73D, 0x73F...0x741, 0x743...0x743, 0x745...0x745, 0x747...0x747,
    0x749...0x74A, 0x7EB...0x7F1, 0x7F3...0x7F3, 0x816...0x819, 0x81B...0x823, 0x825...0x827,
    0x829...0x82D, 0x951...0x951, 0x953...0x954, 0xF82...0xF83, 0xF86...0xF87, 0x135D...0x135F,
    0x17DD...0x17DD, 0x193A...0x193A, 0x1A17...0x1A17, 0x1A75...0x1A7C, 0x1B6B...0x1B6B,
    0x1B6D...0x1B73, 0x1CD0...0x1CD2, 0x1CDA...0x1CDB, 0x1CE0...0x1CE0, 0x1DC0...0x1DC1,
    0x1DC3...0x1DC9, 0x1DCB...0x1DCC, 0x1DD1...0x1DE6, 0x1DFE...0x1DFE, 0x20D0...0x20D1,
    0x20D4...0x20D7, 0x20DB...0x20DC, 0x20E1...0x20E1, 0x20E7...0x20E7, 0x20E9...0x20E9,
    0x20F0...0x20F0, 0x2CEF...0x2CF1, 0x2DE0...0x2DFF, 0xA66F...0xA66F, 0xA67C...0xA67D,
    0xA6F0...0xA6F1, 0xA8E0...0xA8F1, 0xAAB0...0xAAB0, 0xAAB2...0xAAB3, 0xAAB7...0xAAB8,
    0xAABE...0xAABF, 0xAAC1...0xAAC1, 0xFE20...0xFE26, 0x10A0F...0x10A0F, 0x10A38...0x10A38,
    0x1D185...0x1D189, 0x1D1AA...0x1D1AD, 0x1D242...0x1D244,
  ]
}

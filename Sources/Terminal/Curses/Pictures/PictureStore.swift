import Imaging

/// Tracks the images stored by the terminal, to evict them before the terminal would.
struct PictureStore {
  /// Without pixels: the terminal has hundreds of megabytes of them.
  private struct Key: Hashable {
    let fingerprint: Int
    let pixels: PixelSize
    let byteCount: Int

    init(_ picture: EncodedPicture) {
      fingerprint = picture.fingerprint
      pixels = picture.pixels
      byteCount = picture.bytes.count
    }
  }

  private struct Entry {
    let place: Int
    let byteCount: Int
    var lastFrame: Int
    /// False if possibly lost; the ID is kept, as cells on the screen may refer to it.
    var isHeld: Bool
  }

  private let ids: PictureIDs
  private let budget: Int
  private var entries: [Key: Entry] = [:]
  private var byteCount = 0
  private var freePlaces: [Int] = []
  private var nextPlace = 0
  private var frame = 0

  /// Below the 320 MB that terminals are known to store.
  static let usualBudget = 250_000_000

  init(ids: PictureIDs, budget: Int = usualBudget) {
    self.ids = ids
    self.budget = budget
  }

  var holdings: PictureHoldings {
    let held = entries.values.filter(\.isHeld)
    return PictureHoldings(
      count: held.count, byteCount: held.reduce(0) { $0 + $1.byteCount }, budget: budget)
  }

  /// Images of this and the previous frame stay, as cells on the screen may refer to them.
  mutating func beginFrame() {
    frame += 1
  }

  mutating func id(of picture: EncodedPicture) -> PictureID? {
    let key = Key(picture)
    guard let entry = entries[key], entry.isHeld else { return nil }
    entries[key]?.lastFrame = frame
    return ids[entry.place]
  }

  /// Nil if all IDs are in use; `freed` must be deleted first.
  mutating func add(_ picture: EncodedPicture) -> (id: PictureID, freed: [PictureID])? {
    let key = Key(picture)
    if let place = entries[key]?.place {
      entries[key]?.isHeld = true
      entries[key]?.lastFrame = frame
      return (ids[place], [])
    }
    let size = picture.pixels.area * 4
    var freed: [PictureID] = []
    while byteCount + size > budget || freePlaces.isEmpty && nextPlace == ids.count,
      let oldest = removeOldest()
    {
      freed.append(oldest)
    }
    guard let place = takePlace() else { return nil }
    entries[key] = Entry(place: place, byteCount: size, lastFrame: frame, isHeld: true)
    byteCount += size
    return (ids[place], freed)
  }

  /// Returns the IDs that may still be stored.
  mutating func loseAll() -> [PictureID] {
    for key in entries.keys { entries[key]?.isHeld = false }
    return entries.values.map { ids[$0.place] }.sorted { $0.number < $1.number }
  }

  private mutating func removeOldest() -> PictureID? {
    let oldest = entries.min { $0.value.lastFrame < $1.value.lastFrame }
    guard let (key, entry) = oldest, entry.lastFrame < frame - 1 else { return nil }
    entries[key] = nil
    freePlaces.append(entry.place)
    byteCount -= entry.byteCount
    return ids[entry.place]
  }

  private mutating func takePlace() -> Int? {
    if let place = freePlaces.popLast() { return place }
    guard nextPlace < ids.count else { return nil }
    defer { nextPlace += 1 }
    return nextPlace
  }
}

/// An image ID of kitty's graphics protocol, below 2^31: some terminals show no larger ones.
struct PictureID: Hashable {
  let number: UInt32

  /// Encodes the lower 24 bits in placeholders: a palette color if possible, which every
  /// intermediate terminal passes on, else an exact color.
  var color: Color {
    let low = number & 0xFF_FFFF
    return low < 256 ? .palette(UInt8(low)) : .rgb(RGB(packed: low))
  }
}

/// A random range of image IDs, so that programs on one terminal do not collide.
struct PictureIDs {
  let all: ClosedRange<UInt32>
  var count: Int { columns * rows }

  private let columns: Int
  private let rows: Int

  /// Exact placeholder colors carry 65,536 IDs, a palette 1,920.
  init(colors: ColorDepth, using generator: inout some RandomNumberGenerator) {
    if colors == .direct {
      let high = UInt32.random(in: 1..<0x7F00, using: &generator)
      (columns, rows) = (1 << 16, 1)
      all = high << 16...(high << 16 | 0xFFFF)
    } else {
      let high = UInt32.random(in: 1..<120, using: &generator)
      (columns, rows) = (240, 8)
      all = (high << 24 | 16)...((high + 7) << 24 | 255)
    }
  }

  /// Four IDs that are always the same in a pane, so that the next preview replaces the images of
  /// the last one; they are outside of all random ranges.
  init(previewIn pane: UInt64) {
    (columns, rows) = (4, 1)
    let first = 0x7F00_0010 + UInt32(pane % 60) * 4
    all = first...first + 3
  }

  subscript(place: Int) -> PictureID {
    let row = UInt32(place / columns) << 24
    return PictureID(number: all.lowerBound + row + UInt32(place % columns))
  }
}

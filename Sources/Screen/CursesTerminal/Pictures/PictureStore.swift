import Imaging
import Terminal

/// Our count of the pictures that a terminal holds, so that it never has to choose which to let go.
nonisolated struct PictureStore {
  /// What a picture is known by, without its pixels: the terminal holds hundreds of megabytes of those,
  /// which need not be here as well.
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
    /// Whether the terminal has it; where it may have lost it, the id stays with the picture, which
    /// cells on the screen may still ask for.
    var isHeld: Bool
  }

  private let ids: PictureIDs
  private let budget: Int
  private var entries: [Key: Entry] = [:]
  private var byteCount = 0
  /// The places that are free again, and the first that was never taken.
  private var freePlaces: [Int] = []
  private var nextPlace = 0
  private var frame = 0

  /// Terminals are known to hold 320 MB.
  static let usualBudget = 250_000_000

  /// Makes an empty store.
  /// - Parameters:
  ///   - ids: The numbers for its pictures.
  ///   - budget: What they may take in the terminal, in bytes.
  init(ids: PictureIDs, budget: Int = usualBudget) {
    self.ids = ids
    self.budget = budget
  }

  /// What the terminal holds.
  var holdings: PictureHoldings {
    let held = entries.values.filter(\.isHeld)
    return PictureHoldings(
      count: held.count, byteCount: held.reduce(0) { $0 + $1.byteCount }, budget: budget)
  }

  /// Begins a frame.
  ///
  /// What is used from here on, and what the frame before has used, is not let go: until the new
  /// characters are there the old ones ask for it.
  mutating func beginFrame() {
    frame += 1
  }

  /// The id of a picture that the terminal holds, which counts as a use.
  mutating func id(of picture: EncodedPicture) -> PictureID? {
    let key = Key(picture)
    guard let entry = entries[key], entry.isHeld else { return nil }
    entries[key]?.lastFrame = frame
    return ids[entry.place]
  }

  /// Takes a picture in that the terminal does not hold.
  /// - Returns: Its id, and those that have to be freed first; nil where all numbers are in use.
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

  /// Takes note that the terminal holds nothing any more, or may not.
  /// - Returns: The ids of all that it might still hold.
  mutating func loseAll() -> [PictureID] {
    for key in entries.keys { entries[key]?.isHeld = false }
    return entries.values.map { ids[$0.place] }.sorted { $0.number < $1.number }
  }

  /// Lets go what was shown least recently, unless it is on the screen.
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

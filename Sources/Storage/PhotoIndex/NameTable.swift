internal import Base
internal import Glibc

/// Finds the names of a folder's files, one after another as the index keeps them: byte by byte in order.
///
/// A list in natural order has names of the same length in that order too, mostly. A name is looked for
/// behind the last one of its length, and the first of a length behind the last name of all; only where
/// that takes too long, in a table.
struct NamePlaces {
  private let names: FileNames
  /// Where a name is looked for first, by its length, of which the last is for all that are longer; nil where
  /// none of that length has been found.
  private var next = [Int?](repeating: nil, count: 64)
  private var last = -1
  /// How many more names may be looked at in vain.
  private var patience: Int
  private var table: NameTable?

  /// Takes the names among which others are found.
  init(_ names: FileNames) {
    self.names = names
    patience = names.count
  }

  /// A place at which a name stands; nil where it does not.
  mutating func place(of name: UnsafeRawBufferPointer) -> Int? {
    let length = min(name.count, next.count - 1)
    let start = next[length] ?? last + 1
    guard let place = unsafe place(of: name, from: start) ?? all().place(of: name) else {
      return nil
    }
    (next[length], last) = (place + 1, place)
    return place
  }

  private mutating func place(of name: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < names.count else { return nil }
    for place in start..<names.count {
      if unsafe names.isName(at: place, equalTo: name) { return place }
      guard table == nil, patience > 0 else { return nil }
      patience -= 1
    }
    return nil
  }

  /// The names that stand before, by the places at which they stand once more.
  var repeated: [(place: Int, first: Int)] {
    mutating get { all().repeated }
  }

  private mutating func all() -> NameTable {
    if let table { return table }
    let made = NameTable(names)
    table = made
    return made
  }
}

/// Finds names among many, and keeps no copy of any: open addressing with linear probing (Knuth, The Art of
/// Computer Programming, volume 3, section 6.4, algorithm L), at most half full.
///
/// Hashes are seeded in each process, so that nobody can choose names that collide.
struct NameTable {
  private struct Slot {
    var hash: UInt32 = 0
    /// Where the name stands, from 1; 0 where there is none.
    var number: UInt32 = 0
  }

  private let names: FileNames
  private var slots: [Slot]
  /// The names that stand before, by the places at which they stand once more.
  private(set) var repeated: [(place: Int, first: Int)] = []

  /// Takes names, of which there are fewer than two thousand million.
  init(_ names: FileNames) {
    self.names = names
    var capacity = 16
    while capacity < 2 * names.count { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    for place in 0..<names.count {
      unsafe names[place].bytes.withUnsafeBytes { bytes in
        let hash = unsafe Self.hash(of: bytes)
        let slot = unsafe slot(of: bytes, hash: hash)
        if slots[slot].number == 0 {
          slots[slot] = Slot(hash: hash, number: UInt32(place + 1))
        } else {
          repeated.append((place, Int(slots[slot].number) - 1))
        }
      }
    }
  }

  /// Where a name stands first; nil where it does not.
  func place(of name: UnsafeRawBufferPointer) -> Int? {
    let slot = unsafe slots[slot(of: name, hash: Self.hash(of: name))]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// The slot of a name, or the free one that would be.
  private func slot(of name: UnsafeRawBufferPointer, hash: UInt32) -> Int {
    var index = Int(hash) & (slots.count - 1)
    while slots[index].number != 0 {
      if slots[index].hash == hash,
        unsafe names.isName(at: Int(slots[index].number) - 1, equalTo: name)
      {
        break
      }
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  private static func hash(of name: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: name)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}

extension FileNames {
  fileprivate func isName(at place: Int, equalTo name: UnsafeRawBufferPointer) -> Bool {
    unsafe self[place].bytes.withUnsafeBytes { known in
      guard known.count == name.count else { return false }
      guard let start = known.baseAddress, let other = name.baseAddress else { return true }
      return unsafe memcmp(start, other, known.count) == 0
    }
  }
}

internal import Glibc
package import Values

/// The names of files by their places in a list, none of which is copied: where there are a hundred
/// thousand, that would take as long as to look them up.
package struct NameList: Sendable {
  let count: Int
  let name: @Sendable (Int) -> ByteString

  /// Takes so many names, which are told by their places, from 0, on any thread.
  package init(_ count: Int, name: @escaping @Sendable (Int) -> ByteString) {
    (self.count, self.name) = (count, name)
  }

  /// Takes names.
  package init(_ names: [ByteString]) {
    self.init(names.count) { names[$0] }
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

  private let names: NameList
  private var slots: [Slot]
  /// The names that stand before, by the places at which they stand once more.
  private(set) var repeated: [(place: Int, first: Int)] = []

  /// Takes names, of which there are fewer than two thousand million.
  init(_ names: NameList) {
    self.names = names
    var capacity = 16
    while capacity < 2 * names.count { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    for place in 0..<names.count {
      unsafe names.name(place).bytes.withUnsafeBytes { bytes in
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
      if slots[index].hash == hash, unsafe isName(at: slots[index], equalTo: name) { break }
      index = (index + 1) & (slots.count - 1)
    }
    return index
  }

  private func isName(at slot: Slot, equalTo name: UnsafeRawBufferPointer) -> Bool {
    unsafe names.name(Int(slot.number) - 1).bytes.withUnsafeBytes { known in
      guard known.count == name.count else { return false }
      guard let start = known.baseAddress, let other = name.baseAddress else {
        return true
      }
      return unsafe memcmp(start, other, known.count) == 0
    }
  }

  private static func hash(of name: UnsafeRawBufferPointer) -> UInt32 {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: name)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}

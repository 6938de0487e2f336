/// What photos leave behind that are looked at one after another: in the program, in its decoders, and in a
/// terminal that answers as kitty.
struct ViewingMemory {
  /// What may come on top after the tenth photo, besides what the caches may take, in kilobytes.
  private static let growthLimit = 16 * 1024
  private static let storeLimit = 250_000_000

  /// The memory of the program and its decoders after the tenth photo and after the last, in kilobytes.
  private var memory = (tenth: 0, last: 0)
  /// The most that the terminal has held, in bytes.
  private var storePeak = 0

  /// Steps through so many photos.
  /// - Throws: `BenchError`, also where a picture is missing or faulty.
  init(through count: Int, _ launch: Launch) throws(BenchError) {
    var viewed = try ViewedPhotos.opened(by: launch)
    for number in 2...count {
      _ = try viewed.change(by: "n")
      guard number == 10 || number == count else { continue }
      // Children of the decoders have memory of their own.
      viewed.played.readUntilQuiet(for: .seconds(1))
      if number == 10 { memory.tenth = try viewed.memory }
    }
    memory.last = try viewed.memory
    guard viewed.played.terminal.store.faults.isEmpty else {
      throw .silent("faultless pictures: \(viewed.played.terminal.store.faults[0])")
    }
    storePeak = viewed.played.terminal.store.peakByteCount
  }

  /// How much more memory there is after the last photo than after the tenth, where caches may have come
  /// to hold so many kilobytes since then.
  func row(_ what: String, caches: Int) -> Row {
    let grown = memory.last - memory.tenth
    let limit = Self.growthLimit + caches
    return Row(
      what: what, measured: "\(grown / 1024) MB",
      peer: "from \(memory.tenth / 1024) to \(memory.last / 1024)",
      target: "< \(limit / 1024) MB", verdict: .init(isKept: grown < limit))
  }

  /// What the terminal has held.
  var storeRow: Row {
    Row(
      what: "  held by kitty, highest", measured: "\(storePeak / 1_000_000) MB",
      target: "< \(Self.storeLimit / 1_000_000) MB",
      verdict: .init(isKept: storePeak < Self.storeLimit))
  }
}

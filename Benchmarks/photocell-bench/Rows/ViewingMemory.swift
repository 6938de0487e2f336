/// The memory growth of program, decoders and simulated kitty after many photos in the viewer.
struct ViewingMemory {
  /// The allowed growth after the tenth photo on top of the caches, in kilobytes.
  private static let growthLimit = 16 * 1024
  private static let storeLimit = 250_000_000

  /// The memory of program and decoders after the tenth and the last photo, in kilobytes.
  private var memory = (tenth: 0, last: 0)
  /// The maximum size of the terminal's image store, in bytes.
  private var storePeak = 0

  init(through count: Int, _ launch: Launch) throws(BenchError) {
    var viewed = try ViewedPhotos.opened(by: launch)
    for number in 2...count {
      _ = try viewed.change(by: "n")
      guard number == 10 || number == count else { continue }
      // Wait until the decoders' children have exited.
      viewed.played.readUntilQuiet(for: .seconds(1))
      if number == 10 { memory.tenth = try viewed.memory }
    }
    memory.last = try viewed.memory
    guard viewed.played.terminal.store.faults.isEmpty else {
      throw .silent("faultless pictures: \(viewed.played.terminal.store.faults[0])")
    }
    storePeak = viewed.played.terminal.store.peakByteCount
  }

  /// The growth from the tenth to the last photo; `caches` is the allowance in kilobytes.
  func row(_ what: String, caches: Int) -> Row {
    let grown = memory.last - memory.tenth
    let limit = Self.growthLimit + caches
    return Row(
      what: what, measured: "\(grown / 1024) MB",
      peer: "from \(memory.tenth / 1024) to \(memory.last / 1024)",
      target: "< \(limit / 1024) MB", verdict: .init(isKept: grown < limit))
  }

  var storeRow: Row {
    Row(
      what: "  held by kitty, highest", measured: "\(storePeak / 1_000_000) MB",
      target: "< \(Self.storeLimit / 1_000_000) MB",
      verdict: .init(isKept: storePeak < Self.storeLimit))
  }
}

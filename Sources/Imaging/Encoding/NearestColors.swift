/// Finds the nearest colors of a palette, with a cache by cell.
///
/// The palette is sorted by the sums of channels, the main axis of colors in photos. A search
/// starts at its own sum and ends in both directions where the sums differ too much (Friedman,
/// Baskett and Shustek, "An algorithm for finding nearest neighbors", 1975).
@safe
struct NearestColors: ~Copyable {
  let palette: [RGB]
  /// In the order of `ColorCells.channels(of:)`.
  private let colors: UnsafeMutableBufferPointer<SIMD4<Int16>>
  private let groups: UnsafeMutableBufferPointer<ColorGroup>
  /// By sum of channels, the first group with colors of at least that sum.
  private let starts: UnsafeMutableBufferPointer<UInt8>
  private let known: UnsafeMutableBufferPointer<UInt8>

  private static let unknown: UInt8 = 255

  /// Takes at most 255 colors; an empty palette must not be searched.
  init(_ colors: [RGB]) {
    palette = colors.sorted { ($0.channelSum, $0.packed) < ($1.channelSum, $1.packed) }
    unsafe self.colors = .allocate(capacity: palette.count)
    _ = unsafe self.colors.initialize(
      from: palette.map { SIMD4(truncatingIfNeeded: ColorCells.channels(of: $0.packed)) })
    let groups = stride(from: 0, to: palette.count, by: ColorGroup.size).map { [palette] start in
      ColorGroup((0..<4).map { palette[min(start + $0, palette.count - 1)] })
    }
    unsafe self.groups = .allocate(capacity: groups.count)
    _ = unsafe self.groups.initialize(from: groups)
    unsafe starts = .allocate(capacity: 3 * 255 + 1)
    var start = 0
    for sum in unsafe starts.indices {
      while start < groups.count, groups[start].lastSum < Float(sum) { start += 1 }
      unsafe starts.initializeElement(at: sum, to: UInt8(start))
    }
    unsafe known = .allocate(capacity: ColorCells.count)
    unsafe known.initialize(repeating: Self.unknown)
  }

  deinit {
    unsafe colors.deallocate()
    unsafe groups.deallocate()
    unsafe starts.deallocate()
    unsafe known.deallocate()
  }

  @inline(__always)
  borrowing func channels(ofIndex index: UInt8) -> SIMD4<Int16> { unsafe colors[Int(index)] }

  /// The color nearest to the center of a cell; `hint` is any index, the nearer the faster.
  @inline(__always)
  borrowing func index(ofCell cell: Int, hint: UInt8) -> UInt8 {
    let index = unsafe known[cell]
    return index != Self.unknown ? index : search(for: cell, hint: hint)
  }

  @inline(never)
  private borrowing func search(for cell: Int, hint: UInt8) -> UInt8 {
    let color = ColorCells.middle(of: cell)
    let sum = color.sum()
    let hint = neighbor(of: cell) ?? hint
    var nearest = NearestSearch(for: color, hint: hint, SIMD4<Float>(channels(ofIndex: hint)))
    var above = unsafe Int(starts[Int(sum)])
    var below = above - 1
    var goesOn = true
    while goesOn {
      goesOn = false
      if unsafe above < groups.count && nearest.mayLie(atSum: groups[above].firstSum - sum) {
        unsafe nearest.look(at: groups[above], above)
        above += 1
        goesOn = true
      }
      if below >= 0, unsafe nearest.mayLie(atSum: sum - groups[below].lastSum) {
        unsafe nearest.look(at: groups[below], below)
        below -= 1
        goesOn = true
      }
    }
    let index = nearest.index
    unsafe known[cell] = index
    return index
  }

  /// The cached index of a cell that differs in the lowest bit of one channel.
  @inline(__always)
  private borrowing func neighbor(of cell: Int) -> UInt8? {
    for shift in stride(from: 0, to: 18, by: 6) {
      let index = unsafe known[cell ^ 1 << shift]
      if index != Self.unknown { return index }
    }
    return nil
  }
}

extension RGB {
  fileprivate var channelSum: Int { Int(red) + Int(green) + Int(blue) }
}

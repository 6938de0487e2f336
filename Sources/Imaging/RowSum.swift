/// A box filter over rows of a bitmap: their weighted sum per channel and column.
///
/// Unsafe buffers, since bounds checks prevent vectorization in this hot path of every tile.
package struct RowSum: Sendable {
  /// Whole rows are summed as integers, twice as fast; 256 rows fit in 16 bits.
  private static let wholeRows = 256

  private var channels: [SIMD4<Float>]
  private var integers: [UInt16]

  package init(width: Int) {
    channels = Array(repeating: .zero, count: width)
    integers = Array(repeating: 0, count: width * 4)
  }

  mutating func add(_ coverage: BoxCoverage, of bytes: [UInt8]) {
    let stride = integers.count
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe channels.withUnsafeMutableBytes { raw in
        let sums = unsafe raw.bindMemory(to: Float.self)
        let first = unsafe bytes[coverage.first * stride..<(coverage.first + 1) * stride]
        let last = unsafe bytes[coverage.last * stride..<(coverage.last + 1) * stride]
        unsafe Self.mix(
          UnsafeBufferPointer(rebasing: first), coverage.firstWeight,
          UnsafeBufferPointer(rebasing: last), coverage.lastWeight, into: sums)
      }
    }
    var start = coverage.whole.lowerBound
    while start < coverage.whole.upperBound {
      let end = min(start + Self.wholeRows, coverage.whole.upperBound)
      addWhole(start..<end, of: bytes)
      start = end
    }
  }

  package mutating func add(_ row: [UInt8], weight: Float) {
    unsafe channels.withUnsafeMutableBytes { raw in
      let sums = unsafe raw.bindMemory(to: Float.self)
      unsafe row.withUnsafeBufferPointer { row in
        for index in 0..<min(row.count, sums.count) {
          unsafe sums[index] += Float(row[index]) * weight
        }
      }
    }
  }

  package mutating func clear() {
    for index in channels.indices { channels[index] = .zero }
  }

  private static func mix(
    _ first: UnsafeBufferPointer<UInt8>, _ firstWeight: Float,
    _ last: UnsafeBufferPointer<UInt8>, _ lastWeight: Float,
    into sums: UnsafeMutableBufferPointer<Float>
  ) {
    for index in 0..<sums.count {
      unsafe sums[index] = Float(first[index]) * firstWeight + Float(last[index]) * lastWeight
    }
  }

  private mutating func addWhole(_ rows: Range<Int>, of bytes: [UInt8]) {
    let stride = integers.count
    unsafe integers.withUnsafeMutableBufferPointer { integers in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe integers.update(repeating: 0)
        for row in rows {
          let line = unsafe UnsafeBufferPointer(rebasing: bytes[row * stride..<(row + 1) * stride])
          for index in 0..<stride { unsafe integers[index] &+= UInt16(line[index]) }
        }
      }
      unsafe channels.withUnsafeMutableBytes { raw in
        let sums = unsafe raw.bindMemory(to: Float.self)
        for index in 0..<stride { unsafe sums[index] += Float(integers[index]) }
      }
    }
  }

  /// Appends the RGBA means over the boxes; `scale` is one over the sum of row weights.
  package func average(over columns: [BoxCoverage], scale: Float, into output: inout [UInt8]) {
    output.append(addingCapacity: columns.count * 4) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        unsafe average(over: columns, scale: scale, into: buffer, at: count)
        count += columns.count * 4
      }
    }
  }

  func average(
    over columns: [BoxCoverage], scale: Float, into output: UnsafeMutableBufferPointer<UInt8>,
    at start: Int
  ) {
    let output = UnsafeMutableRawBufferPointer(output)
    let white = SIMD4<Float>(repeating: 255)
    unsafe channels.withUnsafeBufferPointer { channels in
      for (column, coverage) in columns.enumerated() {
        var sum = unsafe channels[coverage.first] * coverage.firstWeight
        unsafe sum += channels[coverage.last] * coverage.lastWeight
        for index in coverage.whole { unsafe sum += channels[index] }
        // The smallest step of a float below 256, so that halves are rounded up.
        var mean = sum * (coverage.scale * scale) + 0x1p-16
        // Rounding of very many rows may exceed white.
        mean.replace(with: white, where: mean .> white)
        // The lowest bits are those of the nearest integer then. Conversions take twice as long.
        let bits = unsafe unsafeBitCast(mean + 0x1p23, to: SIMD4<UInt32>.self)
        unsafe output.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: bits), toByteOffset: start + column * 4,
          as: SIMD4<UInt8>.self)
      }
    }
  }
}

/// The box filter over some rows of a bitmap: their weighted sum, a number for every channel of every
/// column.
///
/// Every new pixel is the mean of the area that it covers, pixels on its edge counted by the part that
/// lies inside. The loops go over plain memory: with a check of bounds at each channel they would not
/// become vector instructions, and this is the hot place of every tile.
package struct RowSum: Sendable {
  /// Whole rows are added as integers, which is twice as fast; as many as sixteen bits can hold.
  private static let wholeRows = 256
  private static let white = SIMD4<Float>(repeating: 255)

  private var channels: [SIMD4<Float>]
  private var integers: [UInt16]

  /// Makes an empty sum.
  /// - Parameter width: How many pixels a row has.
  package init(width: Int) {
    channels = Array(repeating: .zero, count: width)
    integers = Array(repeating: 0, count: width * 4)
  }

  /// Forgets the rows before and adds those that a box covers.
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

  /// Adds one row, four bytes a pixel.
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

  /// Forgets all rows.
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
          for index in 0..<stride {
            unsafe integers[index] &+= UInt16(line[index])
          }
        }
      }
      unsafe channels.withUnsafeMutableBytes { raw in
        let sums = unsafe raw.bindMemory(to: Float.self)
        for index in 0..<stride {
          unsafe sums[index] += Float(integers[index])
        }
      }
    }
  }

  /// Appends one new row: the means over the boxes, in four bytes a pixel.
  /// - Parameters:
  ///   - columns: The boxes.
  ///   - scale: One over the sum of the weights of the rows.
  ///   - output: Gets the row.
  package func average(over columns: [BoxCoverage], scale: Float, into output: inout [UInt8]) {
    output.append(addingCapacity: columns.count * 4) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, count in
        unsafe average(over: columns, scale: scale, into: buffer, at: count)
        count += columns.count * 4
      }
    }
  }

  /// Writes one new row from a place on.
  func average(
    over columns: [BoxCoverage], scale: Float, into output: UnsafeMutableBufferPointer<UInt8>,
    at start: Int
  ) {
    unsafe channels.withUnsafeBufferPointer { channels in
      for (column, coverage) in columns.enumerated() {
        var sum = unsafe channels[coverage.first] * coverage.firstWeight
        unsafe sum += channels[coverage.last] * coverage.lastWeight
        for index in coverage.whole {
          unsafe sum += channels[index]
        }
        // The sum of very many rows is rounded, perhaps to more than white.
        let mean = pointwiseMin(sum * (coverage.scale * scale) + 0.5, Self.white)
        let place = start + column * 4
        unsafe output.initializeElement(at: place, to: UInt8(mean.x))
        unsafe output.initializeElement(at: place + 1, to: UInt8(mean.y))
        unsafe output.initializeElement(at: place + 2, to: UInt8(mean.z))
        unsafe output.initializeElement(at: place + 3, to: UInt8(mean.w))
      }
    }
  }
}

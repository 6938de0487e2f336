internal import Glibc

/// How two images of the same size differ.
///
/// Computed by bands of rows, on any threads; the sum in the order of the bands is always the same.
package struct PixelDifference: Hashable, Sendable {
  private static let bandHeight = 128

  package private(set) var pixelCount = 0
  package private(set) var differingCount = 0
  /// The largest difference of a channel, 0 to 255.
  package private(set) var largest = 0
  /// The smallest rectangle with all pixels that differ; nil if they are equal.
  package private(set) var area: PixelRect?
  private var squares = 0
  private var alphaSquares = 0
  private var isOpaque = true
  private var similaritySum = 0.0
  private var windowCount = 0

  package static func bands(of size: PixelSize) -> [Range<Int>] {
    stride(from: 0, to: size.height, by: bandHeight).map {
      $0..<min($0 + bandHeight, size.height)
    }
  }

  package init() {}

  /// Compares some rows of two images, which must have one size.
  package init(of one: Bitmap, _ two: Bitmap, rows: Range<Int>) {
    precondition(one.size == two.size, "images of one size are compared")
    pixelCount = rows.count * one.size.width
    for y in rows { add(row: y, of: one, two) }
    let windows = SimilarityWindows(of: one, two, rows: rows)
    (similaritySum, windowCount) = (windows.sum, windows.count)
  }

  package mutating func add(_ other: PixelDifference) {
    pixelCount += other.pixelCount
    differingCount += other.differingCount
    largest = max(largest, other.largest)
    area = area.map { area in other.area.map(area.union) ?? area } ?? other.area
    squares += other.squares
    alphaSquares += other.alphaSquares
    isOpaque = isOpaque && other.isOpaque
    similaritySum += other.similaritySum
    windowCount += other.windowCount
  }

  package var areEqual: Bool { differingCount == 0 }

  /// Peak signal-to-noise ratio in dB: of red, green and blue, and of alpha unless all is opaque;
  /// nil, for infinite, if the images are equal.
  package var psnr: Double? {
    guard !areEqual else { return nil }
    let channels = isOpaque ? 3 : 4
    let mean = Double(squares + alphaSquares) / Double(pixelCount * channels)
    return 10 * log10(255 * 255 / mean)
  }

  /// Structural similarity, at most 1, see ``SimilarityWindows``.
  package var ssim: Double { areEqual ? 1 : similaritySum / Double(max(1, windowCount)) }

  private mutating func add(row y: Int, of one: Bitmap, _ two: Bitmap) {
    let width = one.size.width
    let bytes = y * width * 4..<(y + 1) * width * 4
    let (ones, twos) = (one.bytes.span.extracting(bytes), two.bytes.span.extracting(bytes))
    var (first, last, sum, alphaSum, leastAlpha, most) = (width, -1, 0, 0, UInt8.max, 0)
    for x in 0..<width {
      let start = x * 4
      let alphas = (ones[start + 3], twos[start + 3])
      leastAlpha = min(leastAlpha, alphas.0, alphas.1)
      let red = Int(ones[start]) - Int(twos[start])
      let green = Int(ones[start + 1]) - Int(twos[start + 1])
      let blue = Int(ones[start + 2]) - Int(twos[start + 2])
      let alpha = Int(alphas.0) - Int(alphas.1)
      guard red | green | blue | alpha != 0 else { continue }
      sum += red * red + green * green + blue * blue
      alphaSum += alpha * alpha
      most = max(most, abs(red), abs(green), abs(blue), abs(alpha))
      (first, last) = (min(first, x), x)
      differingCount += 1
    }
    squares += sum
    alphaSquares += alphaSum
    isOpaque = isOpaque && leastAlpha == 255
    largest = max(largest, most)
    guard last >= 0 else { return }
    let row = PixelRect(columns: first..<last + 1, rows: y..<y + 1)
    area = area?.union(row) ?? row
  }
}

/// Structural similarity of luma (Wang, Bovik, Sheikh and Simoncelli, “Image quality assessment:
/// from error visibility to structural similarity”, IEEE Transactions on Image Processing 13(4),
/// 2004; K1 = 0.01, K2 = 0.03), with even windows of 8 by 8 pixels, four apart, in place of the
/// Gaussian ones.
///
/// The last windows end at the edges; the windows of a smaller image are as small.
private struct SimilarityWindows {
  private static let side = 8
  private static let step = 4

  private(set) var sum = 0.0
  private(set) var count = 0

  init(of one: Bitmap, _ two: Bitmap, rows: Range<Int>) {
    let size = one.size
    let (width, height) = (min(Self.side, size.width), min(Self.side, size.height))
    let tops = Self.starts(in: size.height).filter(rows.contains)
    guard let first = tops.first, let last = tops.last, width > 0 else { return }
    let lefts = Self.starts(in: size.width)
    let known = first..<last + height
    let (ones, twos) = (one.luma(of: known), two.luma(of: known))
    for top in tops {
      let columns = Self.columns(
        of: ones, twos, width: size.width, rows: top - first..<top - first + height)
      for left in lefts {
        let total = columns[left..<left + width].reduce(into: Moments()) { $0.add($1) }
        sum += total.similarity(count: width * height)
      }
    }
    count = tops.count * lefts.count
  }

  private static func starts(in length: Int) -> [Int] {
    let last = max(0, length - side)
    let even = Array(stride(from: 0, through: last, by: step))
    return even.last == last ? even : even + [last]
  }

  private static func columns(
    of ones: [UInt8], _ twos: [UInt8], width: Int, rows: Range<Int>
  ) -> [Moments] {
    var columns = [Moments](repeating: Moments(), count: width)
    for row in rows {
      let start = row * width
      for x in 0..<width { columns[x].add(Int32(ones[start + x]), Int32(twos[start + x])) }
    }
    return columns
  }

  /// Sums of two samples' values and of their products.
  private struct Moments {
    var (one, two, squares, products): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)

    mutating func add(_ first: Int32, _ second: Int32) {
      one &+= first
      two &+= second
      squares &+= first &* first &+ second &* second
      products &+= first &* second
    }

    mutating func add(_ other: Moments) {
      one &+= other.one
      two &+= other.two
      squares &+= other.squares
      products &+= other.products
    }

    func similarity(count: Int) -> Double {
      let (c1, c2) = (0.01 * 255 * 0.01 * 255, 0.03 * 255 * 0.03 * 255)
      let count = Double(count)
      let (meanOne, meanTwo) = (Double(one) / count, Double(two) / count)
      let means = meanOne * meanTwo
      let meanSquares = meanOne * meanOne + meanTwo * meanTwo
      let variances = Double(squares) / count - meanSquares
      let covariance = Double(products) / count - means
      return (2 * means + c1) * (2 * covariance + c2) / ((meanSquares + c1) * (variances + c2))
    }
  }
}

extension Bitmap {
  /// Rounded luma (ITU-R BT.601-7, section 2.5.1) of some rows, on black.
  func luma(of rows: Range<Int>) -> [UInt8] {
    let (start, count) = (rows.lowerBound * size.width, rows.count * size.width)
    let bytes = bytes.span
    var luma = [UInt8](repeating: 0, count: count)
    for index in 0..<count {
      let pixel = (start + index) * 4
      let (red, green, blue) = (bytes[pixel], bytes[pixel + 1], bytes[pixel + 2])
      let sum = 299 * UInt32(red) + 587 * UInt32(green) + 114 * UInt32(blue) + 500
      luma[index] = UInt8(truncatingIfNeeded: sum / 1_000)
    }
    return luma
  }
}

extension PixelRect {
  fileprivate func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      columns: min(x, other.x)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(y, other.y)..<max(rows.upperBound, other.rows.upperBound))
  }
}

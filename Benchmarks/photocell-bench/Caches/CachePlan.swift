import Glibc

/// Keys and access orders, the same for all contenders.
struct CachePlan {
  /// The number of keys in a full cache.
  let count: Int
  /// `2 * count` keys of 48 bytes.
  let keys: [String]
  /// The keys stored before, in access order.
  let present: [Int]
  let absent: [Int]
  /// Zipf-distributed accesses with exponent 0.9.
  let mixture: [Int]

  init(count: Int) {
    self.count = count
    keys = (0..<2 * count).map { number in
      let digits = "\(number)"
      return "/home/user/Pictures/2024-06-01/" + String(repeating: "0", count: 13 - digits.count)
        + digits + ".jpg"
    }
    present = (0..<count).shuffled()
    absent = (count..<2 * count).shuffled()
    let popular = (0..<count).shuffled()
    let steps = Self.cumulative(count)
    mixture = (0..<max(100_000, count)).map { _ in
      popular[Self.place(of: .random(in: 0..<1), in: steps)]
    }
  }

  private static func cumulative(_ count: Int) -> [Double] {
    var sum = 0.0
    let sums = (1...count).map { rank -> Double in
      sum += pow(Double(rank), -0.9)
      return sum
    }
    return sums.map { $0 / sum }
  }

  private static func place(of share: Double, in steps: [Double]) -> Int {
    var (low, high) = (0, steps.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle] < share { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A compact histogram of durations, with 16 buckets per power of two of microseconds.
///
/// Quantiles are at most 1/16 too long (the scheme of Gil Tene's HdrHistogram).
package struct DurationHistogram: Hashable, Sendable {
  private static let bucketBits = 4
  private static let maxMicroseconds = UInt64(1) << 40

  private var counts: [UInt32] = []
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ duration: Duration) {
    let bucket = Self.bucket(of: duration)
    while counts.count <= bucket { counts.append(0) }
    counts[bucket] &+= 1
    count += 1
  }

  /// An upper bound for a fraction of the durations, from 0 to 1; nil if empty.
  package func quantile(_ share: Double) -> Duration? {
    var rest = max(1, (Double(count) * share).rounded(.up))
    for (bucket, count) in counts.enumerated() {
      rest -= Double(count)
      if count > 0, rest <= 0 { return Self.end(of: bucket) }
    }
    return nil
  }

  private static func bucket(of duration: Duration) -> Int {
    let time = min(maxMicroseconds, UInt64(clamping: duration.attoseconds / 1_000_000_000_000))
    guard time >= 1 << bucketBits else { return Int(time) }
    let shift = UInt64.bitWidth - 1 - time.leadingZeroBitCount - bucketBits
    return (shift + 1) << bucketBits + Int(time >> shift) - 1 << bucketBits
  }

  private static func end(of bucket: Int) -> Duration {
    guard bucket >= 1 << bucketBits else { return .microseconds(bucket) }
    let shift = bucket >> bucketBits - 1
    let start = (UInt64(bucket & (1 << bucketBits - 1)) + 1 << bucketBits) << UInt64(shift)
    return .microseconds(start + (1 << UInt64(shift)) - 1)
  }
}

struct Row {
  enum Verdict: String {
    case kept
    case missed
    case reported = "-"

    init(isKept: Bool) {
      self = isKept ? .kept : .missed
    }
  }

  let what: String
  let measured: String
  /// What was measured in the same run for comparison.
  var peer = "-"
  var ratio = "-"
  var target = "-"
  var verdict = Verdict.reported

  var fields: [String] { [what, measured, peer, ratio, target, verdict.rawValue] }

  static let titles = ["what", "measured", "floor or peer", "ratio", "target", "verdict"]
}

extension Row {
  /// The median time beside that of a peer, measured alternately; `limit` is the maximum ratio.
  init(_ what: String, _ samples: Samples, beside peer: (String, Samples), limit: Double? = nil) {
    let ratio = samples.ratio(to: peer.1)
    self.init(
      what: what, measured: samples.median.text, peer: "\(peer.0): \(peer.1.median.text)",
      ratio: ratio.text(places: 2), target: limit.map { "< \($0.text(places: 2))" } ?? "-",
      verdict: limit.map { Verdict(isKept: ratio < $0) } ?? .reported)
  }

  init(_ what: String, _ time: Duration, limit: Duration? = nil, peer: String = "-") {
    self.init(
      what: what, measured: time.text, peer: peer,
      ratio: limit.map { "\((time / $0).text(places: 2)) of limit" } ?? "-",
      target: limit.map { "< \($0.text)" } ?? "-",
      verdict: limit.map { Verdict(isKept: time < $0) } ?? .reported)
  }
}

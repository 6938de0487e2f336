/// One line of the table.
struct Row {
  /// How the measured number stands to its target.
  enum Verdict: String {
    case kept
    case missed
    /// There is no target.
    case reported = "-"

    init(isKept: Bool) {
      self = isKept ? .kept : .missed
    }
  }

  let what: String
  let measured: String
  /// What was measured beside it in the same run.
  var peer = "-"
  var ratio = "-"
  var target = "-"
  var verdict = Verdict.reported

  /// The texts of the columns.
  var fields: [String] { [what, measured, peer, ratio, target, verdict.rawValue] }

  /// The titles of the columns.
  static let titles = ["what", "measured", "floor or peer", "ratio", "target", "verdict"]
}

extension Row {
  /// A time beside that of a peer.
  /// - Parameters:
  ///   - what: What was measured.
  ///   - samples: The times; their median counts.
  ///   - peer: What was measured in turns with it, and its times.
  ///   - limit: The highest ratio that is good; nil where there is no target.
  init(_ what: String, _ samples: Samples, beside peer: (String, Samples), limit: Double? = nil) {
    let ratio = samples.ratio(to: peer.1)
    self.init(
      what: what, measured: samples.median.text, peer: "\(peer.0): \(peer.1.median.text)",
      ratio: ratio.text(places: 2), target: limit.map { "< \($0.text(places: 2))" } ?? "-",
      verdict: limit.map { Verdict(isKept: ratio < $0) } ?? .reported)
  }

  /// A time that has a limit of its own.
  init(_ what: String, _ time: Duration, limit: Duration? = nil, peer: String = "-") {
    self.init(
      what: what, measured: time.text, peer: peer,
      ratio: limit.map { "\((time / $0).text(places: 2)) of limit" } ?? "-",
      target: limit.map { "< \($0.text)" } ?? "-",
      verdict: limit.map { Verdict(isKept: time < $0) } ?? .reported)
  }
}

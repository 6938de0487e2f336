package enum RatingChange: Hashable, Sendable {
  /// 0 to 5.
  case stars(Int)
  case label(CullingLabel?)
  case pick
  /// Also removes the stars.
  case reject
  case neither

  package var isLabel: Bool { if case .label = self { true } else { false } }

  package var noun: String {
    switch self {
    case .stars: "rating"
    case .label: "label"
    case .pick, .reject, .neither: "flag"
    }
  }

  /// The changes to a sidecar, given rating and label, nil for none; empty if nothing changes.
  ///
  /// A flag of another program (`hasForeignFlag`) stays in the sidecar, but must no longer count.
  func changes(rating: Int?, label: String?, hasForeignFlag: Bool = false) -> SidecarChanges {
    // A label in the photo's own file would reappear if the sidecar had none.
    switch self {
    case .stars(0) where rating == nil: [:]
    case .stars(let count): [.rating: .set("\(count)")]
    case .label(nil) where label == nil: [:]
    case .label(let label): [.label: .set(label?.name ?? "")]
    case .pick where rating == -1: [.rating: .set("0"), .pick: .set("1")]
    case .pick: [.pick: .set("1")]
    case .reject: [.rating: .set("-1"), .pick: hasForeignFlag ? .set("0") : .remove]
    case .neither where rating == -1:
      [.rating: .set("0"), .pick: hasForeignFlag ? .set("0") : .remove]
    case .neither: [.pick: hasForeignFlag ? .set("0") : .remove]
    }
  }
}

extension RatingChange: CustomStringConvertible {
  /// The result: `★★★`, `without stars`, `labelled Red`, `picked`.
  package var description: String {
    switch self {
    case .stars(0): "without stars"
    case .stars(let count): String(repeating: "★", count: count)
    case .label(nil): "without label"
    case .label(let label?): "labelled \(label.name)"
    case .pick: "picked"
    case .reject: "rejected"
    case .neither: "unflagged"
    }
  }
}

package enum CullingLabel: String, CaseIterable, Hashable, Sendable {
  case red, yellow, green, blue, purple

  /// As in English versions of Lightroom and Bridge.
  package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }
}

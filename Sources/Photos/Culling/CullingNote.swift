/// What somebody says of a photo while choosing among many.
package enum CullingNote: Hashable, Sendable {
  /// So many stars, from 0 to 5.
  case stars(Int)
  /// A colour; nil takes it away.
  case label(CullingLabel?)
  /// It is picked.
  case pick
  /// It is rejected, and so has no stars.
  case reject
  /// It is neither picked nor rejected.
  case neither

  /// Whether it is about the label.
  package var isLabel: Bool { if case .label = self { true } else { false } }

  /// What becomes of a sidecar.
  /// - Parameters:
  ///   - rating: What the photo is rated, by its sidecar or by its own file; nil where neither says.
  ///   - label: The name of its label; nil where neither says.
  ///   - hasForeignFlag: Whether another program has flagged it, which stays in the sidecar and counts no more then.
  /// - Returns: Nothing where the photo is as it should be, since nobody has said more of it.
  func changes(rating: Int?, label: String?, hasForeignFlag: Bool = false) -> SidecarChanges {
    var changes = changes(rating: rating, label: label)
    switch self {
    // Stars and labels say nothing of flags.
    case .stars, .label, .pick: break
    case .reject, .neither: if hasForeignFlag { changes[.pick] = .set("0") }
    }
    return changes
  }

  private func changes(rating: Int?, label: String?) -> SidecarChanges {
    switch self {
    case .stars(0) where rating == nil: [:]
    case .stars(let count): [.rating: .set("\(count)")]
    case .label(nil) where label == nil: [:]
    // A label that the photo's own file has would come back.
    case .label(let label): [.label: .set(label?.name ?? "")]
    case .pick where rating == -1: [.rating: .set("0"), .pick: .set("1")]
    case .pick: [.pick: .set("1")]
    case .reject: [.rating: .set("-1"), .pick: .remove]
    case .neither where rating == -1: [.rating: .set("0"), .pick: .remove]
    case .neither: [.pick: .remove]
    }
  }
}

extension CullingNote: CustomStringConvertible {
  /// What it makes of a photo: `★★★`, `no stars`, `label Red`, `picked`.
  package var description: String {
    switch self {
    case .stars(0): "no stars"
    case .stars(let count): String(repeating: "★", count: count)
    case .label(nil): "no label"
    case .label(let label?): "label \(label.name)"
    case .pick: "picked"
    case .reject: "rejected"
    case .neither: "neither picked nor rejected"
    }
  }
}

/// A colour by which photos are told apart.
package enum CullingLabel: String, CaseIterable, Hashable, Sendable {
  case red, yellow, green, blue, purple

  /// Its name as Lightroom and Bridge write it in English.
  package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Finds the colour of a label by its English name in either case; nil for any other text.
  package init?(name: String) {
    self.init(rawValue: name.lowercased())
  }
}

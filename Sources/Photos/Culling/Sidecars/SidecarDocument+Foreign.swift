internal import XML

/// What other programs have noted in vocabularies of their own, which are read and never written.
extension SidecarDocument {
  /// A flag of another program.
  enum ForeignFlag: Hashable, Sendable {
    case picked
    case rejected
  }

  /// The name of the label that darktable or digiKam has given the photo; nil where neither has.
  ///
  /// darktable has a list of numbers (`dt_colorlabels_enum`), of which the first counts, and digiKam one
  /// (`Digikam::ColorLabel`).
  var foreignLabel: String? {
    let number = value(.digiKam, "ColorLabel").flatMap { Int($0) }
    if let name = number.flatMap({ Self.name($0 - 1, in: Self.digiKamLabels) }) { return name }
    for part in descriptions {
      guard let list = part.child(.darktable, "colorlabels") else { continue }
      let items = list.children.flatMap { $0.children(.rdf, "li") }
      for number in items.compactMap({ Int(String(decoding: $0.text, as: UTF8.self)) }) {
        if let name = Self.name(number, in: Self.darktableLabels) { return name }
      }
    }
    return nil
  }

  /// The flag that digiKam has given the photo (`Digikam::PickLabel`); nil where it has given none, or it is to be
  /// decided yet.
  var foreignFlag: ForeignFlag? {
    switch value(.digiKam, "PickLabel") {
    case "1": .rejected
    case "3": .picked
    default: nil
    }
  }

  private static let darktableLabels = ["Red", "Yellow", "Green", "Blue", "Purple"]
  private static let digiKamLabels = [
    "Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White",
  ]

  private static func name(_ number: Int, in names: [String]) -> String? {
    names.indices.contains(number) ? names[number] : nil
  }
}

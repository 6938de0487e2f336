internal import Base

/// Labels and flags in vocabularies of other programs, which are read but never written.
extension SidecarDocument {
  enum ForeignFlag: Hashable, Sendable {
    case picked
    case rejected
  }

  /// Label by darktable (the first of its list of `dt_colorlabels_enum`) or digiKam
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

  /// Flag by digiKam (`Digikam::PickLabel`); nil if none or pending.
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

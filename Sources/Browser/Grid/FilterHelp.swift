import Photos

nonisolated enum FilterHelp {
  static let notes =
    words
    + fields.map { field in
      let others = field.examples.dropFirst().joined(separator: ", ")
      return (
        topic: field.examples[0], text: field.text + (others.isEmpty ? "" : " (\(others))")
      )
    }

  static let words: [(topic: String, text: String)] = [
    (
      "lake 2024",
      "names with l, a, k, e in this order and 2024; case and accents only if typed"
    ),
    ("'lake ^img jpg$", "exactly lake, img at the start, jpg at the end"),
    ("!raw png|gif", "not raw; png or gif; \\ or quotes for special characters"),
  ]

  static let fields = FilterField.allCases.map { (examples: $0.examples, text: $0.summary) }
}

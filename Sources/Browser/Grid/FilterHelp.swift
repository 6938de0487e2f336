import Photos

nonisolated enum FilterHelp {
  static let notes = words + fields.map { (topic: $0.examples[0], text: $0.text) }

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

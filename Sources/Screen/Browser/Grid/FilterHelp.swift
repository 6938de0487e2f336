/// What the help says of the language of filters and searches.
enum FilterHelp {
  /// What is written, and what it finds.
  static let notes: [(topic: String, text: String)] = [
    (
      "lake 2024",
      "names with l, a, k, e in this order, and 2024; capitals and accents only if typed"
    ),
    ("'lake ^img jpg$", "lake as it stands, img at the beginning, jpg at the end"),
    ("!raw png|gif", "not raw; png or gif; a backslash or quotes take what follows as it stands"),
    ("size:>2MB", "also 300kB-2MB; kind:raw ext:jpg folder:italy marked"),
    ("date:2024-05", "by the date taken; also before: after: year:2019-2024 month:6-8"),
    ("camera:nikon", "lens:50mm iso:200-400 f:1.4-2.8 mm:24-70 mp:>12 rating:>=3 label:red"),
    ("flag:picked", "also flag:rejected flag:none; portrait landscape square"),
  ]
}

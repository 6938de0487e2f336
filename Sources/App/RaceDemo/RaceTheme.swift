import Browser
import Imaging

/// The looks of the demo, from those of the theme.
struct RaceTheme {
  let bar, chapter, text, heading, late, shown, quiet, code, placeholder: Glyph

  init(_ styles: Styles) {
    bar = styles[.status]
    chapter = styles[.key]
    text = styles[.text]
    heading = styles[.key]
    var late = styles[.failure]
    late.style.insert(.bold)
    self.late = late
    shown = styles[.bar]
    quiet = styles[.quiet]
    code = styles[.key]
    placeholder = styles[.placeholder, "·"]
  }
}

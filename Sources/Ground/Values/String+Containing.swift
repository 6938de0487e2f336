extension String {
  /// Whether a text stands somewhere in this one, byte by byte.
  ///
  /// The library's own `contains` brings its regular expressions with it: 0.7 MB in each decoder.
  package func contains(text: String) -> Bool {
    let (bytes, wanted) = (utf8, text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) } || wanted.isEmpty
  }
}

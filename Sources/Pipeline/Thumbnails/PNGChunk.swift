/// One chunk of a PNG (W3C PNG, section 5.3).
struct PNGChunk {
  /// The four letters of its type.
  let type: ArraySlice<UInt8>
  /// What it holds.
  let data: ArraySlice<UInt8>

  func isOf(type name: String) -> Bool {
    type.elementsEqual(name.utf8)
  }
}

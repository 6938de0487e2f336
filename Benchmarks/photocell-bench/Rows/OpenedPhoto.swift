import Imaging

/// Starting with a photo in a folder of many, and with a single one.
struct OpenedPhoto {
  private static let repeats = 15
  private static let count = 24
  private static let limit = 1.1

  let stage: Stage

  func rows() throws(BenchError) -> [Row] {
    let (folder, alone) = (try stage.folder("among"), try stage.folder("alone"))
    try PhotoFolder(stage).write(Self.count, of: PixelSize(width: 4000, height: 3000), to: folder)
    try Workshop.write(try Workshop.read("\(folder)/IMG_1.jpg"), to: "\(alone)/IMG_1.jpg")
    _ = try time(of: alone)
    var (among, by) = (Samples(), Samples())
    for _ in 0..<Self.repeats {
      among.add(try time(of: folder))
      by.add(try time(of: alone))
    }
    return [
      Row(
        "a photo of 12 MP opened among 24: last byte", among, beside: ("alone", by),
        limit: Self.limit)
    ]
  }

  /// From the start of the program to the last byte of its first photo.
  private func time(of folder: String) throws(BenchError) -> Duration {
    var played = try PlayedProgram(stage.photocell(["\(folder)/IMG_1.jpg"]), as: .kitty)
    try played.read(until: "the photo") { $0.wholePictures.count == 1 }
    guard let last = played.lastPicture else { throw .silent("any picture") }
    return played.time(to: last)
  }
}

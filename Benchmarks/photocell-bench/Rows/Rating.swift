import Imaging

/// Rating large photos in the viewer of a simulated kitty; each key shows the next photo.
enum Rating: Benchmarking {
  static let name = "rating"
  private static let photo = PixelSize(width: 6000, height: 4000)
  private static let count = 61
  private static let limit = Duration.milliseconds(60)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("rated-photos")
    defer { Workshop.remove(folder) }
    try PhotoFolder(stage).write(count, of: photo, to: folder)
    var viewed = try ViewedPhotos.opened(by: stage.photocell([folder]))
    viewed.played.type("K")
    var (pictures, words) = (Samples(), Samples())
    for number in 1..<count {
      // Wait until the next one is preloaded.
      viewed.played.readUntilQuiet(for: .seconds(1))
      let (picture, all) = try viewed.rate(by: "\(number % 6)")
      pictures.add(picture)
      words.add(all)
    }
    return [
      Row(
        "a rating, and the next photo of 24 MP, loaded ahead: its picture, p99",
        pictures.percentile(0.99), limit: limit),
      Row("  median", pictures.median),
      Row("  until it says that the rating is on the disk, p99", words.percentile(0.99)),
      Row("  median", words.median),
    ]
  }
}

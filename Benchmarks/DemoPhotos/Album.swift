internal import Imaging

/// The demo photos.
///
/// Hues go round the colour circle in steps of about 105 degrees, so that neighbours in a grid of
/// two to six columns differ; light and dark alternate as the hours of the day do.
enum Album {
  static let photos: [DemoPhoto] = [
    photo(1, "alpine-lake", .alpineLake, .landscape, .topLeft, .day("2021:07:14 06:12:44")),
    photo(2, "summer-storm", .summerStorm, .classic, .topLeft, .dusk("2022:08:03 21:37:09")),
    photo(3, "savanna", .savanna, .panorama, .topLeft, .tele("2019:09:21 18:02:31")),
    photo(4, "jungle-falls", .jungleFalls, .portrait, .rightTop, .day("2023:02:11 11:48:00")),
    photo(5, "galaxy", .galaxy, .landscape, .topLeft, .night("2020:08:12 01:25:53")),
    photo(6, "red-mesas", .redMesas, .landscape, .bottomRight, .tele("2024:05:30 19:51:16")),
    photo(7, "rice-terraces", .riceTerraces, .portrait, .leftBottom, .day("2019:06:08 07:20:38")),
    photo(8, "winter-wood", .winterWood, .classic, .topLeft, .pocket("2025:01:19 10:05:27")),
    photo(9, "cherry-lake", .cherryLake, .landscape, .topRight, .pocket("2022:04:07 09:33:12")),
    photo(10, "rapeseed", .rapeseed, .landscape, .topLeft, .day("2024:05:04 14:16:45")),
    photo(11, "lagoon", .lagoon, .portrait, .rightTop, .pocket("2020:01:26 12:40:59")),
    photo(12, "lavender", .lavender, .landscape, .topLeft, .dusk("2023:07:02 20:58:03")),
    photo(13, "slot-canyon", .slotCanyon, .portrait, .leftTop, .day("2021:10:17 11:59:30")),
    photo(14, "misty-firs", .mistyFirs, .landscape, .topLeft, .tele("2022:11:05 08:14:22")),
    photo(15, "moonlit-sea", .moonlitSea, .classic, .bottomLeft, .night("2019:12:12 22:31:47")),
    photo(16, "rose-peaks", .rosePeaks, .landscape, .topLeft, .tele("2025:03:09 06:49:11")),
    photo(17, "cypress-hills", .cypressHills, .classic, .topLeft, .day("2020:05:16 17:22:35")),
    photo(18, "icebergs", .icebergs, .landscape, .rightTop, .tele("2024:02:02 13:07:50")),
    photo(19, "balloons", .balloons, .portrait, .rightBottom, .day("2021:09:25 06:38:19")),
    photo(20, "dunes", .dunes, .landscape, .topLeft, .tele("2023:11:28 17:03:04")),
    photo(21, "aurora", .aurora, .portrait, .leftBottom, .night("2025:02:27 23:11:36")),
    photo(22, "karst-bay", .karstBay, .panorama, .topLeft, .dusk("2019:03:18 18:44:08")),
    photo(23, "volcano", .volcano, .landscape, .topLeft, .night("2022:06:21 03:56:40")),
    photo(24, "rainbow", .rainbow, .landscape, .bottomRight, .pocket("2025:06:14 16:29:55")),
  ]

  /// One photo; those with even numbers carry a thumbnail, upright and turned ones alike.
  private static func photo(
    _ number: Int, _ title: String, _ landscape: Landscape, _ shape: PhotoShape,
    _ orientation: Orientation, _ shot: Shot
  ) -> DemoPhoto {
    DemoPhoto(
      number: number, title: title, landscape: landscape, shape: shape, orientation: orientation,
      shot: shot, hasThumbnail: number.isMultiple(of: 2))
  }
}

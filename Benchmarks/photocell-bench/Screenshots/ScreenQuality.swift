import Glibc
import ImagePipeline
import Imaging
import Photos

/// Measures how well a displayed grid matches its photos as scaled by libvips.
///
/// Positions follow from the grid's layout, and are searched within a cell, as terminals may leave
/// a margin.
struct ScreenQuality {
  /// The path of the screenshot, a pixmap.
  let screenshot: String
  /// The path of the output of `ScreenTask.window`.
  let window: String
  /// The path of a list in grid order: displayed width and height in pixels, and the photo's path.
  let photos: String
  let folder: String

  /// The target for pixels, in decibels; symbols reach 22.5.
  private static let goal = 32.0

  /// Prints each photo's similarity and the median; returns whether that meets the goal.
  func measure() throws(BenchError) -> Bool {
    let screen = try Pixmap(screenshot)
    let numbers = try words(of: window).joined().compactMap { Int($0) }
    let lines = try words(of: photos)
    guard numbers.count == 4, numbers.allSatisfy({ $0 > 0 }), !lines.isEmpty else {
      throw .file(window, errno: 0)
    }
    let places = ScreenPlaces(
      cells: CellSize(columns: numbers[0], rows: numbers[1]),
      pixels: PixelSize(width: numbers[2], height: numbers[3]), screen: screen.size,
      count: lines.count)
    var likenesses: [Double] = []
    for (index, line) in lines.enumerated() {
      guard line.count >= 3, let width = Int(line[0]), let height = Int(line[1]) else {
        throw .file(photos, errno: 0)
      }
      let place = places.place(of: PixelSize(width: width, height: height), at: index)
      let path = line.dropFirst(2).joined(separator: " ")
      let found = try search(path, place, within: places.cell, on: screen)
      print("\(path.split(separator: "/").last ?? ""): \(found.text)")
      likenesses.append(found.decibels)
    }
    likenesses.sort()
    let median = likenesses[likenesses.count / 2]
    print(
      "median \(median.text(places: 1)) dB of \(likenesses.count) photos,",
      "\(likenesses[0].text(places: 1)) to \(likenesses[likenesses.count - 1].text(places: 1));",
      "pixels: over \(Int(Self.goal))")
    return median > Self.goal
  }

  private func words(of path: String) throws(BenchError) -> [[String]] {
    String(decoding: try Workshop.read(path), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
  }

  private struct Found {
    var difference = Int.max
    var offset = (x: 0, y: 0)
    let size: PixelSize

    /// The peak signal-to-noise ratio.
    var decibels: Double {
      let mean = Double(difference) / Double(size.area * 3)
      return mean > 0 ? 10 * log10(255 * 255 / mean) : 99
    }

    var text: String {
      "\(decibels.text(places: 1)) dB, \(size), \(offset.x) right and \(offset.y) below"
    }
  }

  private func search(
    _ path: String, _ place: ScreenPlaces.Place, within reach: PixelSize, on screen: Pixmap
  ) throws(BenchError) -> Found {
    let scaled = "\(folder)/scaled.ppm"
    try Launch(
      arguments: [
        "vips", "thumbnail", path, scaled, "\(place.size.width)", "--height",
        "\(place.size.height)", "--size", "force",
      ]
    ).run()
    let photo = try Pixmap(scaled)
    var found = Found(size: photo.size)
    for y in -reach.height...reach.height {
      for x in -reach.width...reach.width {
        let difference = screen.difference(
          to: photo, left: place.left + x, top: place.top + y, limit: found.difference)
        if difference < found.difference { (found.difference, found.offset) = (difference, (x, y)) }
      }
    }
    return found
  }
}

struct ScreenPlaces {
  struct Place {
    let left: Int
    let top: Int
    let size: PixelSize
  }

  let cell: PixelSize
  private let layout: GridLayout
  private let margin: PixelSize

  /// Lays out a grid of `count` photos; the terminal fills the screen except for a margin.
  init(cells: CellSize, pixels: PixelSize, screen: PixelSize, count: Int) {
    cell = PixelSize(width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    let aspect = Double(cell.width) / Double(cell.height)
    let area = CellSize(columns: cells.columns, rows: cells.rows - 1)
    let usual = GridLayout.defaultColumns(width: area.columns)
    let columns = GridLayout.columns(showingAll: count, in: area, cellAspect: aspect) ?? usual
    layout = GridLayout(area: area, columns: columns, cellAspect: aspect)
    margin = PixelSize(
      width: max(0, screen.width - cells.columns * cell.width) / 2,
      height: max(0, screen.height - cells.rows * cell.height) / 2)
  }

  func place(of photo: PixelSize, at index: Int) -> Place {
    let symbols = TileForm(symbols: .half, colors: .direct).characters
    let form = TileForm.pixels(PixelForm(encoding: .rgb, cell: cell, characters: symbols))
    let pixel = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 255])
    let tile = TileRenderer().tile(
      from: pixel, pictureSize: photo, fitting: layout.picture, form: form)
    var room = layout.frame(inRow: index / layout.columns, column: index % layout.columns)
    room.size.rows -= 1
    let frame = room.centred(tile.size)
    let whole = PixelSize(
      width: tile.size.columns * cell.width, height: tile.size.rows * cell.height)
    guard case .pixels(let picture) = tile.content else {
      return Place(left: 0, top: 0, size: whole)
    }
    return Place(
      left: margin.width + frame.origin.column * cell.width
        + (whole.width - picture.pixels.width) / 2,
      top: margin.height + frame.origin.row * cell.height
        + (whole.height - picture.pixels.height) / 2,
      size: picture.pixels)
  }
}

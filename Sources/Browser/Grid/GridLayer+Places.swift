import Photos

extension GridLayer {
  /// Selects a photo by its number from 1, by the date it was taken, or by name.
  package func go(to place: String) -> LayerOutcome {
    guard !grid.isEmpty else { return .ignored }
    if let number = Int(place) {
      guard (1...grid.arrangement.count).contains(number) else {
        return .said(
          "there are \(grid.arrangement.count) \(grid.arrangement.folders.isEmpty ? "photos" : "folders and photos") here"
        )
      }
      grid.select(number - 1)
      return .handled
    }
    let day = Filter("date:\(place)")
    guard let index = grid.index(ofFirst: day.problems.isEmpty ? day : Filter(named: place)) else {
      return .said("no command here, and no photo, is called \(place)")
    }
    grid.select(index)
    return .handled
  }
}

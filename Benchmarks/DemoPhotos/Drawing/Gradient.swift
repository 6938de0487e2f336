/// Colours along a line, smooth in between: written as places and colours, the places rising.
struct Gradient: Sendable, ExpressibleByDictionaryLiteral {
  private let stops: [(place: Double, light: Light)]

  init(dictionaryLiteral elements: (Double, Light)...) {
    stops = elements
  }

  /// The colour at a place; the first or the last colour outside.
  func light(at place: Double) -> Light {
    guard var before = stops.first else { return 0x000000 }
    for stop in stops {
      if place < stop.place {
        guard stop.place > before.place else { return stop.light }
        return before.light.mixed(with: stop.light, place.ramp(before.place, stop.place))
      }
      before = stop
    }
    return before.light
  }
}

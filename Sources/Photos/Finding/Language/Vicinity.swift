import Catalogs
import Glibc
import Imaging

/// A circle that a filter accepts: `48.85,2.29/2km`, `this/500m`; one kilometre if only the centre is
/// given.
package struct Vicinity: Hashable, Sendable {
  enum Center: Hashable, Sendable {
    case position(GeoPosition)
    /// A photo, whose position may not have been read yet; nil without a selected photo.
    case photo(PhotoID?)
  }

  let center: Center
  /// In metres.
  let radius: Double

  private static let earthRadius = 6_371_008.8
  private static let units: [(suffix: String, metres: Double)] = [("km", 1000), ("m", 1)]

  /// `this` is the selected photo.
  init?(parsing text: Substring, this: PhotoID?) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let place = parts.first, let radius = parts.count > 1 ? Self.metres(parts[1]) : 1000
    else {
      return nil
    }
    self.radius = radius
    guard place.lowercased() != "this" else {
      center = .photo(this)
      return
    }
    let numbers = place.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      let position = GeoPosition(latitude: latitude, longitude: longitude)
    else { return nil }
    center = .position(position)
  }

  private static func metres(_ text: Substring) -> Double? {
    let text = text.lowercased()
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let number = Double(text.dropLast(unit.suffix.count)), number > 0, number.isFinite
    else { return nil }
    return number * unit.metres
  }

  /// Whether a position is within the radius of another, on a sphere.
  func contains(_ position: GeoPosition, from center: GeoPosition) -> Bool {
    let rise = (position.latitude - center.latitude).radians
    guard abs(rise) * Self.earthRadius <= radius else { return false }
    let turn = (position.longitude - center.longitude).radians
    let scale = cos(position.latitude.radians) * cos(center.latitude.radians)
    let chord = pow(sin(rise / 2), 2) + scale * pow(sin(turn / 2), 2)
    return 2 * asin(min(1, chord.squareRoot())) * Self.earthRadius <= radius
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}

/// A camera that nobody makes, with its lens.
struct Camera: Hashable, Sendable {
  var make: String
  var model: String
  var lens: String

  static let fieldmate = Camera(
    make: "Petrelwerk", model: "Fieldmate 20", lens: "Petrelwerk 24-70mm f/4")
  static let pocket = Camera(
    make: "Fennimore", model: "Pocket 35 II", lens: "Fennimore 28mm f/2.8")
  static let northlight = Camera(
    make: "Northlight Works", model: "NL-7", lens: "Northlight 20mm f/1.8")
  static let meridian = Camera(
    make: "Oriel & Daughters", model: "Meridian Six", lens: "Oriel 70-200mm f/4")
}

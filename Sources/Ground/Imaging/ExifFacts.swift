/// A camera as people call it: its model, after its maker where the model does not name it.
package struct CameraName {
  private let make: String
  private let model: String

  /// Takes the texts of EXIF's Make and Model, as a file has them; both may be empty or nonsense.
  package init(make: String, model: String) {
    self.make = Self.trimmed(make)
    self.model = Self.trimmed(model)
  }

  /// `NIKON D70`, `SONY ILCE-7M3`; nil where neither is said.
  package var text: String? {
    let words = make.split(separator: " ").map { $0.lowercased() }
    let isNamed = words.contains { !$0.isEmpty && model.lowercased().hasPrefix($0) }
    let parts = (isNamed ? [model] : [make, model]).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Cameras fill their fields with spaces.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}

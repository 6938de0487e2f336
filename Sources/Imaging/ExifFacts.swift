/// The camera's model, preceded by the maker unless the model contains it.
package struct CameraName {
  private let make, model: String

  /// Takes the texts of EXIF's Make and Model; both may be empty or invalid.
  package init(make: String, model: String) {
    self.make = Self.trimmed(make)
    self.model = Self.trimmed(model)
  }

  package var text: String? {
    let words = make.split(separator: " ").map { $0.lowercased() }
    let isNamed = words.contains { !$0.isEmpty && model.lowercased().hasPrefix($0) }
    let parts = (isNamed ? [model] : [make, model]).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}

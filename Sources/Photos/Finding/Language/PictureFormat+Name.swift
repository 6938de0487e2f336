internal import Imaging

extension PictureFormat {
  /// The formats with a lowercase name, file extension or `raw`; without a match, those with that
  /// prefix.
  static func all(named name: String) -> Set<PictureFormat> {
    let named = allCases.filter { $0.names.contains(name) }
    guard named.isEmpty else { return Set(named) }
    return Set(allCases.filter { $0.names.contains { $0.hasPrefix(name) } })
  }

  private var names: [String] {
    let name = descriptor.name.lowercased().filter { $0 != " " }
    return [name] + (descriptor.isRaw ? ["raw"] : []) + descriptor.extensions
  }
}

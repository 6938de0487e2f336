import ArgumentParser
import Configuration
import ImagePipeline
import Imaging
import Photos
import SharedTier

extension Setting {
  private static let looking: Set<String> = ["browse", "apod"]
  private static let listing = looking.union(["sheet", "export", "duplicates"])
  private static let printing: Set<String> = ["browse", "apod", "sheet"]
  private static let loading = printing.union(["preview"])
  private static let drawing = loading.union(["compare"])
  private static let appearing = looking.union(["compare"])
  private static let sharing = drawing.union(["warm", "doctor"])

  /// In the order of the printed file and the manual.
  static let all: [Setting] = [
    name(
      "images", of: ImagesOption.self, "a form of pictures", "auto",
      "Image protocol; auto takes the best that the terminal reports.", for: drawing),
    name(
      "symbols", of: SymbolSet.self, "a set of symbols", "sextants", isUsual: false,
      "Characters to draw images with.", for: drawing),
    name(
      "color", of: ColorDepth.self, "a number of colours", "truecolor", isUsual: false,
      "Number of colours. NO_COLOR overrides it.", for: drawing, besides: "NO_COLOR"),
    text(
      "bandwidth", "bytes a second such as “1MB”", "1MB", isUsual: false,
      "Bytes per second to the terminal; measured if not set.", for: drawing
    ) { (try? OptionValue.byteRate($0)) != nil },
    name(
      "sort", of: SortOption.self, "an order", "given",
      "Order of photos. “random:42” repeats a random order.", for: looking),
    flag("reverse", false, "Reverse the order.", for: looking),
    name(
      "group", of: PhotoGrouping.self, "a grouping", "none",
      "Groups of photos, each under a heading.", for: looking),
    flag("pairs", true, "Treat a raw file and its JPEG as one photo.", for: listing),
    flag("videos", true, "Include videos.", for: listing),
    name(
      "caption", of: PhotoCaption.self, "a caption", "name", "Caption below each photo.",
      for: looking),
    text(
      "zoom", "a number from -100 to 100 such as “2”", "0",
      "Larger cells: that many columns fewer; \"-2\" for smaller ones.", for: looking
    ) { Int($0).map { (-100...100).contains($0) } ?? false },
    flag("recursive", false, "Include the photos of all subfolders.", for: ["browse", "sheet"]),
    flag("watch", true, "Watch shown folders for changes.", for: ["browse"]),
    name(
      "background", of: ViewerBackground.self, "a background", "terminal",
      "Background of the viewer and of transparent photos.", for: looking),
    time(
      "slideshow", "5s", isUsual: false, "Start a slideshow with this time per photo.",
      for: looking),
    flag(
      "auto-advance", true, "Go to the next photo after rating one in culling mode.", for: looking),
    flag("motion", true, "Allow animations, slideshows and counting numbers.", for: appearing),
    flag("cursor", false, "Show the terminal's cursor at the selection.", for: appearing),
    flag(
      "plain", false, "Print plain lines of text, for screen readers and braille displays.",
      for: appearing),
    number(
      "export-long-side", option: "long-side", "2048", in: ExportOptions.sides,
      "Longest side of exported photos in pixels; that of the photo if not set."),
    name(
      "export-format", option: "format", of: WrittenFormat.self, "a format", "jpeg",
      isUsual: false, "Format of exported photos; JPEG, PNG and WebP keep theirs if not set.",
      for: ["export"]),
    number(
      "export-quality", option: "quality", "90", in: ExportOptions.qualities,
      "Quality of exported photos."),
    name(
      "export-profile", option: "profile", of: ExportSettings.Profile.self, "srgb or display-p3",
      "srgb", isUsual: false, "Colour profile of exported photos.", for: ["export"]),
    name(
      "export-metadata", option: "metadata", of: ExportSettings.Metadata.self,
      "all, private or none", "all", "Metadata of exported photos; private has no position.",
      for: ["export"]),
    Setting(
      "export-sidecars", .flag(on: "--sidecars", off: "--no-sidecars"), "true",
      "Write ratings, keywords and texts of sidecars into exported photos.", for: ["export"]),
    text(
      "export-name", option: "name", "a pattern such as “{date:%Y}/{name}”", "{name}{ext}",
      isUsual: false, "Folders and names of exported photos.", for: ["export"]
    ) { (try? ExportOptions.pattern($0)) != nil },
    flag("cache", true, "Use the memory cache.", for: looking),
    size("memory-cache", "128MB", "Memory for cached images.", for: looking),
    time("ttl", "10m", "How long an image stays cached after its last use.", for: looking),
    flag(
      "keep-cache-when-suspended", false,
      "Keep images that are not visible in memory while suspended.", for: looking),
    size("http-cache", "1GB", "Disk space for cached web responses.", for: loading),
    text(
      "shared-tier", "an address such as “redis://shelf”", "redis://shelf", isUsual: false,
      "Memcached or Redis server to share thumbnails through.", for: sharing
    ) { (try? TierAddress($0)) != nil },
    text(
      "shared-tier-secret", "the path of a file", "/etc/photocell/secret", isUsual: false,
      "File with the secret of the shared tier, at least 16 bytes.", for: sharing
    ) { !$0.isEmpty },
    flag("private", false, "Write no thumbnails, metadata or selections to disk.", for: drawing),
    flag("offline", false, "Never use the network.", for: loading),
  ]

  static let theme = name(
    "base", option: "theme", of: ThemeOption.self, "a theme", "calm",
    "Base theme; the parts below override it.", for: appearing)

  private static func flag(
    _ key: String, _ value: Bool, _ comment: String, for commands: Set<String>
  ) -> Setting {
    Setting(key, .flag(on: "--\(key)", off: "--no-\(key)"), "\(value)", comment, for: commands)
  }

  private static func name<Value: ExpressibleByArgument & SendableMetatype>(
    _ key: String, option: String? = nil, of type: Value.Type, _ expected: String, _ value: String,
    isUsual: Bool = true, _ comment: String, for commands: Set<String>,
    besides variable: String? = nil
  ) -> Setting {
    let kind = Kind.text(
      option: "--\(option ?? key)", expected: expected, names: { type.allValueStrings }
    ) { Value(argument: $0) != nil }
    return Setting(
      key, kind, "\"\(value)\"", isUsual: isUsual, comment, for: commands, besides: variable)
  }

  private static func text(
    _ key: String, option: String? = nil, _ expected: String, _ value: String,
    isUsual: Bool = true, _ comment: String, for commands: Set<String>,
    isRight: @escaping @Sendable (String) -> Bool
  ) -> Setting {
    let kind = Kind.text(
      option: "--\(option ?? key)", expected: expected, names: { [] }, isRight: isRight)
    return Setting(key, kind, "\"\(value)\"", isUsual: isUsual, comment, for: commands)
  }

  private static func number(
    _ key: String, option: String, _ value: String, in range: ClosedRange<Int>, _ comment: String
  ) -> Setting {
    let kind = Kind.text(
      option: "--\(option)",
      expected: "a number from \(range.lowerBound) to \(range.upperBound)", names: { [] }
    ) { Int($0).map(range.contains) ?? false }
    return Setting(key, kind, value, isUsual: false, comment, for: ["export"])
  }

  private static func size(
    _ key: String, _ value: String, _ comment: String, for commands: Set<String>
  ) -> Setting {
    text(key, "a size such as “256MB”", value, comment, for: commands) {
      (try? OptionValue.byteCount($0)) != nil
    }
  }

  private static func time(
    _ key: String, _ value: String, isUsual: Bool = true, _ comment: String,
    for commands: Set<String>
  ) -> Setting {
    text(key, "a time such as “\(value)”", value, isUsual: isUsual, comment, for: commands) {
      (try? OptionValue.duration($0)) != nil
    }
  }

  /// The accepted names, if the value is one of them; some also take an argument after a colon.
  var valueNames: [String] {
    if case .text(_, _, let names, _) = kind { names() } else { [] }
  }
}

import ArgumentParser
import Configuration
import Imaging
import Photos

extension Setting {
  private static let looking: Set<String> = ["browse", "apod"]
  private static let printing: Set<String> = ["browse", "apod", "sheet"]
  private static let sharing: Set<String> = ["browse", "apod", "sheet", "warm", "doctor"]

  /// All settings, in the order of the printed file and the manual.
  static let all: [Setting] = pictures + grid + one + moving + caches

  private static let pictures = [
    Setting(
      "images", names("--images", "a form of pictures", ImagesOption.self), "\"auto\"",
      "Image protocol; auto takes the best that the terminal reports.", for: printing),
    Setting(
      "symbols", names("--symbols", "a set of symbols", SymbolSet.self), "\"sextants\"",
      isUsual: false, "Characters to draw images with.", for: printing),
    Setting(
      "color", names("--color", "a number of colours", ColorDepth.self), "\"truecolor\"",
      isUsual: false, "Number of colours. NO_COLOR overrides it.", for: printing,
      besides: "NO_COLOR"),
    Setting(
      "bandwidth",
      .text(option: "--bandwidth", expected: "bytes a second such as “1MB”", names: { [] }) {
        (try? BandwidthOption($0)) != nil
      }, "\"1MB\"", isUsual: false,
      "Bytes per second to the terminal; measured if not set.",
      for: printing),
  ]

  private static let grid = [
    Setting(
      "sort", names("--sort", "an order", SortOption.self), "\"given\"",
      "Order of photos. “random:42” repeats a random order.", for: looking),
    Setting(
      "reverse", flag("reverse"), "false", "Reverse the order.", for: looking),
    Setting(
      "group", names("--group", "a grouping", PhotoGrouping.self), "\"none\"",
      "Groups of photos, each under a heading.", for: looking),
    Setting(
      "pairs", flag("pairs"), "true", "Show a raw file and its JPEG as one photo.",
      for: looking),
    Setting(
      "caption", names("--caption", "a caption", PhotoCaption.self), "\"name\"",
      "Caption below each photo.", for: looking),
    Setting(
      "zoom",
      .text(option: "--zoom", expected: "a number from -100 to 100 such as “2”", names: { [] }) {
        Int($0).map { (-100...100).contains($0) } ?? false
      }, "\"0\"",
      "Larger cells: that many columns fewer; \"-2\" for smaller ones.", for: looking),
    Setting(
      "recursive", flag("recursive"), "false", "Include the photos of all subfolders.",
      for: ["browse", "sheet"]),
    Setting(
      "watch", flag("watch"), "true", "Watch shown folders for changes.",
      for: ["browse"]),
  ]

  private static let one = [
    Setting(
      "background", names("--background", "a background", ViewerBackground.self), "\"terminal\"",
      "Background of the viewer and of transparent photos.", for: looking),
    Setting(
      "slideshow", time("--slideshow", "5s"), "\"5s\"", isUsual: false,
      "Start a slideshow with this time per photo.", for: looking),
    Setting(
      "auto-advance", flag("auto-advance"), "true",
      "Go to the next photo after rating one in culling mode.",
      for: looking),
  ]

  private static let moving = [
    Setting(
      "motion", flag("motion"), "true",
      "Allow animations, slideshows and counting numbers.", for: looking),
    Setting(
      "cursor", flag("cursor"), "false", "Show the terminal's cursor at the selection.",
      for: looking),
    Setting(
      "plain", flag("plain"), "false",
      "Print plain lines of text, for screen readers and braille displays.", for: looking),
  ]

  private static let caches = [
    Setting("cache", flag("cache"), "true", "Use the memory cache.", for: looking),
    Setting(
      "memory-cache", size("--memory-cache"), "\"128MB\"",
      "Memory for cached images.", for: looking),
    Setting(
      "ttl", time("--ttl", "10m"), "\"10m\"",
      "How long an image stays cached after its last use.", for: looking),
    Setting(
      "keep-cache-when-suspended", flag("keep-cache-when-suspended"), "false",
      "Keep images that are not visible in memory while suspended.", for: looking),
    Setting(
      "http-cache", size("--http-cache"), "\"1GB\"",
      "Disk space for cached web responses.", for: printing),
    Setting(
      "shared-tier",
      .text(option: "--shared-tier", expected: "an address such as “redis://shelf”", names: { [] })
      {
        SharedTierAddress(argument: $0) != nil
      }, "\"redis://shelf\"", isUsual: false,
      "Memcached or Redis server to share thumbnails through.", for: sharing),
    Setting(
      "shared-tier-secret",
      .text(option: "--shared-tier-secret", expected: "the path of a file", names: { [] }) {
        !$0.isEmpty
      }, "\"/etc/photocell/secret\"", isUsual: false,
      "File with the secret of the shared tier, at least 16 bytes.", for: sharing),
    Setting(
      "private", flag("private"), "false",
      "Write no thumbnails, metadata or selections to disk.", for: printing),
    Setting(
      "offline", flag("offline"), "false", "Never use the network.", for: printing),
  ]

  static let theme = Setting(
    "base", names("--theme", "a theme", ThemeOption.self), "\"calm\"",
    "Base theme; the parts below override it.", for: looking)

  private static func flag(_ name: String) -> Kind { .flag(on: "--\(name)", off: "--no-\(name)") }

  private static func names<Value: ExpressibleByArgument & SendableMetatype>(
    _ option: String, _ expected: String, _ type: Value.Type
  ) -> Kind {
    .text(option: option, expected: expected, names: { type.allValueStrings }) {
      Value(argument: $0) != nil
    }
  }

  private static func size(_ option: String) -> Kind {
    .text(option: option, expected: "a size such as “256MB”", names: { [] }) {
      (try? ByteSizeOption($0)) != nil
    }
  }

  private static func time(_ option: String, _ example: String) -> Kind {
    .text(option: option, expected: "a time such as “\(example)”", names: { [] }) {
      (try? LifetimeOption($0)) != nil
    }
  }
}

extension Setting {
  /// The accepted names, if the value is one of them; some also take an argument after a colon.
  var valueNames: [String] {
    if case .text(_, _, let names, _) = kind { names() } else { [] }
  }
}

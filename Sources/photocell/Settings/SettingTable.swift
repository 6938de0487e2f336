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
      "How pictures are sent; auto takes what the terminal says it shows.", for: printing),
    Setting(
      "symbols", names("--symbols", "a set of symbols", SymbolSet.self), "\"sextants\"",
      isUsual: false, "What pictures are drawn with where they are not sent.", for: printing),
    Setting(
      "color", names("--color", "a number of colours", ColorDepth.self), "\"truecolor\"",
      isUsual: false, "How many colours to use. The variable NO_COLOR counts more.", for: printing,
      besides: "NO_COLOR"),
    Setting(
      "bandwidth",
      .text(option: "--bandwidth", expected: "bytes a second such as “1MB”", names: { [] }) {
        (try? BandwidthOption($0)) != nil
      }, "\"1MB\"", isUsual: false,
      "How many bytes reach the terminal in a second; measured where nothing is said.",
      for: printing),
  ]

  private static let grid = [
    Setting(
      "sort", names("--sort", "an order", SortOption.self), "\"given\"",
      "How photos are sorted. A random order comes again as “random:42”.", for: looking),
    Setting(
      "reverse", flag("reverse"), "false", "Begin with the last photo of the order.", for: looking),
    Setting(
      "group", names("--group", "a grouping", PhotoGrouping.self), "\"none\"",
      "What groups photos stand in, each below a heading.", for: looking),
    Setting(
      "pairs", flag("pairs"), "true", "Show a raw file and the JPEG beside it as one photo.",
      for: looking),
    Setting(
      "caption", names("--caption", "a caption", PhotoCaption.self), "\"name\"",
      "What stands below pictures.", for: looking),
    Setting(
      "zoom",
      .text(option: "--zoom", expected: "a number from -100 to 100 such as “2”", names: { [] }) {
        Int($0).map { (-100...100).contains($0) } ?? false
      }, "\"0\"",
      "So many columns fewer than usual, for larger cells; \"-2\" for smaller ones.", for: looking),
    Setting(
      "recursive", flag("recursive"), "false", "Show the photos of all folders inside at once.",
      for: ["browse", "sheet"]),
    Setting(
      "watch", flag("watch"), "true", "Follow what happens in folders while they are shown.",
      for: ["browse"]),
  ]

  private static let one = [
    Setting(
      "background", names("--background", "a background", ViewerBackground.self), "\"terminal\"",
      "What one photo stands on, and what shows through it.", for: looking),
    Setting(
      "slideshow", time("--slideshow", "5s"), "\"5s\"", isUsual: false,
      "Begin with a slideshow, each photo for so long.", for: looking),
    Setting(
      "auto-advance", flag("auto-advance"), "true",
      "Show the next photo when one has been rated, while photos are rated one by one.",
      for: looking),
  ]

  private static let moving = [
    Setting(
      "motion", flag("motion"), "true",
      "Whether anything moves by itself: animations, slideshows, counting numbers.", for: looking),
    Setting(
      "cursor", flag("cursor"), "false", "Show the terminal's cursor on what is selected.",
      for: looking),
    Setting(
      "plain", flag("plain"), "false",
      "Tell everything line by line, for screen readers and braille displays.", for: looking),
  ]

  private static let caches = [
    Setting("cache", flag("cache"), "true", "Keep pictures in memory.", for: looking),
    Setting(
      "memory-cache", size("--memory-cache"), "\"128MB\"",
      "How much memory pictures may take.", for: looking),
    Setting(
      "ttl", time("--ttl", "10m"), "\"10m\"",
      "How long a picture stays in memory after a cell has last asked for it.", for: looking),
    Setting(
      "keep-cache-when-suspended", flag("keep-cache-when-suspended"), "false",
      "Keep pictures in memory that cannot be seen while the program is stopped.", for: looking),
    Setting(
      "http-cache", size("--http-cache"), "\"1GB\"",
      "How much disk space responses of web servers may take.", for: printing),
    Setting(
      "shared-tier",
      .text(option: "--shared-tier", expected: "an address such as “redis://shelf”", names: { [] })
      {
        SharedTierAddress(argument: $0) != nil
      }, "\"redis://shelf\"", isUsual: false,
      "The memcached or Redis through which machines share thumbnails.", for: sharing),
    Setting(
      "shared-tier-secret",
      .text(option: "--shared-tier-secret", expected: "the path of a file", names: { [] }) {
        !$0.isEmpty
      }, "\"/etc/photocell/secret\"", isUsual: false,
      "The file with the secret that those machines know, 16 bytes at least.", for: sharing),
    Setting(
      "private", flag("private"), "false", "Write no thumbnails to disk.", for: printing),
    Setting(
      "offline", flag("offline"), "false", "Never use the network.", for: printing),
  ]

  static let theme = Setting(
    "base", names("--theme", "a theme", ThemeOption.self), "\"terminal\"",
    "The theme that is begun with; each part below changes it.", for: looking)

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

// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]
let mainActor: [SwiftSetting] = house + [.defaultIsolation(MainActor.self)]
/// Lets other rooms compile this one's generic types for their own types.
///
/// A hit in the memory cache is six times as fast for it. The flag with the nicer name,
/// `-cross-module-optimization`, leaves `package` declarations out.
let specializedByOthers: [SwiftSetting] = [
  .unsafeFlags(["-enable-cmo-everything"], .when(configuration: .release))
]
let touchesC: [SwiftSetting] = house + [.strictMemorySafety()]

/// A room of the house: its dependencies are the only arrows it may draw.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = house
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// The tests of a room, which may see the values of the rooms below it.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = house
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: settings)
}

let package = Package(
  name: "photocell",
  products: [
    .executable(name: "photocell", targets: ["photocell"]),
    .executable(name: "photocell-decoder", targets: ["photocell-decoder"]),
    .executable(name: "photocell-decoder-vips", targets: ["photocell-decoder-vips"]),
    .executable(name: "photocell-bench", targets: ["photocell-bench"]),
    // For tests, which load them into programs.
    .library(name: "StalledDisk", type: .dynamic, targets: ["CStalledDisk"]),
    .library(name: "StubbornCurl", type: .dynamic, targets: ["CStubbornCurl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .executableTarget(
      name: "photocell",
      dependencies: [
        "Browser", "Caching", "Catalog", "CursesTerminal", "DecoderMessages", "Decoding",
        "Feeds", "Grid", "Imaging", "MemoryPressure", "Networking", "Pipeline", "RaceDemo",
        "Terminal", "Threading",
        "Thumbnails",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: house),
    room(
      "RaceDemo", ["Browser", "Grid", "Pipeline", "Catalog", "Terminal", "Imaging"],
      exclude: ["README.md"]),
    room("Browser", ["Caching", "Catalog", "Grid", "Terminal", "Imaging"], settings: mainActor),
    room("Grid", ["Caching", "Pipeline", "Catalog", "Threading", "Imaging"]),
    room(
      "Pipeline",
      [
        "Caching", "Catalog", "Decoding", "Descriptors", "Feeds", "Imaging", "Networking",
        "Rendering", "Threading", "Thumbnails",
      ]),
    room(
      "Catalog", ["DecoderMessages", "Feeds", "Networking", "Threading"], settings: touchesC),
    room(
      "Networking", ["Addresses", "CCurl", "CIDN2", "CSQLite", "Caching", "Threading"],
      settings: touchesC),
    room(
      "Decoding", ["Caching", "DecoderMessages", "Descriptors", "Threading", "Imaging"],
      settings: touchesC),
    room("Rendering", ["Imaging"]),
    room("Caching", ["CPrefetch"], settings: house + specializedByOthers + [.strictMemorySafety()]),
    room("Feeds", ["Addresses"], settings: house + [.strictMemorySafety()]),
    room("Addresses", settings: house + [.strictMemorySafety()]),
    room("MemoryPressure", ["Threading"], settings: touchesC),
    room("Thumbnails", ["CVolume", "CZlib", "Descriptors", "Imaging"], settings: touchesC),
    room("Threading", ["CProcess"], settings: touchesC),
    room(
      "CursesTerminal", ["CNcurses", "CTerminalGuard", "Terminal", "Threading", "Imaging"],
      settings: mainActor + [.strictMemorySafety()]),
    room("Terminal", ["CWidth", "Imaging"]),
    room("DecoderMessages", ["Imaging"]),
    room("Descriptors", ["CDescriptors"], settings: touchesC),
    room("Imaging"),
    .target(name: "CDescriptors"),
    .target(name: "CProcess"),
    .target(name: "CTerminalGuard"),
    .target(name: "CCurl"),
    .target(name: "CIDN2"),
    .target(name: "CSQLite"),
    .target(name: "CShortage"),
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CExif"),
    .systemLibrary(name: "CFontconfig"),
    .systemLibrary(name: "CJXL"),
    .systemLibrary(name: "CLcms2"),
    .systemLibrary(name: "CLibRaw"),
    .systemLibrary(name: "COpenJPEG", pkgConfig: "libopenjp2"),
    .systemLibrary(name: "CPrefetch"),
    .systemLibrary(name: "CSpng"),
    .systemLibrary(name: "CTurboJPEG"),
    .systemLibrary(name: "CVips", pkgConfig: "gobject-2.0"),
    .systemLibrary(name: "CVolume"),
    .systemLibrary(name: "CWebP"),
    .systemLibrary(name: "CWidth"),
    .systemLibrary(name: "CZlib"),

    .executableTarget(
      name: "photocell-decoder",
      dependencies: ["DecoderCore", "DecoderMessages", "DecoderServer", "Imaging"],
      swiftSettings: house),
    .executableTarget(
      name: "photocell-decoder-vips",
      dependencies: [
        "DecoderCore", "DecoderMessages", "DecoderServer", "Imaging", "VipsCore",
      ],
      swiftSettings: house),
    room(
      "DecoderServer", ["CSandbox", "CShortage", "DecoderMessages", "Descriptors", "Imaging"],
      settings: touchesC),
    room(
      "DecoderCore",
      ["CExif", "CLcms2", "CSpng", "CTurboJPEG", "CZlib", "DecoderMessages", "Imaging"],
      settings: touchesC),
    room(
      "VipsCore",
      [
        "CFontconfig", "CJXL", "CLibRaw", "COpenJPEG", "CVips", "CWebP", "DecoderCore",
        "DecoderMessages", "Imaging",
      ],
      settings: touchesC),
    .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),

    .executableTarget(
      name: "DemoPhotos", dependencies: ["CTurboJPEG", "Imaging"], swiftSettings: touchesC),

    .executableTarget(
      name: "photocell-bench",
      dependencies: [
        "Browser", "CPseudoTerminal", "CTurboJPEG", "Caching", "Catalog", "CursesTerminal",
        "DecoderCore", "Decoding", "Grid", "Imaging", "Networking", "Pipeline", "Rendering",
        "Terminal", "TestServer", "Threading",
      ],
      path: "Benchmarks/photocell-bench", swiftSettings: touchesC),
    .target(name: "CPseudoTerminal", path: "Benchmarks/CPseudoTerminal"),

    .target(
      name: "TestSupport",
      dependencies: ["Caching", "Catalog", "Decoding", "Feeds", "Imaging", "Pipeline"],
      path: "Tests/TestSupport", swiftSettings: house),
    .target(
      name: "TestServer", dependencies: ["Threading"], path: "Tests/TestServer",
      swiftSettings: house),
    .executableTarget(
      name: "CacheWriter", dependencies: ["Networking"], path: "Tests/CacheWriter",
      swiftSettings: house),
    .executableTarget(
      name: "photocell-obedient-decoder",
      dependencies: [
        "CLacking", "CSandbox", "DecoderMessages", "DecoderServer", "Imaging",
      ],
      path: "Tests/photocell-obedient-decoder", swiftSettings: house),
    .target(name: "CLacking", path: "Tests/CLacking"),
    .target(name: "CStalledDisk", path: "Tests/CStalledDisk"),
    .target(name: "CStubbornCurl", path: "Tests/CStubbornCurl"),
    tests("Browser", ["Browser", "Caching", "Catalog", "Grid", "Imaging", "Pipeline", "Terminal"]),
    tests("Addresses", ["Addresses"]),
    tests("Caching", ["Caching"]),
    tests(
      "Catalog", ["Addresses", "Catalog", "Feeds", "Networking", "TestServer", "Threading"]),
    tests("CursesTerminal", ["CursesTerminal", "Imaging", "Terminal"]),
    .target(
      name: "PictureSamples",
      dependencies: ["CLcms2", "CSpng", "CTurboJPEG", "CVipsSamples", "CZlib", "Imaging"],
      path: "Tests/PictureSamples", swiftSettings: house),
    .executableTarget(
      name: "FuzzSeeds", dependencies: ["CTurboJPEG", "Imaging", "PictureSamples"],
      path: "Tests/FuzzSeeds", swiftSettings: house),
    .target(
      name: "CVipsSamples", dependencies: ["COpenJPEG", "CVips"], path: "Tests/CVipsSamples",
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
        .linkedLibrary("jxl"), .linkedLibrary("openjp2"),
      ]),
    tests(
      "DecoderCore",
      ["CSpng", "CTurboJPEG", "DecoderCore", "DecoderMessages", "Imaging", "PictureSamples"]),
    tests(
      "VipsCore",
      ["CSpng", "DecoderCore", "DecoderMessages", "Imaging", "PictureSamples", "VipsCore"]),
    tests("DecoderMessages", ["DecoderMessages", "Imaging", "PictureSamples"]),
    tests("DecoderServer", ["DecoderMessages", "DecoderServer", "Descriptors", "Imaging"]),
    tests(
      "Decoding",
      [
        "CTurboJPEG", "DecoderMessages", "Decoding", "Descriptors", "Imaging", "PictureSamples",
        "photocell-decoder", "photocell-decoder-vips",
        "photocell-obedient-decoder",
      ]),
    tests("Descriptors", ["Descriptors"]),
    tests("DemoPhotos", ["CTurboJPEG", "DemoPhotos", "Imaging"], settings: touchesC),
    tests("Feeds", ["Feeds"]),
    tests("Grid", ["Caching", "Catalog", "Grid", "Imaging", "Pipeline"]),
    tests("Imaging", ["Imaging"]),
    tests("MemoryPressure", ["MemoryPressure"]),
    tests(
      "Networking",
      ["Addresses", "CacheWriter", "Caching", "Networking", "TestServer", "Threading"]),
    tests(
      "Pipeline",
      [
        "Addresses", "Caching", "Catalog", "DecoderMessages", "Decoding", "Descriptors", "Feeds",
        "Imaging",
        "Networking", "PictureSamples", "Pipeline", "TestServer", "Thumbnails",
        "photocell-decoder", "photocell-decoder-vips",
      ]),
    tests("RaceDemo", ["Browser", "Grid", "Imaging", "Pipeline", "RaceDemo", "Terminal"]),
    tests("Rendering", ["Imaging", "Rendering"]),
    tests(
      "photocell",
      [
        "Browser", "Caching", "Catalog", "CursesTerminal", "DecoderMessages", "Decoding",
        "Imaging", "Networking", "Terminal", "Thumbnails", "photocell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "Smoke",
      [
        "Imaging", "PictureSamples", "TestServer", "Thumbnails", "photocell", "photocell-decoder",
        "photocell-decoder-vips",
      ]),
    tests("Terminal", ["Imaging", "Terminal"]),
    tests("Threading", ["Threading"]),
    tests("Thumbnails", ["DecoderCore", "Descriptors", "Imaging", "Thumbnails"]),
  ],
  swiftLanguageModes: [.v6]
)

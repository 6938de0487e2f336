// swift-tools-version: 6.2
import PackageDescription

let modern: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]
/// What is shipped says `unsafe` wherever it is.
let house: [SwiftSetting] = modern + [.strictMemorySafety()]
let mainActor: [SwiftSetting] = house + [.defaultIsolation(MainActor.self)]

/// A room of the house, in one of its wings: its dependencies are the only arrows it may draw.
func room(
  _ name: String, in wing: String, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], settings: [SwiftSetting] = house
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(wing)/\(name)", exclude: exclude,
    swiftSettings: settings)
}

/// A program: a room with a `main`.
func program(
  _ name: String, in wing: String, _ dependencies: [Target.Dependency],
  settings: [SwiftSetting] = house
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/\(wing)/\(name)",
    swiftSettings: settings)
}

/// C of our own.
func shim(
  _ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/C/\(name)",
    cSettings: [.headerSearchPath("..")], linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The headers of a library of the system.
func library(_ name: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig)
}

/// The tests of a room, which may see the values of the rooms below it.
func tests(
  _ name: String, in wing: String, _ dependencies: [Target.Dependency],
  exclude: [String] = [], settings: [SwiftSetting] = modern
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport", "Values"],
    path: "Tests/\(wing)/\(name)Tests", exclude: exclude, swiftSettings: settings)
}

/// What tests have in common, and the programs that they run.
func support(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: modern)
}
func supportProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: modern)
}

let package = Package(
  name: "photocell",
  products: [
    .library(name: "ExpiringCache", targets: ["ExpiringCache"]),
    .executable(name: "photocell", targets: ["photocell"]),
    .executable(name: "photocell-decoder", targets: ["photocell-decoder"]),
    .executable(name: "photocell-decoder-vips", targets: ["photocell-decoder-vips"]),
    .executable(name: "photocell-bench", targets: ["photocell-bench"]),
    // For tests, which load them into programs.
    .library(name: "DeadlyDisk", type: .dynamic, targets: ["CDeadlyDisk"]),
    .library(name: "StalledDisk", type: .dynamic, targets: ["CStalledDisk"]),
    .library(name: "StubbornCurl", type: .dynamic, targets: ["CStubbornCurl"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    program(
      "photocell", in: "App",
      [
        "Addresses", "Browser", "CCommit", "ExpiringCache", "Catalog", "Commands", "Concurrency",
        "Culling", "CursesTerminal", "DecoderMessages", "Decoding", "Feeds", "FileActions", "Grid",
        "HTTP",
        "Imaging", "Logging", "MemoryPressure", "PhotoIndex", "PictureFormats", "Pipeline",
        "Providers", "RaceDemo", "ResponseStore", "Settings", "SharedTier", "System", "TOML",
        "Terminal", "Thumbnails", "Tiers", "Values", "Viewer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    room(
      "RaceDemo", in: "App",
      ["Browser", "Catalog", "Grid", "Imaging", "Pipeline", "Terminal", "Values"],
      exclude: ["README.md"]),

    room(
      "Browser", in: "Screen",
      [
        "ExpiringCache", "Catalog", "Commands", "Concurrency", "Culling", "FileActions", "Finding",
        "Grid",
        "Imaging", "Logging", "PictureFormats", "Pipeline", "Terminal", "Tiers", "Values", "Viewer",
      ],
      settings: mainActor),
    room(
      "CursesTerminal", in: "Screen",
      [
        "CLinux", "CNcurses", "CTerminalGuard", "Concurrency", "Imaging", "PictureEncoding",
        "System", "Terminal",
      ],
      settings: mainActor),
    room("Terminal", in: "Screen", ["CLinux", "Imaging"]),

    .target(name: "ExpiringCache", swiftSettings: house),

    room("TOML", in: "Configuration", ["CTOML"]),
    room("Settings", in: "Configuration", ["System", "TOML", "Values"]),
    room(
      "Viewer", in: "Photos",
      ["ExpiringCache", "Catalog", "Concurrency", "Grid", "Imaging", "Pipeline", "Values"]),
    room(
      "Culling", in: "Photos",
      [
        "Concurrency", "FileActions", "Imaging", "PhotoIndex", "PictureFormats", "System", "Values",
        "XML",
      ]),
    room(
      "Grid", in: "Photos",
      [
        "ExpiringCache", "Catalog", "Concurrency", "Culling", "Finding", "Imaging", "PhotoIndex",
        "Pipeline", "PictureFormats", "System", "Values",
      ]),
    room(
      "Finding", in: "Photos",
      ["Catalog", "Concurrency", "Imaging", "PhotoIndex", "PictureFormats", "System", "Values"]),

    room(
      "Pipeline", in: "Pipeline",
      [
        "Addresses", "ExpiringCache", "Catalog", "Concurrency", "DecoderMessages", "Decoding",
        "Feeds",
        "HTTP", "Imaging", "Logging", "PhotoIndex", "Rendering", "ResponseStore",
        "SharedTier", "System", "Thumbnails", "Values",
      ]),
    room("Rendering", in: "Pipeline", ["CJPEGEncoder", "Imaging", "PictureEncoding"]),
    room(
      "Decoding", in: "Pipeline",
      [
        "ExpiringCache", "Concurrency", "DecoderMessages", "Imaging", "Logging", "PictureFormats",
        "System",
        "Values",
      ]),
    room(
      "Thumbnails", in: "Pipeline",
      [
        "CLinux", "ExpiringCache", "Imaging", "PictureEncoding", "PictureFormats", "System",
        "Tiers",
        "Values",
      ]),

    room(
      "Catalog", in: "Catalogs",
      [
        "Addresses", "Concurrency", "Feeds", "HTTP", "Imaging", "Logging", "PhotoIndex",
        "PictureFormats", "ResponseStore",
        "System", "Values", "XML",
      ]),
    room(
      "Providers", in: "Catalogs",
      ["Addresses", "Catalog", "Feeds", "HTTP", "Imaging", "PhotoIndex", "Values", "XML"]),
    room(
      "Feeds", in: "Catalogs", ["Addresses", "Imaging", "Settings", "TOML", "Values", "XML"]),

    room(
      "HTTP", in: "Web",
      [
        "Addresses", "CCurl", "CIDN2", "ExpiringCache", "Concurrency", "Logging", "ResponseStore",
        "Values",
      ]),
    room(
      "ResponseStore", in: "Web",
      ["CXXHash", "ExpiringCache", "Concurrency", "SQLite", "System", "Tiers", "Values"]),

    room(
      "SharedTier", in: "Web",
      ["CCrypto", "CCurl", "Concurrency", "Imaging", "PictureFormats", "System", "Values"]),

    room("Commands", in: "Actions", ["CLinux", "Concurrency", "System", "Values"]),
    room("FileActions", in: "Actions", ["Addresses", "CLinux", "System", "Values"]),

    room("SQLite", in: "Storage", ["CLinux", "CSQLite", "System", "Values"]),
    room(
      "PhotoIndex", in: "Storage",
      ["ExpiringCache", "Concurrency", "Imaging", "SQLite", "System", "Tiers", "Values"]),
    room("Tiers", in: "Storage", ["ExpiringCache", "Concurrency", "Values"]),

    program(
      "photocell-decoder", in: "Decoder",
      ["DecoderCore", "DecoderMessages", "DecoderServer", "Imaging", "Metadata"]),
    program(
      "photocell-decoder-vips", in: "Decoder",
      ["DecoderCore", "DecoderMessages", "DecoderServer", "Imaging", "Metadata", "VipsCore"]),
    room(
      "DecoderServer", in: "Decoder",
      ["CMallocWatch", "CSandbox", "DecoderMessages", "Imaging", "System"]),
    room(
      "DecoderCore", in: "Decoder",
      [
        "CJPEGPart", "CLcms2", "CSpng", "CTurboJPEG", "CZlib", "DecoderMessages",
        "Imaging", "PictureEncoding", "PictureFormats", "Values", "XML",
      ]),
    room(
      "VipsCore", in: "Decoder",
      [
        "CBrotli", "CDav1d", "CFontconfig", "CJXL", "CLibRaw", "COpenEXR", "COpenEXRLines",
        "COpenJPEG", "CPangoThread", "CVips", "CWebP", "DecoderCore", "DecoderMessages", "Imaging",
        "PictureEncoding", "PictureFormats", "Values",
      ]),
    room(
      "Metadata", in: "Decoder",
      ["DecoderCore", "Imaging", "PictureEncoding", "PictureFormats", "Values", "XML"]),
    room("DecoderMessages", in: "Decoder", ["Imaging", "Values"]),

    room("MemoryPressure", in: "Ground", ["CProcess", "Concurrency"]),
    room("System", in: "Ground", ["CLinux", "Values"]),
    room("Logging", in: "Ground", ["Concurrency", "System", "Values"]),
    room("Concurrency", in: "Ground", ["CProcess"]),
    room("Addresses", in: "Ground", ["Values"]),
    room("Values", in: "Ground", ["CMD"]),
    room("XML", in: "Ground", ["Values"]),
    room("Imaging", in: "Ground", ["PictureFormats"]),
    room("PictureEncoding", in: "Ground", ["CZlib", "Imaging"]),
    room("PictureFormats", in: "Ground"),

    shim("CXXHash"),
    shim("CCommit"),
    shim("CCrypto"),
    shim("CCurl", ["CCrypto"]),
    shim("CLinux"),
    shim("CIDN2"),
    shim("CJPEGEncoder"),
    shim("CJPEGPart", linking: ["jpeg"]),
    shim("CProcess"),
    shim("CSandbox", linking: ["seccomp"]),
    shim("CMallocWatch"),
    shim("COpenEXRLines", ["CImath"], linking: ["OpenEXR"]),
    shim("CPangoThread", linking: ["glib-2.0"]),
    shim("CSQLite"),
    shim("CTOML"),
    shim("CTerminalGuard", ["CLinux"]),
    library("CBrotli"),
    library("CDav1d"),
    library("CFontconfig"),
    library("CImath", pkgConfig: "Imath"),
    library("CJXL"),
    library("CLcms2"),
    library("CLibRaw"),
    library("CMD"),
    library("CNcurses"),
    library("COpenEXR"),
    library("COpenJPEG", pkgConfig: "libopenjp2"),
    library("CSpng"),
    library("CTurboJPEG"),
    library("CVips", pkgConfig: "gobject-2.0"),
    library("CWebP"),
    library("CZlib"),

    program("DemoPhotos", in: "Tools", ["CTurboJPEG", "Imaging"]),

    .executableTarget(
      name: "photocell-bench",
      dependencies: [
        "Addresses", "Browser", "CBareJPEG", "CPseudoTerminal", "CTurboJPEG", "ExpiringCache",
        "Catalog",
        "Concurrency", "Culling", "CursesTerminal", "DecoderCore", "DecoderMessages", "Decoding",
        "Grid", "HTTP", "Imaging",
        "PhotoIndex", "PictureEncoding",
        "Pipeline", "Providers", "Rendering", "ResponseStore", "SharedTier", "System", "Terminal",
        "TestServer", "Thumbnails", "Values",
      ],
      path: "Benchmarks/photocell-bench", swiftSettings: house),
    .target(
      name: "CBareJPEG", path: "Benchmarks/CBareJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPseudoTerminal", path: "Benchmarks/CPseudoTerminal"),

    support(
      "TestSupport",
      [
        "ExpiringCache", "Catalog", "Concurrency", "DecoderMessages", "Decoding", "Feeds",
        "Imaging",
        "Logging", "Pipeline", "System", "TestServer", "Values",
      ]),
    support("TestServer", ["Concurrency"]),
    support(
      "CatalogStage",
      [
        "Addresses", "Catalog", "Feeds", "HTTP", "ResponseStore", "TestServer", "TestSupport",
        "Values",
      ]),
    support(
      "PictureSamples",
      ["CLcms2", "CSpng", "CTurboJPEG", "CVipsSamples", "CZlib", "Imaging", "Values"]),
    supportProgram("CacheWriter", ["HTTP", "ResponseStore"]),
    supportProgram("IndexWriter", ["Imaging", "PhotoIndex", "System", "Values"]),
    supportProgram("FileActor", ["CLinux", "FileActions", "System", "Values"]),
    supportProgram("FuzzSeeds", ["CTurboJPEG", "Imaging", "PictureSamples"]),
    supportProgram(
      "photocell-obedient-decoder",
      ["CLacking", "CSandbox", "DecoderMessages", "DecoderServer", "Imaging"]),
    .target(name: "CLacking", path: "Tests/Support/CLacking"),
    .target(name: "CDeadlyDisk", path: "Tests/Support/CDeadlyDisk"),
    .target(name: "CStalledDisk", path: "Tests/Support/CStalledDisk"),
    .target(name: "CStubbornCurl", path: "Tests/Support/CStubbornCurl"),
    .target(
      name: "CVipsSamples", dependencies: ["CImath", "COpenEXR", "COpenJPEG", "CVips"],
      path: "Tests/Support/CVipsSamples",
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
        .linkedLibrary("aom"), .linkedLibrary("jxl"), .linkedLibrary("openjp2"),
        .linkedLibrary("OpenEXR"), .linkedLibrary("OpenEXRCore"),
      ]),

    tests(
      "photocell", in: "App",
      [
        "Browser", "ExpiringCache", "Catalog", "CursesTerminal", "DecoderMessages", "Decoding",
        "HTTP",
        "Imaging", "Logging", "PictureFormats", "RaceDemo", "ResponseStore", "Settings",
        "SharedTier", "TOML", "Terminal", "Thumbnails", "Tiers", "photocell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "Smoke", in: "App",
      [
        "CPseudoTerminal", "Imaging", "PictureSamples", "TestServer", "Thumbnails", "photocell",
        "photocell-decoder", "photocell-decoder-vips",
      ]),
    tests(
      "RaceDemo", in: "App",
      ["Browser", "Catalog", "Grid", "Imaging", "Pipeline", "RaceDemo", "Terminal"]),
    tests(
      "Browser", in: "Screen",
      [
        "Browser", "ExpiringCache", "Catalog", "Commands", "Culling", "DecoderMessages", "Decoding",
        "FileActions",
        "Finding", "Grid", "Imaging", "Logging", "PhotoIndex", "PictureFormats", "Pipeline",
        "System", "Terminal",
        "Tiers",
        "Viewer",
      ]),
    tests(
      "CursesTerminal", in: "Screen",
      ["CursesTerminal", "Imaging", "PictureEncoding", "Terminal"]),
    tests("Terminal", in: "Screen", ["Imaging", "Terminal"]),
    tests(
      "Viewer", in: "Photos",
      [
        "Addresses", "ExpiringCache", "Catalog", "DecoderMessages", "Decoding", "Feeds", "Grid",
        "Imaging", "Pipeline", "Viewer",
      ]),
    tests(
      "Grid", in: "Photos",
      ["ExpiringCache", "Catalog", "Finding", "Grid", "Imaging", "Pipeline", "System", "Viewer"]),
    tests(
      "Finding", in: "Photos",
      ["Catalog", "Feeds", "Finding", "Imaging", "PhotoIndex", "PictureFormats", "System"]),
    tests(
      "Pipeline", in: "Pipeline",
      [
        "Addresses", "ExpiringCache", "Catalog", "Concurrency", "DecoderMessages", "Decoding",
        "Feeds",
        "HTTP", "Imaging", "Logging", "PhotoIndex", "PictureFormats", "PictureSamples", "Pipeline",
        "Rendering", "ResponseStore", "SharedTier", "System", "TestServer", "Thumbnails",
        "photocell-decoder",
        "photocell-decoder-vips",
      ]),
    tests(
      "Rendering", in: "Pipeline",
      [
        "DecoderCore", "DecoderMessages", "Imaging", "PictureEncoding", "PictureSamples",
        "Rendering",
      ]),
    tests(
      "Decoding", in: "Pipeline",
      [
        "CTurboJPEG", "DecoderMessages", "Decoding", "Imaging", "PictureFormats", "PictureSamples",
        "System", "photocell-decoder", "photocell-decoder-vips", "photocell-obedient-decoder",
      ]),
    tests(
      "Thumbnails", in: "Pipeline",
      [
        "DecoderCore", "DecoderMessages", "Imaging", "PictureEncoding", "PictureFormats", "System",
        "Thumbnails",
      ]),
    tests("ExpiringCache", in: "Pipeline", ["ExpiringCache"]),
    tests(
      "Catalog", in: "Catalogs",
      [
        "Addresses", "Catalog", "CatalogStage", "Concurrency", "Feeds", "HTTP", "Imaging",
        "Logging", "ResponseStore", "System", "TestServer",
      ]),
    tests(
      "Providers", in: "Catalogs",
      [
        "Addresses", "Catalog", "CatalogStage", "Feeds", "HTTP", "Imaging", "PhotoIndex",
        "Providers", "ResponseStore", "SQLite", "TestServer",
      ]),
    tests(
      "Feeds", in: "Catalogs", ["Addresses", "Feeds", "Imaging", "Settings", "TOML", "XML"],
      exclude: ["FormSamples.toml"]),
    tests(
      "HTTP", in: "Web",
      [
        "Addresses", "CacheWriter", "ExpiringCache", "Concurrency", "HTTP", "Logging",
        "ResponseStore",
        "SQLite",
        "TestServer",
      ]),
    tests("ResponseStore", in: "Web", ["ExpiringCache", "ResponseStore", "SQLite"]),
    tests(
      "SharedTier", in: "Web",
      ["Concurrency", "Imaging", "PictureFormats", "SharedTier", "TestServer"]),
    tests("TOML", in: "Configuration", ["TOML"]),
    tests("Settings", in: "Configuration", ["Settings", "TOML"]),
    tests(
      "Culling", in: "Photos",
      ["Culling", "FileActions", "Imaging", "PhotoIndex", "System", "XML"]),
    tests("FileActions", in: "Actions", ["FileActions", "FileActor", "System"]),
    tests("Commands", in: "Actions", ["Commands", "System"]),
    tests("SQLite", in: "Storage", ["SQLite"]),
    tests(
      "PhotoIndex", in: "Storage",
      [
        "ExpiringCache", "Concurrency", "Imaging", "IndexWriter", "PhotoIndex", "SQLite", "System",
        "Tiers",
      ]),
    tests(
      "Tiers", in: "Storage",
      ["ExpiringCache", "Imaging", "PhotoIndex", "ResponseStore", "Thumbnails", "Tiers"]),
    tests(
      "DecoderCore", in: "Decoder",
      ["CSpng", "CTurboJPEG", "DecoderCore", "DecoderMessages", "Imaging", "PictureSamples"]),
    tests(
      "VipsCore", in: "Decoder",
      [
        "CSpng", "DecoderCore", "DecoderMessages", "Imaging", "Metadata", "PictureSamples",
        "VipsCore",
      ]),
    tests("DecoderMessages", in: "Decoder", ["DecoderMessages", "Imaging"]),
    tests(
      "Metadata", in: "Decoder",
      ["Imaging", "Metadata", "PictureFormats", "PictureSamples", "XML"]),
    tests(
      "DecoderServer", in: "Decoder",
      ["DecoderMessages", "DecoderServer", "Imaging", "System"]),
    tests("MemoryPressure", in: "Ground", ["MemoryPressure"]),
    tests("System", in: "Ground", ["System"]),
    tests("Logging", in: "Ground", ["Concurrency", "Logging", "System"]),
    tests("Concurrency", in: "Ground", ["Concurrency"]),
    tests("Addresses", in: "Ground", ["Addresses"]),
    tests("Values", in: "Ground", []),
    tests("XML", in: "Ground", ["XML"]),
    tests("Imaging", in: "Ground", ["Imaging"]),
    tests(
      "PictureEncoding", in: "Ground",
      ["DecoderCore", "DecoderMessages", "Imaging", "PictureEncoding", "PictureSamples"]),
    tests("PictureFormats", in: "Ground", ["PictureFormats", "PictureSamples"]),
    tests(
      "DemoPhotos", in: "Tools", ["CTurboJPEG", "DemoPhotos", "Imaging"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

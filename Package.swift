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
/// What is shipped is checked for memory safety, too.
let strict: [SwiftSetting] = modern + [.strictMemorySafety()]
let mainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

func target(
  _ name: String, in folder: String? = nil, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path("Sources", folder, name), exclude: exclude,
    swiftSettings: settings)
}

func program(
  _ name: String, in folder: String? = nil, _ dependencies: [Target.Dependency],
  settings: [SwiftSetting] = strict
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path("Sources", folder, name),
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

func tests(
  _ name: String, in folder: String? = nil, _ dependencies: [Target.Dependency] = [],
  exclude: [String] = [], settings: [SwiftSetting] = modern
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport", "Base"],
    path: path("Tests", folder, "\(name)Tests"), exclude: exclude, swiftSettings: settings)
}

func path(_ parts: String?...) -> String {
  parts.compactMap { $0 }.joined(separator: "/")
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
        "Base", "Browser", "CCommit", "Catalog", "Commands", "Culling", "CursesTerminal",
        "DecoderProtocol", "Decoding", "ExpiringCache", "Feeds", "FileActions", "Grid", "HTTP",
        "Imaging", "PhotoIndex", "Pipeline", "Providers", "RaceDemo", "ResponseStore", "Settings",
        "SharedTier", "TOML", "Terminal", "Thumbnails", "Tiers", "Viewer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    target(
      "RaceDemo", in: "App",
      ["Base", "Browser", "Catalog", "Grid", "Imaging", "Pipeline", "Terminal"],
      exclude: ["README.md"]),
    target(
      "Browser", in: "Screen",
      [
        "Base", "Catalog", "Commands", "Culling", "ExpiringCache", "FileActions", "Finding", "Grid",
        "Imaging", "Pipeline", "Terminal", "Tiers", "Viewer",
      ],
      settings: mainActor),
    target("Terminal", in: "Screen", ["CLinux", "Imaging"]),
    target(
      "CursesTerminal", in: "Screen",
      ["Base", "CLinux", "CNcurses", "CTerminalGuard", "Imaging", "Terminal"], settings: mainActor),
    target(
      "Viewer", in: "Photos",
      ["Base", "Catalog", "ExpiringCache", "Grid", "Imaging", "Pipeline"]),
    target(
      "Grid", in: "Photos",
      [
        "Base", "Catalog", "Culling", "ExpiringCache", "Finding", "Imaging", "PhotoIndex",
        "Pipeline",
      ]),
    target("Finding", in: "Photos", ["Base", "Catalog", "Imaging", "PhotoIndex"]),
    target("Culling", in: "Photos", ["Base", "FileActions", "Imaging", "PhotoIndex"]),
    target(
      "Pipeline", in: "Pipeline",
      [
        "Base", "Catalog", "DecoderProtocol", "Decoding", "ExpiringCache", "Feeds", "HTTP",
        "Imaging", "PhotoIndex", "Rendering", "ResponseStore", "SharedTier", "Thumbnails",
      ]),
    target("Rendering", in: "Pipeline", ["CJPEGEncoder", "Imaging"]),
    target("Thumbnails", in: "Pipeline", ["Base", "CLinux", "ExpiringCache", "Imaging", "Tiers"]),
    target("Decoding", in: "Pipeline", ["Base", "DecoderProtocol", "ExpiringCache", "Imaging"]),
    target(
      "Catalog", in: "Catalogs",
      ["Base", "Feeds", "HTTP", "Imaging", "PhotoIndex", "ResponseStore"]),
    target(
      "Providers", in: "Catalogs",
      ["Base", "Catalog", "Feeds", "HTTP", "Imaging", "PhotoIndex"]),
    target("Feeds", in: "Catalogs", ["Base", "Imaging", "Settings", "TOML"]),
    target("HTTP", in: "Web", ["Base", "CCurl", "CIDN2", "ExpiringCache", "ResponseStore"]),
    target("ResponseStore", in: "Web", ["Base", "CXXHash", "ExpiringCache", "SQLite", "Tiers"]),
    target("SharedTier", in: "Web", ["Base", "CCrypto", "CCurl", "Imaging"]),
    target("PhotoIndex", in: "Storage", ["Base", "ExpiringCache", "Imaging", "SQLite", "Tiers"]),
    target("SQLite", in: "Storage", ["Base", "CLinux", "CSQLite"]),
    target("Tiers", in: "Storage", ["Base", "ExpiringCache"]),
    target("FileActions", in: "Actions", ["Base", "CLinux"]),
    target("Commands", in: "Actions", ["Base", "CLinux"]),
    target("Settings", in: "Configuration", ["Base", "TOML"]),
    target("TOML", in: "Configuration", ["CTOML"]),
    target("ExpiringCache"),
    program("photocell-decoder", ["DecoderKit", "DecoderProtocol", "Imaging"]),
    program("photocell-decoder-vips", ["DecoderKit", "DecoderProtocol", "DecoderVips", "Imaging"]),
    target(
      "DecoderVips",
      [
        "Base", "CBrotli", "CDav1d", "CFontconfig", "CJXL", "CLibRaw", "COpenEXR", "COpenEXRLines",
        "COpenJPEG", "CPangoThread", "CVips", "CWebP", "DecoderKit", "DecoderProtocol", "Imaging",
      ]),
    target(
      "DecoderKit",
      [
        "Base", "CJPEGPart", "CLcms2", "CMallocWatch", "CSandbox", "CSpng", "CTurboJPEG", "CZlib",
        "DecoderProtocol", "Imaging",
      ]),
    target("DecoderProtocol", ["Base", "Imaging"]),
    target("Imaging", ["CZlib"]),
    target("Base", ["CLinux", "CMD", "CProcess"]),

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
        "Base", "Browser", "CBareJPEG", "CPseudoTerminal", "CTurboJPEG", "Catalog", "Culling",
        "CursesTerminal", "DecoderKit", "DecoderProtocol", "Decoding", "ExpiringCache", "Grid",
        "HTTP", "Imaging", "PhotoIndex", "Pipeline", "Providers", "Rendering", "ResponseStore",
        "SharedTier", "Terminal", "TestServer", "Thumbnails",
      ],
      path: "Benchmarks/photocell-bench",
      swiftSettings: strict),
    .target(
      name: "CBareJPEG",
      path: "Benchmarks/CBareJPEG",
      linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPseudoTerminal", path: "Benchmarks/CPseudoTerminal"),

    support(
      "TestSupport",
      [
        "Base", "Catalog", "DecoderProtocol", "Decoding", "ExpiringCache", "Feeds", "Imaging",
        "Pipeline", "TestServer",
      ]),
    support("TestServer", ["Base"]),
    support(
      "CatalogStage",
      ["Base", "Catalog", "Feeds", "HTTP", "ResponseStore", "TestServer", "TestSupport"]),
    support(
      "PictureSamples",
      ["Base", "CLcms2", "CSpng", "CTurboJPEG", "CVipsSamples", "CZlib", "Imaging"]),
    supportProgram("CacheWriter", ["HTTP", "ResponseStore"]),
    supportProgram("IndexWriter", ["Base", "Imaging", "PhotoIndex"]),
    supportProgram("FileActor", ["Base", "CLinux", "FileActions"]),
    supportProgram("FuzzSeeds", ["CTurboJPEG", "Imaging", "PictureSamples"]),
    supportProgram(
      "photocell-obedient-decoder",
      ["CLacking", "CSandbox", "DecoderKit", "DecoderProtocol", "Imaging"]),
    .target(name: "CLacking", path: "Tests/Support/CLacking"),
    .target(name: "CDeadlyDisk", path: "Tests/Support/CDeadlyDisk"),
    .target(name: "CStalledDisk", path: "Tests/Support/CStalledDisk"),
    .target(name: "CStubbornCurl", path: "Tests/Support/CStubbornCurl"),
    .target(
      name: "CVipsSamples",
      dependencies: ["CImath", "COpenEXR", "COpenJPEG", "CVips"],
      path: "Tests/Support/CVipsSamples",
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
        .linkedLibrary("aom"), .linkedLibrary("jxl"), .linkedLibrary("openjp2"),
        .linkedLibrary("OpenEXR"), .linkedLibrary("OpenEXRCore"),
      ]),

    tests(
      "photocell", in: "App",
      [
        "Browser", "Catalog", "CursesTerminal", "DecoderProtocol", "Decoding", "ExpiringCache",
        "Finding", "Grid", "HTTP", "Imaging", "Pipeline", "RaceDemo", "ResponseStore", "Settings",
        "SharedTier", "TOML", "Terminal", "Thumbnails", "Tiers", "photocell",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "RaceDemo", in: "App",
      ["Browser", "Catalog", "Grid", "Imaging", "Pipeline", "RaceDemo", "Terminal"]),
    tests(
      "Browser", in: "Screen",
      [
        "Browser", "Catalog", "Commands", "Culling", "DecoderProtocol", "Decoding", "ExpiringCache",
        "FileActions", "Finding", "Grid", "Imaging", "PhotoIndex", "Pipeline", "Terminal", "Tiers",
        "Viewer",
      ]),
    tests("Terminal", in: "Screen", ["Imaging", "Terminal"]),
    tests("CursesTerminal", in: "Screen", ["CNcurses", "CursesTerminal", "Imaging", "Terminal"]),
    tests(
      "Viewer", in: "Photos",
      [
        "Catalog", "DecoderProtocol", "Decoding", "ExpiringCache", "Feeds", "Grid", "Imaging",
        "Pipeline", "Viewer",
      ]),
    tests(
      "Grid", in: "Photos",
      ["Catalog", "ExpiringCache", "Feeds", "Finding", "Grid", "Imaging", "Pipeline", "Viewer"]),
    tests("Finding", in: "Photos", ["Catalog", "Feeds", "Finding", "Imaging", "PhotoIndex"]),
    tests("Culling", in: "Photos", ["Culling", "FileActions", "Imaging", "PhotoIndex"]),
    tests(
      "Pipeline", in: "Pipeline",
      [
        "Catalog", "DecoderProtocol", "Decoding", "ExpiringCache", "Feeds", "HTTP", "Imaging",
        "PhotoIndex", "PictureSamples", "Pipeline", "Rendering", "ResponseStore", "SharedTier",
        "TestServer", "Thumbnails", "photocell-decoder", "photocell-decoder-vips",
      ]),
    tests(
      "Rendering", in: "Pipeline",
      ["DecoderKit", "DecoderProtocol", "Imaging", "PictureSamples", "Rendering"]),
    tests(
      "Thumbnails", in: "Pipeline", ["DecoderKit", "DecoderProtocol", "Imaging", "Thumbnails"]),
    tests(
      "Decoding", in: "Pipeline",
      [
        "CTurboJPEG", "DecoderProtocol", "Decoding", "Imaging", "PictureSamples",
        "photocell-decoder", "photocell-decoder-vips", "photocell-obedient-decoder",
      ]),
    tests(
      "Catalog", in: "Catalogs",
      ["Catalog", "CatalogStage", "Feeds", "HTTP", "Imaging", "ResponseStore", "TestServer"]),
    tests(
      "Providers", in: "Catalogs",
      [
        "Catalog", "CatalogStage", "Feeds", "HTTP", "Imaging", "PhotoIndex", "Providers",
        "ResponseStore", "SQLite", "TestServer",
      ]),
    tests(
      "Feeds", in: "Catalogs",
      ["Feeds", "Imaging", "Settings", "TOML"], exclude: ["FormSamples.toml"]),
    tests(
      "HTTP", in: "Web",
      ["CacheWriter", "ExpiringCache", "HTTP", "ResponseStore", "SQLite", "TestServer"]),
    tests("ResponseStore", in: "Web", ["ExpiringCache", "ResponseStore", "SQLite"]),
    tests("SharedTier", in: "Web", ["Imaging", "SharedTier", "TestServer"]),
    tests(
      "PhotoIndex", in: "Storage",
      ["ExpiringCache", "Imaging", "IndexWriter", "PhotoIndex", "SQLite", "Tiers"]),
    tests("SQLite", in: "Storage", ["SQLite"]),
    tests(
      "Tiers", in: "Storage",
      ["ExpiringCache", "Imaging", "PhotoIndex", "ResponseStore", "Thumbnails", "Tiers"]),
    tests("FileActions", in: "Actions", ["FileActions", "FileActor"]),
    tests("Commands", in: "Actions", ["Commands"]),
    tests("Settings", in: "Configuration", ["Settings", "TOML"]),
    tests("TOML", in: "Configuration", ["TOML"]),
    tests("ExpiringCache", in: "Pipeline", ["ExpiringCache"]),
    tests(
      "DecoderVips",
      ["CSpng", "DecoderKit", "DecoderProtocol", "DecoderVips", "Imaging", "PictureSamples"]),
    tests(
      "DecoderKit",
      ["CSpng", "CTurboJPEG", "DecoderKit", "DecoderProtocol", "Imaging", "PictureSamples"]),
    tests("DecoderProtocol", ["DecoderProtocol", "Imaging"]),
    tests("Imaging", ["DecoderKit", "DecoderProtocol", "Imaging", "PictureSamples"]),
    tests("Base", ["Feeds"]),
    tests(
      "Smoke", in: "App",
      [
        "CPseudoTerminal", "Imaging", "PictureSamples", "TestServer", "Thumbnails", "photocell",
        "photocell-decoder", "photocell-decoder-vips",
      ]),
    tests("DemoPhotos", in: "Tools", ["CTurboJPEG", "DemoPhotos", "Imaging"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

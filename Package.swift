// swift-tools-version: 6.3
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
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(name)", exclude: exclude,
    swiftSettings: settings)
}

func program(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: settings)
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
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = modern
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestSupport", "Base"],
    path: "Tests/\(name)Tests", exclude: exclude, swiftSettings: settings)
}

/// What tests have in common, and the programs that they run.
func support(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/Support/\(name)", exclude: exclude,
    swiftSettings: modern)
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
    // For Benchmarks.
    .library(
      name: "PhotocellModules",
      targets: [
        "Base", "Browser", "CPseudoTerminal", "Catalogs", "DecoderKit", "DecoderProtocol",
        "ExpiringCache", "HTTP", "ImagePipeline", "Imaging", "Photos", "SharedTier", "Storage",
        "Terminal", "TestServer",
      ]),
    .library(name: "CTurboJPEG", targets: ["CTurboJPEG"]),
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
      "photocell",
      [
        "Base", "Browser", "CCommit", "Catalogs", "Configuration", "DecoderProtocol",
        "ExpiringCache", "FileActions", "HTTP", "ImagePipeline", "Imaging", "Photos", "RaceDemo",
        "SharedTier", "Storage", "Terminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    target(
      "RaceDemo",
      ["Base", "Browser", "Catalogs", "ImagePipeline", "Imaging", "Photos", "Terminal"],
      exclude: ["README.md"]),
    target(
      "Browser",
      [
        "Base", "Catalogs", "ExpiringCache", "FileActions", "ImagePipeline", "Imaging", "Photos",
        "Storage", "Terminal",
      ],
      settings: mainActor),
    target("Terminal", ["Base", "CLinux", "CNcurses", "CTerminalGuard", "Imaging"]),
    target(
      "Photos",
      ["Base", "Catalogs", "ExpiringCache", "FileActions", "ImagePipeline", "Imaging", "Storage"]),
    target(
      "ImagePipeline",
      [
        "Base", "CImageEncoder", "CLinux", "Catalogs", "DecoderProtocol", "ExpiringCache", "HTTP",
        "Imaging", "SharedTier", "Storage",
      ]),
    target(
      "Catalogs",
      ["Base", "CLinux", "CVideoVersions", "Configuration", "HTTP", "Imaging", "Storage"]),
    target("HTTP", ["Base", "CCurl", "CIDN2", "ExpiringCache", "Storage"]),
    target("SharedTier", ["Base", "CCrypto", "CCurl", "Imaging"]),
    target("Storage", ["Base", "CLinux", "CSQLite", "ExpiringCache", "Imaging"]),
    target("FileActions", ["Base", "CLinux"]),
    target("Configuration", ["Base", "CTOML"]),
    target("ExpiringCache"),
    program("photocell-decoder", ["DecoderKit", "DecoderProtocol", "Imaging"]),
    program("photocell-decoder-vips", ["DecoderKit", "DecoderProtocol", "DecoderVips", "Imaging"]),
    target(
      "DecoderVips",
      [
        "Base", "CAVIF", "CBrotli", "CDav1d", "CFontconfig", "CJXL", "CLibRaw", "COpenEXR",
        "COpenJPEG", "CPangoThread", "CVips", "CWebP", "DecoderKit", "DecoderProtocol", "Imaging",
      ]),
    target(
      "DecoderKit",
      [
        "CArchive", "Base", "CJPEGPart", "CLcms2", "CMallocWatch", "CSandbox", "CSpng",
        "CTurboJPEG", "CVideo", "CZlib",
        "DecoderProtocol", "Imaging",
      ]),
    target("DecoderProtocol", ["Base", "Imaging"]),
    target("Imaging", ["Base", "CZlib"]),
    target("Base", ["CLinux", "CMD", "CProcess", "CXXHash"]),

    shim("CAVIF"),
    shim("CXXHash"),
    shim("CCommit"),
    shim("CCrypto"),
    shim("CCurl", ["CCrypto"]),
    shim("CLinux"),
    shim("CArchive"),
    shim("CIDN2"),
    shim("CImageEncoder"),
    shim("CJPEGPart", linking: ["jpeg"]),
    shim("CProcess"),
    shim("CSandbox", linking: ["seccomp"]),
    shim("CMallocWatch"),
    shim("COpenEXR", ["CImath"], linking: ["OpenEXR"]),
    shim("CPangoThread", linking: ["glib-2.0"]),
    shim("CSQLite"),
    shim("CTOML"),
    shim("CTerminalGuard", ["CLinux"]),
    shim("CVideo"),
    library("CBrotli"),
    library("CDav1d"),
    library("CFontconfig"),
    library("CImath", pkgConfig: "Imath"),
    library("CJXL"),
    library("CLcms2"),
    library("CLibRaw"),
    library("CMD"),
    library("CNcurses"),
    library("COpenJPEG", pkgConfig: "libopenjp2"),
    library("CSpng"),
    library("CTurboJPEG"),
    library("CVideoVersions"),
    library("CVips", pkgConfig: "gobject-2.0"),
    library("CWebP"),
    library("CZlib"),

    support(
      "TestSupport",
      [
        "Base", "Catalogs", "DecoderProtocol", "ExpiringCache", "ImagePipeline", "Imaging",
        "TestServer",
      ]),
    support("TestServer", ["Base"]),
    support("CatalogStage", ["Base", "Catalogs", "HTTP", "TestServer", "TestSupport"]),
    support(
      "PictureSamples",
      ["Base", "CLcms2", "CSpng", "CTurboJPEG", "CVipsSamples", "CZlib", "Imaging"],
      exclude: ["Videos"]),
    supportProgram("CacheWriter", ["Base", "HTTP"]),
    supportProgram("IndexWriter", ["Base", "Imaging", "Storage"]),
    supportProgram("FileActor", ["Base", "CLinux", "FileActions"]),
    supportProgram("FuzzSeeds", ["CTurboJPEG", "Imaging", "PictureSamples"]),
    supportProgram(
      "photocell-obedient-decoder",
      ["CLacking", "CSandbox", "DecoderKit", "DecoderProtocol", "Imaging"]),
    .target(name: "CLacking", path: "Tests/Support/CLacking"),
    .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal"),
    .target(name: "CDeadlyDisk", path: "Tests/Support/CDeadlyDisk"),
    .target(name: "CStalledDisk", path: "Tests/Support/CStalledDisk"),
    .target(name: "CStubbornCurl", path: "Tests/Support/CStubbornCurl"),
    .target(
      name: "CVipsSamples",
      dependencies: ["CImath", "COpenJPEG", "CVips"],
      path: "Tests/Support/CVipsSamples",
      linkerSettings: [
        .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"), .linkedLibrary("glib-2.0"),
        .linkedLibrary("aom"), .linkedLibrary("jxl"), .linkedLibrary("openjp2"),
        .linkedLibrary("OpenEXR"), .linkedLibrary("OpenEXRCore"),
      ]),

    tests(
      "photocell",
      [
        "Browser", "Catalogs", "Configuration", "DecoderProtocol", "ExpiringCache", "FileActions",
        "HTTP", "ImagePipeline", "Imaging", "Photos", "RaceDemo", "SharedTier", "Storage",
        "Terminal", "photocell", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "RaceDemo",
      ["Browser", "Catalogs", "ImagePipeline", "Imaging", "Photos", "RaceDemo", "Terminal"]),
    tests(
      "Browser",
      [
        "Browser", "Catalogs", "DecoderProtocol", "ExpiringCache", "FileActions", "ImagePipeline",
        "Imaging", "Photos", "Storage", "Terminal",
      ]),
    tests("Terminal", ["CNcurses", "Imaging", "Terminal"]),
    tests(
      "Photos",
      [
        "Catalogs", "DecoderProtocol", "ExpiringCache", "FileActions", "ImagePipeline", "Imaging",
        "Photos", "Storage",
      ]),
    tests(
      "ImagePipeline",
      [
        "CTurboJPEG", "Catalogs", "DecoderKit", "DecoderProtocol", "ExpiringCache", "HTTP",
        "ImagePipeline", "Imaging", "PictureSamples", "SharedTier", "Storage", "TestServer",
        "photocell-decoder", "photocell-decoder-vips", "photocell-obedient-decoder",
      ]),
    tests(
      "Catalogs",
      ["CatalogStage", "Catalogs", "Configuration", "HTTP", "Imaging", "Storage", "TestServer"],
      exclude: ["Feeds/FormSamples.toml"]),
    tests("HTTP", ["CacheWriter", "ExpiringCache", "HTTP", "Storage", "TestServer"]),
    tests("SharedTier", ["Imaging", "SharedTier", "TestServer"]),
    tests(
      "Storage",
      ["ExpiringCache", "HTTP", "ImagePipeline", "Imaging", "IndexWriter", "Storage"]),
    tests("FileActions", ["FileActions", "FileActor"]),
    tests("Configuration", ["Configuration"]),
    tests("ExpiringCache", ["ExpiringCache"]),
    tests(
      "DecoderVips",
      ["CSpng", "DecoderKit", "DecoderProtocol", "DecoderVips", "Imaging", "PictureSamples"]),
    tests(
      "DecoderKit",
      ["CSpng", "CTurboJPEG", "DecoderKit", "DecoderProtocol", "Imaging", "PictureSamples"]),
    tests("DecoderProtocol", ["DecoderProtocol", "Imaging"]),
    tests("Imaging", ["DecoderKit", "DecoderProtocol", "Imaging", "PictureSamples"]),
    tests("Base", ["Catalogs"]),
    tests(
      "Smoke",
      [
        "CPseudoTerminal", "ImagePipeline", "Imaging", "PictureSamples", "TestServer", "photocell",
        "photocell-decoder", "photocell-decoder-vips",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// swift-tools-version: 6.3
import PackageDescription

/// The package name of photocell's modules, which SwiftPM takes from the name of their folder.
let photocell: String = {
  let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
  let name = folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
  return String(name.first?.isNumber == true ? ["_"] + name.dropFirst() : name)
}()

/// The targets are compiled under that name, which `packageAccess: false` leaves to the flag, so that
/// `package` declarations are visible to them as they are, without `-enable-testing`.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .unsafeFlags(["-package-name", photocell]),
]

let modules: Target.Dependency = .product(name: "PhotocellModules", package: "photocell")
let turboJPEG: Target.Dependency = .product(name: "CTurboJPEG", package: "photocell")

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "photocell", path: "..")],
  targets: [
    .executableTarget(
      name: "photocell-bench", dependencies: ["CBareJPEG", modules, turboJPEG],
      path: "photocell-bench", packageAccess: false, swiftSettings: settings),
    .target(name: "CBareJPEG", path: "CBareJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
      name: "DemoPhotos", dependencies: [modules, turboJPEG], path: "DemoPhotos",
      packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "DemoPhotosTests", dependencies: ["DemoPhotos", modules, turboJPEG],
      path: "DemoPhotosTests", packageAccess: false, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.3
import PackageDescription

// A package that uses the memory cache as others do: `make example` builds and runs it.
let package = Package(
  name: "ExampleCache",
  dependencies: [.package(name: "photocell", path: "../..")],
  targets: [
    .executableTarget(
      name: "ExampleCache",
      dependencies: [.product(name: "ExpiringCache", package: "photocell")])
  ])

import Base
import Glibc
import Storage

/// A cached listing of ten million photos in a bucket: opening it, and reading any page.
enum LargeListing: Benchmarking {
  static let name = "listing"
  static let count = 10_000_000
  static let pageSize = 1_000
  private static let memoryLimit = 150 * 1024

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("listed")
    defer { Workshop.remove(folder) }
    var making = Samples()
    let isMade = making.measure { Waiting<Bool> { await make(in: folder) }.result }
    guard isMade else { throw .silent("the list") }
    let results = "\(stage.workshop)/listing.results"
    try stage.itself([LargeListingChild.argument, folder, results]).run()
    let numbers = String(decoding: try Workshop.read(results), as: UTF8.self)
      .split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 4 else { throw .silent("the list") }
    var size = stat()
    guard unsafe stat("\(folder)/photos.sqlite", &size) == 0 else {
      throw .file(folder, errno: errno)
    }
    let (opening, median, slowest) = (
      Duration.nanoseconds(numbers[0]), Duration.nanoseconds(numbers[1]),
      Duration.nanoseconds(numbers[2])
    )
    return [
      Row(
        "list of 10,000,000 photos: from the start to its count", opening, limit: .milliseconds(50)),
      Row("  a photo at any rank, its page read", median, limit: .milliseconds(5)),
      Row("  the slowest of a hundred", slowest, limit: .milliseconds(5)),
      Row(
        what: "  memory after 2,000 of them", measured: "\(numbers[3] / 1024) MB",
        ratio: "\((Double(numbers[3]) / Double(memoryLimit)).text(places: 2)) of limit",
        target: "< \(memoryLimit / 1024) MB", verdict: .init(isKept: numbers[3] < memoryLimit)),
      Row(
        what: "  on disk, a photo",
        measured: "\((Double(size.st_size) / Double(count)).text(places: 1)) bytes"),
      Row("  to keep a page of 1,000", making.perItem(count / pageSize).median),
    ]
  }

  private static func make(in folder: String) async -> Bool {
    let index = PhotoIndex(folder: folder)
    guard let listing = await index.beginListing(ByteString(LargeListingChild.source)) else {
      return false
    }
    var random = SplitMix64(seed: 11)
    for page in 0..<count / pageSize {
      var part = ListingPart()
      part.objects = (0..<pageSize).map { object(page * pageSize + $0, &random) }
      part.last = part.objects.last?.key
      part.isWhole = page == count / pageSize - 1
      guard case .kept = await index.add(part, to: listing.id, at: page) else { return false }
    }
    return true
  }

  /// A camera photo with a checksum: two thousand a folder, some seconds apart.
  private static func object(_ number: Int, _ random: inout SplitMix64) -> ListedObject {
    ListedObject(
      key: ByteString("photos/\(10_000 + number / 2_000)/IMG_\(10_000 + number % 2_000).jpg"),
      byteCount: 3_000_000 + Int(random.next() >> 42), modified: 1_500_000_000 + 11 * number,
      entityTag: hexadecimal(random.next()) + hexadecimal(random.next()))
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = stride(from: 60, through: 0, by: -4).map { shift in
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
      return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

import Base
import Glibc
import Imaging
import Storage

/// Stores records of photos in an index, or the pages of a listing, until it is killed or has
/// stored so many; for tests that need another process at the index.
///
/// Arguments: the folder of the index, how many times a hundred are stored, and the first photo's
/// number, or `listing` instead. Prints one byte for each hundred.
@main
struct IndexWriter {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[2]) else { exit(64) }
    let index = PhotoIndex(folder: arguments[1])
    if arguments[3] == "listing" { return await list(count, in: index) }
    guard let first = Int(arguments[3]) else { exit(64) }
    for hundred in 0..<count {
      let numbers = (0..<100).map { first + hundred * 100 + $0 }
      await index.keep(
        numbers.map { (ByteString("IMG_\($0).jpg"), record(of: $0)) }, in: ByteString("/photos"))
      write(STDOUT_FILENO, ".", 1)
    }
  }

  /// Stores pages of a hundred objects each.
  private static func list(_ count: Int, in index: PhotoIndex) async {
    guard let listing = await index.beginListing(ByteString("list")) else { exit(1) }
    for page in 0..<count {
      var part = ListingPart()
      part.objects = (0..<100).map { number in
        let name = "\(1_000_000 + page * 100 + number)"
        return ListedObject(key: ByteString(name), byteCount: page, entityTag: "tag of \(name)")
      }
      part.last = part.objects.last?.key
      guard await index.add(part, to: listing.id, at: page) != .changed else { exit(1) }
      write(STDOUT_FILENO, ".", 1)
    }
  }

  /// A photo's record, derived from its number.
  private static func record(of number: Int) -> PhotoRecord {
    var metadata = PhotoMetadata()
    metadata.iso = number
    metadata.make = "Maker \(number % 7)"
    metadata.model = "Model \(number % 7)"
    metadata.captureDate = CaptureDate(wallMilliseconds: Int64(number) * 1_000)
    return PhotoRecord(
      metadata,
      version: IndexedVersion(
        byteCount: Int64(number), modified: Int64(number), changed: Int64(number),
        inode: UInt64(number)))
  }
}

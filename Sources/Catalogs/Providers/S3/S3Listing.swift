import Addresses
import Feeds
import Values
import XML

/// Reads a page of a bucket's list: the answer of `ListObjectsV2` (Amazon S3 API Reference).
struct S3Listing {
  let address: S3Address
  let location: S3Location

  /// Reads a document.
  /// - Returns: The photos among the objects, in the order of their keys, and where the list goes on.
  /// - Throws: `FeedError`; faults of single objects are in the page instead.
  func page(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let root: XMLElement
    do throws(XMLError) {
      root = try XMLParser.parse(document)
    } catch {
      throw FeedError(error)
    }
    guard root.name.local == "ListBucketResult" else {
      throw .unknownElement(ForeignName(root.name.local.utf8))
    }
    let isEncoded = root.child(.none, "EncodingType")?.text.elementsEqual("url".utf8) == true
    let objects = root.children(.none, "Contents")
    return FeedPage(objects, next: try next(after: root)) { object throws(EntryFault) in
      try entry(of: object, isEncoded: isEncoded)
    }
  }

  private func next(after root: XMLElement) throws(FeedError) -> WebURL? {
    guard root.child(.none, "IsTruncated")?.text.elementsEqual("true".utf8) == true,
      let token = root.child(.none, "NextContinuationToken")?.text, !token.isEmpty
    else { return nil }
    do throws(AddressError) {
      return try location.listing(prefix: address.prefix, after: token)
    } catch {
      throw .address(error)
    }
  }

  /// The entry of an object; none where it is no photo by its name, or empty.
  private func entry(of object: XMLElement, isEncoded: Bool) throws(EntryFault) -> [FeedEntry] {
    guard let text = object.child(.none, "Key")?.text, !text.isEmpty else {
      throw EntryFault(place: "line \(object.line)", error: .missing)
    }
    let key = isEncoded ? PercentEncoding.decodedForm(text) : text
    let byteCount = object.child(.none, "Size").flatMap {
      Int(String(decoding: $0.text, as: UTF8.self))
    }
    guard ServedPhoto.isPhoto(key), byteCount != 0 else { return [] }
    var entry: FeedEntry
    do throws(AddressError) {
      entry = FeedEntry(renditions: [Rendition(address: try location.object(key))])
    } catch {
      throw EntryFault(place: "line \(object.line)", error: .address(error))
    }
    var file = ServedFile(place: address.place(of: key))
    file.byteCount = byteCount
    file.modified = object.child(.none, "LastModified").flatMap { InternetTime.seconds($0.text) }
    // Some send it without the quotes that belong to it.
    let tag = object.child(.none, "ETag").map { $0.text.filter { $0 != UInt8(ascii: "\"") } }
    file.entityTag = tag.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    entry.file = file
    return [entry]
  }
}

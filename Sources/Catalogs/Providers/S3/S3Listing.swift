import Addresses
import Feeds
import Values
import XML

/// Reads a page of a bucket's list: the answer of `ListObjectsV2` (Amazon S3 API Reference).
struct S3Listing {
  let address: S3Address
  let location: S3Location
  /// Whether all objects are listed, those of the folders inside as well: as far as slashes make folders.
  let isRecursive: Bool

  /// The folder that is listed, as the beginning of the places in it; nil where it is none, or not it alone.
  var folder: ByteString? {
    let isFolder = address.prefix.isEmpty || address.prefix.last == UInt8(ascii: "/")
    return isFolder && !isRecursive ? address.place(of: address.prefix) : nil
  }

  /// The address of a page.
  /// - Throws: `AddressError.tooLong`.
  func page(after token: [UInt8]?) throws(AddressError) -> WebURL {
    try location.listing(prefix: address.prefix, isWhole: isRecursive, after: token)
  }

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
    var page = FeedPage(objects, next: try next(after: root)) { object throws(EntryFault) in
      try entry(of: object, isEncoded: isEncoded)
    }
    page.folders = root.children(.none, "CommonPrefixes").compactMap {
      folderName($0, isEncoded: isEncoded)
    }
    return page
  }

  /// What a folder is called; nil for hidden ones, and those that no path can lead through.
  private func folderName(_ part: XMLElement, isEncoded: Bool) -> ByteString? {
    guard let text = part.child(.none, "Prefix")?.text else { return nil }
    let key = isEncoded ? PercentEncoding.decodedForm(text) : text
    guard key.starts(with: address.prefix), key.last == UInt8(ascii: "/") else { return nil }
    let name = key.dropFirst(address.prefix.count).dropLast()
    guard let first = name.first, first != UInt8(ascii: "."), !name.contains(UInt8(ascii: "/"))
    else { return nil }
    return ByteString(name)
  }

  private func next(after root: XMLElement) throws(FeedError) -> WebURL? {
    guard root.child(.none, "IsTruncated")?.text.elementsEqual("true".utf8) == true,
      let token = root.child(.none, "NextContinuationToken")?.text, !token.isEmpty
    else { return nil }
    do throws(AddressError) {
      return try self.page(after: token)
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

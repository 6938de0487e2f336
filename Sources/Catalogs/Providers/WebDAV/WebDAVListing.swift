import Addresses
import Feeds
import HTTP
import Values
import XML

/// Reads what a server says of a folder and what is right in it: a `207` of RFC 4918, section 13.
///
/// Names are told by their namespaces, since every server has prefixes of its own.
struct WebDAVListing {
  /// What is asked for, the numbers and previews of Nextcloud included, which others do not know.
  static let question = HTTPQuestion.properties(
    """
    <?xml version="1.0" encoding="utf-8"?>\
    <d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">\
    <d:prop><d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><oc:fileid/>\
    <nc:has-preview/></d:prop></d:propfind>
    """)

  /// The folder, or the photo, that was asked about, by the address that answered.
  private let place: WebURL
  /// Its path as the server takes it, without a slash at its end.
  private let path: [UInt8]
  /// Its address up to the path.
  private let root: [UInt8]

  /// Takes what was asked about.
  init(of place: WebURL) {
    self.place = place
    path = Self.path(place)
    let text = Array(place.publicText.utf8)
    let length = place.path.utf8.count + (place.query.map { $0.utf8.count + 1 } ?? 0)
    root = Array(text.prefix(text.count - length))
  }

  /// Reads a document.
  /// - Returns: The photos right in the folder, and the folders as parts, both as the server has ordered them.
  /// - Throws: `FeedError`; faults of single entries are in the page instead.
  func page(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let answer: XMLElement
    do throws(XMLError) {
      answer = try XMLParser.parse(document)
    } catch {
      throw FeedError(error)
    }
    guard answer.name == XMLName(.dav, "multistatus") else {
      throw .unknownElement(ForeignName(answer.name.local.utf8))
    }
    var folders: [WebURL] = []
    var page = FeedPage(answer.children(.dav, "response"), next: nil) {
      response throws(EntryFault) in
      try entry(of: response, folders: &folders)
    }
    page.parts = folders
    page.folders = folders.compactMap {
      WebDAVAddress.name(of: $0).bytes.split(separator: UInt8(ascii: "/")).last
        .map { ByteString($0) }
    }
    return page
  }

  /// The entry of a file; none where it is no photo by its name, or empty; a folder is noted.
  private func entry(
    of response: XMLElement, folders: inout [WebURL]
  ) throws(EntryFault) -> [FeedEntry] {
    let properties = Properties(of: response)
    let found: WebURL?
    do throws(FeedError) {
      found = try address(of: response)
    } catch {
      throw EntryFault(place: "line \(response.line)", error: error)
    }
    guard let found else { return [] }
    let isItself = Self.path(found) == path
    guard !properties.isFolder else {
      if !isItself, !Self.isHidden(found), let folder = try? WebURL(Self.withSlash(found)) {
        folders.append(folder)
      }
      return []
    }
    guard ServedPhoto.isPhoto(Self.path(found)), properties.byteCount != 0 else { return [] }
    var file = ServedFile(place: WebDAVAddress.name(of: found))
    file.byteCount = properties.byteCount
    file.modified = properties.modified
    file.entityTag = properties.entityTag
    file.isTagWeak = properties.isTagWeak
    return [
      ServedPhoto.entry(
        file, at: properties.previews(of: found) + [Rendition(address: found)])
    ]
  }

  /// What a response is about; nil for what lies deeper than it was asked about.
  ///
  /// Servers behind others call themselves by addresses of their own, with another scheme or port: it is the path
  /// that counts. Another host is another server, and nobody has to be asked there.
  private func address(of response: XMLElement) throws(FeedError) -> WebURL? {
    guard let reference = response.child(.dav, "href")?.text else { throw .missing }
    let found: WebURL
    do throws(AddressError) {
      let said = try place.resolving(reference)
      guard said.host == place.host else { throw AddressError.badHost }
      found = try WebURL(root + said.path.utf8)
    } catch {
      throw error == .badHost ? .elsewhere : .address(error)
    }
    let own = Self.path(found)
    guard own != path else { return found }
    guard own.starts(with: path + [UInt8(ascii: "/")]) else { throw .elsewhere }
    return own.dropFirst(path.count + 1).contains(UInt8(ascii: "/")) ? nil : found
  }

  /// The path as the server takes it, without slashes at its end.
  private static func path(_ address: WebURL) -> [UInt8] {
    var path = PercentEncoding.decoded(address.path.utf8)
    while path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  private static func isHidden(_ folder: WebURL) -> Bool {
    path(folder).split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".")
  }

  private static func withSlash(_ folder: WebURL) -> [UInt8] {
    Array((folder.path.hasSuffix("/") ? folder.publicText : folder.publicText + "/").utf8)
  }
}

extension WebDAVListing {
  /// What a server says of a file or a folder.
  struct Properties {
    /// Whether others may be in it.
    let isFolder: Bool
    /// The size in bytes; nil where it is not said.
    let byteCount: Int?
    /// When it was last written, in seconds since 1970 in UTC; nil where it is not said.
    let modified: Int?
    /// The name of this version, without quotes and the mark of weak ones; nil where it has none.
    let entityTag: String?
    /// Whether it was marked as weak.
    let isTagWeak: Bool
    /// Its number in Nextcloud; nil elsewhere.
    let fileID: Int?
    /// Whether Nextcloud makes smaller pictures of it.
    let hasPreview: Bool

    /// Takes those that are there; of others a server has a list of its own, with the status 404.
    init(of response: XMLElement) {
      let known = response.children(.dav, "propstat").filter { part in
        guard let status = part.child(.dav, "status")?.text else { return true }
        return status.split(separator: UInt8(ascii: " ")).dropFirst().first?
          .elementsEqual("200".utf8) == true
      }.compactMap { $0.child(.dav, "prop") }
      func element(_ namespace: XMLNamespace, _ name: String) -> XMLElement? {
        known.lazy.compactMap { $0.child(namespace, name) }.first
      }
      func text(_ namespace: XMLNamespace, _ name: String) -> String? {
        let text = element(namespace, name).map { $0.text.filter { !$0.isSpace } }
        return text.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
      }
      isFolder = element(.dav, "resourcetype")?.child(.dav, "collection") != nil
      byteCount = text(.dav, "getcontentlength").flatMap { Int($0) }
      modified = element(.dav, "getlastmodified").flatMap {
        HTTPDate.seconds(String(decoding: $0.text, as: UTF8.self), now: 0)
      }
      let tag = text(.dav, "getetag") ?? ""
      isTagWeak = tag.hasPrefix("W/")
      let name = tag.dropFirst(isTagWeak ? 2 : 0).filter { $0 != "\"" }
      entityTag = name.isEmpty ? nil : name
      fileID = text(.ownCloud, "fileid").flatMap { Int($0) }
      hasPreview = text(.nextcloud, "has-preview") == "true"
    }
  }
}

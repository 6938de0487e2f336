import Base
import HTTP

/// Parses the properties of a folder and its children: a `207` response (RFC 4918, section 13).
/// Elements are matched by namespace, since prefixes differ between servers.
struct WebDAVListing {
  /// Includes Nextcloud's file ids and previews, which other servers ignore.
  static let question = HTTPRequestBody.properties(
    """
    <?xml version="1.0" encoding="utf-8"?>\
    <d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">\
    <d:prop><d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><oc:fileid/>\
    <nc:has-preview/></d:prop></d:propfind>
    """)

  /// The URL of the folder or photo that responded.
  private let place: WebURL
  private let path: [UInt8]
  private let root: [UInt8]

  init(of place: WebURL) {
    self.place = place
    path = Self.path(place)
    let text = Array(place.publicText.utf8)
    let length = place.path.utf8.count + (place.query.map { $0.utf8.count + 1 } ?? 0)
    root = Array(text.prefix(text.count - length))
  }

  func page(in document: [UInt8]) throws(FeedError) -> FeedPage {
    let answer = try FeedReader.root(of: document)
    guard answer.name == XMLName(.dav, "multistatus") else {
      throw .unknownElement(ForeignName(answer.name.local.utf8))
    }
    var folders: [WebURL] = []
    var page = FeedPage(answer.children(.dav, "response"), next: nil) {
      response throws(FeedEntryError) in
      try entry(of: response, folders: &folders)
    }
    page.parts = folders
    page.folders = folders.compactMap {
      WebDAVAddress.name(of: $0).bytes.split(separator: UInt8(ascii: "/")).last
        .map { ByteString($0) }
    }
    return page
  }

  /// Empty for a file that is not a photo by its name, or has no bytes.
  private func entry(
    of response: XMLElement, folders: inout [WebURL]
  ) throws(FeedEntryError) -> [WebPhoto] {
    let properties = Properties(of: response)
    let found = try rethrowing(as: { FeedEntryError(line: response.line, $0) }) {
      () throws(FeedError) in try address(of: response)
    }
    guard let found else { return [] }
    let own = Self.path(found)
    guard !properties.isFolder else {
      let isHidden = own.split(separator: UInt8(ascii: "/")).last?.first == UInt8(ascii: ".")
      let address = found.publicText + (found.path.hasSuffix("/") ? "" : "/")
      if own != path, !isHidden, let folder = try? WebURL(address.utf8) { folders.append(folder) }
      return []
    }
    guard ServedPhoto.isPhoto(own), properties.byteCount != 0 else { return [] }
    var file = ServedFile(place: WebDAVAddress.name(of: found))
    file.byteCount = properties.byteCount
    file.modified = properties.modified
    file.entityTag = properties.entityTag
    file.isTagWeak = properties.isTagWeak
    return [
      ServedPhoto.entry(file, at: properties.previews(of: found) + [Rendition(address: found)])
    ]
  }

  /// The URL of a response; nil for descendants below the requested depth.
  ///
  /// Servers behind a proxy state their own scheme or port, so only the path is used. Another host
  /// is an error, so that no other server is accessed.
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

  private static func path(_ address: WebURL) -> [UInt8] {
    Array(PercentEncoding.decoded(address.path.utf8).withoutSlashes)
  }

  struct Properties {
    let isFolder: Bool
    let byteCount: Int?
    /// In seconds since 1970 UTC.
    let modified: Int?
    /// Without quotes and weak mark.
    let entityTag: String?
    let isTagWeak: Bool
    let fileID: Int?
    let hasPreview: Bool

    /// Uses the properties with status 200; missing ones are listed separately with 404.
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

extension WebDAVListing.Properties {
  /// The box sizes to which Nextcloud rounds preview requests, in pixels.
  private static let sides = [256, 1_024]
  /// Path prefixes of files before the user's name.
  private static let roots = ["/remote.php/dav/files/", "/remote.php/webdav/"]

  /// Nextcloud's previews of a file, ascending by size; empty for other servers. The version is
  /// part of the address only for caching, and is ignored by the server.
  func previews(of file: WebURL) -> [Rendition] {
    let path = file.path
    guard hasPreview, let fileID, fileID > 0,
      let start = Self.roots.lazy.compactMap({ path.firstRange(of: $0)?.lowerBound }).first
    else { return [] }
    let version = entityTag.map { "&c=\($0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })" }
    return Self.sides.compactMap { side in
      let preview = """
        \(path[..<start])/index.php/core/preview?fileId=\(fileID)&x=\(side)&y=\(side)&a=1\
        &forceIcon=0\(version ?? "")
        """
      // The longer side fits the box.
      return (try? file.resolving(preview.utf8)).map { Rendition(address: $0, width: side) }
    }
  }
}

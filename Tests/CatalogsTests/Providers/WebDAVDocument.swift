/// Servers' responses about a folder, each with its own prefixes and habits.
enum WebDAVDocument: String, CaseIterable {
  case apache, nextcloud, rclone, wsgidav

  /// A file or a folder in a folder.
  struct Item {
    var href: String
    var isFolder = false
    var size = 9
    var tag = "t"
    var date = "Wed, 01 May 2024 12:30:00 GMT"
    var hasPreview = false
  }

  /// A response about a folder at `/dav/` unless another one is named.
  func text(_ items: [Item], folder: String = "/dav/") -> String {
    let all = [Item(href: folder, isFolder: true)] + items
    return switch self {
    case .apache:
      """
      <?xml version="1.0" encoding="utf-8"?>
      <D:multistatus xmlns:D="DAV:" xmlns:ns1="http://owncloud.org/ns" xmlns:ns0="DAV:">
      \(all.map(Self.apache).joined(separator: "\n"))
      </D:multistatus>
      """
    case .nextcloud:
      """
      <?xml version="1.0"?>
      <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" \
      xmlns:nc="http://nextcloud.org/ns">\(all.map(Self.nextcloud).joined())</d:multistatus>
      """
    case .rclone:
      """
      <?xml version="1.0" encoding="UTF-8"?><D:multistatus xmlns:D="DAV:">\
      \(all.map(Self.rclone).joined())</D:multistatus>
      """
    case .wsgidav:
      """
      <?xml version="1.0" encoding="utf-8" ?>
      <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="http://owncloud.org/ns">\
      \(all.map(Self.wsgidav).joined())</ns0:multistatus>
      """
    }
  }

  private static func apache(_ item: Item) -> String {
    """
    <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/" xmlns:g0="http://owncloud.org/ns">
    <D:href>\(item.href)</D:href>
    <D:propstat>
    <D:prop>
    <lp1:resourcetype>\(item.isFolder ? "<D:collection/>" : "")</lp1:resourcetype>
    \(item.isFolder ? "" : "<lp1:getcontentlength>\(item.size)</lp1:getcontentlength>")
    <lp1:getlastmodified>\(item.date)</lp1:getlastmodified>
    <lp1:getetag>"\(item.tag)"</lp1:getetag>
    </D:prop>
    <D:status>HTTP/1.1 200 OK</D:status>
    </D:propstat>
    <D:propstat>
    <D:prop>
    <g0:fileid/>
    </D:prop>
    <D:status>HTTP/1.1 404 Not Found</D:status>
    </D:propstat>
    </D:response>
    """
  }

  private static func nextcloud(_ item: Item) -> String {
    let size = item.isFolder ? "" : "<d:getcontentlength>\(item.size)</d:getcontentlength>"
    let missing = item.isFolder ? "<d:getcontentlength/>" : "<d:quota/>"
    return """
      <d:response><d:href>\(item.href)</d:href><d:propstat><d:prop><d:resourcetype>\
      \(item.isFolder ? "<d:collection/>" : "")</d:resourcetype>\(size)\
      <d:getlastmodified>\(item.date)</d:getlastmodified><d:getetag>&quot;\(item.tag)&quot;</d:getetag>\
      <oc:fileid>42</oc:fileid><nc:has-preview>\(item.hasPreview)</nc:has-preview></d:prop>\
      <d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop>\(missing)</d:prop>\
      <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response>
      """
  }

  private static func rclone(_ item: Item) -> String {
    let known =
      item.isFolder
      ? #"<D:resourcetype><D:collection xmlns:D="DAV:"/></D:resourcetype>"#
      : """
      <D:resourcetype></D:resourcetype><D:getcontentlength>\(item.size)</D:getcontentlength>\
      <D:getetag>"\(item.tag)"</D:getetag>
      """
    let missing =
      item.isFolder ? "<D:getcontentlength></D:getcontentlength><D:getetag></D:getetag>" : ""
    return """
      <D:response><D:href>\(item.href)</D:href><D:propstat><D:prop>\(known)\
      <D:getlastmodified>\(item.date)</D:getlastmodified></D:prop><D:status>HTTP/1.1 200 OK</D:status>\
      </D:propstat><D:propstat><D:prop>\(missing)<fileid xmlns="http://owncloud.org/ns"></fileid></D:prop>\
      <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
      """
  }

  private static func wsgidav(_ item: Item) -> String {
    let known =
      item.isFolder
      ? "<ns0:resourcetype><ns0:collection /></ns0:resourcetype>"
      : """
      <ns0:resourcetype /><ns0:getcontentlength>\(item.size)</ns0:getcontentlength>\
      <ns0:getetag>\(item.tag)</ns0:getetag>
      """
    return """
      <ns0:response><ns0:href>\(item.href)</ns0:href><ns0:propstat><ns0:prop>\(known)\
      <ns0:getlastmodified>\(item.date)</ns0:getlastmodified></ns0:prop>\
      <ns0:status>HTTP/1.1 200 OK</ns0:status></ns0:propstat><ns0:propstat><ns0:prop>\
      <ns1:fileid /></ns0:prop><ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:propstat></ns0:response>
      """
  }
}

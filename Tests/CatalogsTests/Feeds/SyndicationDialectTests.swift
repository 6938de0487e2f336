import Base
import Catalogs
import Testing

/// Feeds that deviate from RSS 2.0 and Atom.
struct SyndicationDialectTests {
  @Test func `RSS 1 is read`() throws {
    let text = """
      <?xml version="1.0"?>
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel rdf:about="https://news.example/"><title>News</title><link>https://news.example/</link></channel>
      <item rdf:about="https://news.example/1"><title>One</title><link>https://news.example/1</link>
        <dc:creator>Ada</dc:creator><dc:date>2024-01-01</dc:date><description>Short</description>
        <content:encoded><![CDATA[<p>Long</p><img src="/1.jpg">]]></content:encoded></item>
      </rdf:RDF>
      """
    #expect(try read(text) == ["One | Ada | 2024-01-01 | Short | https://news.example/1.jpg"])
  }

  @Test(arguments: ["", " xmlns='http://purl.org/atom/ns#'", " xmlns='urn:nobody'"])
  func `Atom 0.3 is read, with another namespace or none`(namespace: String) throws {
    let text = """
      <feed version="0.3"\(namespace)><author><name>Bo</name></author>
      <entry><title>Two</title><link rel="alternate" href="/2"/><modified>2024-01-02</modified>
      <content type="text/html" mode="escaped">&lt;img src="2.jpg"></content></entry></feed>
      """
    #expect(try read(text) == ["Two | Bo | 2024-01-02 | - | /feeds/2.jpg"])
  }

  @Test(arguments: [
    "<rss><channel><item><media:thumbnail url='a.jpg'/></item></channel></rss>",
    "<rss xmlns='http://backend.example/rss2'><channel><item><enclosure url='a.jpg'/></item></channel></rss>",
    "<rss xmlns:x='https://search.yahoo.com/mrss'><channel><item><x:content url='a.jpg'/></item></channel></rss>",
    "<rss><channel><title/></channel><item><enclosure url='a.jpg'/></item></rss>",
    "<rss><channel><item><content:encoded>&lt;img src='a.jpg'&gt;</content:encoded></item></channel></rss>",
    "<rss><channel><item><description><p>x</p><p><img src='a.jpg'/></p></description></item></channel></rss>",
    "<rss><channel><link>https://host.example/feeds/</link><item><description>&lt;img src=a.jpg></description></item></channel></rss>",
    "<feed><link href='/feeds/' /><entry><summary type='html'>&lt;img src=a.jpg></summary></entry></feed>",
    "<feed xml:base='/feeds/x/'><entry xml:base='..'><content type='html'>&lt;img src=a.jpg></content></entry></feed>",
    """
    <feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml' xml:base='/feeds/'>
    <div xmlns='http://www.w3.org/1999/xhtml'>x <img src='a.jpg' alt=''/></div></content></entry></feed>
    """,
  ])
  func `an image is found in each dialect`(text: String) throws {
    #expect(try page(text).entries.map { $0.renditions.map(\.shown) } == [["/feeds/a.jpg"]])
  }

  @Test func `enclosures take precedence over images in content, those over the description`()
    throws
  {
    let text = """
      <rss><channel><item><description>&lt;img src='d.jpg'></description><enclosure url='e.jpg'/></item>
      <item><description>&lt;img src='d.jpg'></description>
      <content:encoded>&lt;img src='http://127.0.0.1/'>&lt;img src='c.jpg'></content:encoded></item>
      <item><description>&lt;img src='http://127.0.0.1/'></description></item></channel></rss>
      """
    let page = try page(text)
    #expect(
      page.entries.map { $0.renditions.map(\.shown) } == [["/feeds/e.jpg"], ["/feeds/c.jpg"]])
    #expect(page.faults.first.map(\.error) == [.noPicture])
  }

  @Test func `HTML entities are decoded; unknown ones and bare ampersands stay text`() throws {
    let text = """
      <rss><channel><item><title>Caf&eacute; & bar&nbsp;&hellip; A&B &foo; &#0; </title>
      <enclosure url='a.jpg?x=1&y=2&amp;z'/></item></channel></rss>
      """
    #expect(
      try read(text) == ["Café & bar\u{A0}… A&B &foo; &#0; | - | - | - | /feeds/a.jpg?x=1&y=2&z"])
  }

  @Test func `entity definitions are refused`() {
    let text = "<!DOCTYPE rss [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><rss><channel/></rss>"
    #expect(throws: FeedError.xml(.internalSubset, TextPosition(of: 14, in: Array(text.utf8)))) {
      try read(text)
    }
  }
}

import Base
import Testing

@testable import Catalogs

struct HTMLPictureTests {
  @Test(arguments: [
    ("<p>a <img src=\"a.jpg\"> b <img src='b.jpg'>", "/feeds/a.jpg"),
    ("<IMG ALT=x SRC = a.jpg />", "/feeds/a.jpg"),
    ("<img src=a.jpg>", "/feeds/a.jpg"),
    ("<img src=/a/b.jpg/>", "/a/b.jpg/"),
    ("<img\n\tsrc='\n a.jpg '>", "/feeds/a.jpg"),
    ("<img alt='>' title=\"<img src=x.jpg>\" src=a.jpg>", "/feeds/a.jpg"),
    ("<img src=a.jpg src=b.jpg>", "/feeds/a.jpg"),
    ("<img src='a.jpg?x=1&amp;y=2&copy=3&#38;z'>", "/feeds/a.jpg?x=1&y=2&copy=3&z"),
    ("<img src='a&eacute;.jpg'>", "/feeds/a%C3%A9.jpg"),
    ("<img src='a b.jpg'>", "/feeds/a%20b.jpg"),
    ("<img src='//cdn.example/a.jpg'>", "https://cdn.example/a.jpg"),
    ("<!-- <img src=x.jpg> --><img src=a.jpg>", "/feeds/a.jpg"),
    (
      "<script>'<img src=x.jpg>'</script><style><img src=x.jpg></style><img src=a.jpg>",
      "/feeds/a.jpg"
    ),
    ("<image src=x.jpg><imgs src=x.jpg>< img src=x.jpg><img src=a.jpg>", "/feeds/a.jpg"),
    ("<noscript><img src=a.jpg></noscript>", "/feeds/a.jpg"),
    ("<a href='x.jpg'>", ""), ("<img>", ""), ("<img src=''>", ""), ("<img src=a.jpg", ""),
    ("<img src='a.jpg>", ""), ("<!-- <img src=a.jpg>", ""), ("a < b <", ""), ("", ""),
  ])
  func `the first image of the HTML is found by a browser's rules`(html: String, pictures: String)
    throws
  {
    #expect(try Self.shown(html) == pictures)
  }

  @Test(arguments: [
    "<img src=x.gif width=1 height=1>", "<img src=x.gif width='1px'>", "<img src=x.gif height=0>",
    "<img src=x.png width=16 height=16>",
    "<img src='http://feeds.feedburner.com/~r/Blog/~4/abc'>",
    "<img src='http://feeds.example.com/~ff/blog?d=1'>",
    "<img src='https://pixel.wp.com/b.gif?x'>", "<img src='//stats.wordpress.com/b.gif'>",
    "<img src='http://1.gravatar.com/avatar/0?s=96'>",
    "<img src='/wp-includes/images/smilies/icon_smile.gif'>",
    "<img src='https://s.w.org/images/core/emoji/2.3/72x72/1f642.png' class=wp-smiley>",
    "<img src='https://medium.com/_/stat?event=post'>",
    "<img src='data:image/gif;base64,AAAA'>", "<img src='http://127.0.0.1/x.jpg'>",
    "<img src='javascript:alert(1)'>", "<img src='file:///x.jpg'>",
  ])
  func `icons, tracking pixels, emoji and unusable addresses are skipped`(html: String) throws {
    #expect(try Self.shown(html) == "")
    #expect(try Self.shown("\(html)<img src=a.jpg width=100% height=300>") == "/feeds/a.jpg")
  }

  @Test(arguments: [
    ("<img src=s.gif data-src=a.jpg>", "/feeds/a.jpg"),
    ("<img src='data:image/png;base64,A' data-lazy-src=a.jpg>", "/feeds/a.jpg"),
    (
      "<img src=a.jpg srcset='a-300.jpg 300w, a.jpg 900w,a-600.jpg 600w'>",
      "/feeds/a-300.jpg 300x? /feeds/a-600.jpg 600x? /feeds/a.jpg 900x?"
    ),
    ("<img src=a.jpg srcset='b.jpg, c.jpg 2x'>", "/feeds/a.jpg /feeds/b.jpg /feeds/c.jpg"),
    ("<img srcset='b,1.jpg 640w'>", "/feeds/b,1.jpg 640x?"),
    ("<img src=s.gif data-srcset='b.jpg 10w' data-src=a.jpg>", "/feeds/a.jpg /feeds/b.jpg 10x?"),
    (
      "<picture><source srcset='a.webp 800w'><source srcset='b.jpg 9w'><img src=a.jpg></picture>",
      "/feeds/a.jpg /feeds/a.webp 800x?"
    ),
    ("<video><source src=x.mp4></video><img src=a.jpg>", "/feeds/a.jpg"),
    ("<img src=a.jpg srcset=',,'>", "/feeds/a.jpg"),
    (
      "<img src=a.jpg srcset='data:image/gif;base64,AA 1w, , b.jpg xw'>",
      "/feeds/a.jpg /feeds/b.jpg"
    ),
  ])
  func `srcset sizes and lazy-loading attributes are used`(html: String, pictures: String) throws {
    #expect(try Self.shown(html) == pictures)
  }

  private static func shown(_ html: String) throws -> String {
    let origin = FeedOrigin(address: try WebURL("https://host.example/feeds/x".utf8))
    return HTMLPicture.renditions(in: Array(html.utf8), from: origin).map(\.shown)
      .joined(separator: " ")
  }
}

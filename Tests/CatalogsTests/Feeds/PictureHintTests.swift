import Base
import Catalogs
import Imaging
import Testing

private let blurText = "LEHV6nWB2yk8pyo0adR*.7kCMdnj"
private let thumbText = "3OcRJYB4d3h/iIeHeEh3eIhw+j3A"

/// Which hints feeds give of their images, and which of them are used.
struct PictureHintTests {
  /// What is expected, by a short name.
  enum Expected: Sendable {
    case blur, thumb, brown, nothing

    var hint: PictureHint? {
      switch self {
      case .blur: BlurHash(blurText.utf8).map(PictureHint.blurHash)
      case .thumb: ThumbHash(base64: thumbText.utf8).map(PictureHint.thumbHash)
      case .brown: .color(RGB(packed: 0x978E82))
      case .nothing: nil
      }
    }
  }

  @Test(
    arguments: [
      // Pexels.
      (
        """
        {"photos":[{"id":1,"width":3024,"height":3024,"photographer":"Jo","avg_color":"#978E82",
          "src":{"original":"/o.jpg","medium":"/m.jpg"}}]}
        """, [.brown]
      ),
      // Unsplash; its hash takes precedence over its colour.
      (
        """
        [{"urls":{"small":"/s","thumb":"/t"},"color":"#60544D","blur_hash":"\(blurText)"},
         {"urls":{"small":"/s2","thumb":"/t2"},"color":"#978e82","blur_hash":null}]
        """, [.blur, .brown]
      ),
      // Mastodon and Pixelfed: each attachment has its own; one that is still computed has none.
      (
        """
        [{"account":{"username":"a"},"content":"x","media_attachments":[
          {"type":"image","url":"/1.jpg","preview_url":"/1s.jpg","blurhash":"\(blurText)"},
          {"type":"image","url":"/2.jpg","preview_url":"/2s.jpg","blurhash":null},
          {"type":"gifv","url":"/3.mp4","preview_url":"/3s.png","blurhash":"\(blurText)"}]}]
        """, [.blur, .nothing, .blur]
      ),
      // Misskey: the hash of a file, not that of the user's avatar.
      (
        """
        [{"id":"n","text":"Cow","user":{"avatarUrl":"/u.png","avatarBlurhash":"00HV6n"},"files":[
          {"id":"f","name":"cow.jpg","type":"image/jpeg","url":"/cow.jpg","thumbnailUrl":"/cow-s.webp",
           "blurhash":"\(blurText)","properties":{"width":1280,"height":960}}]}]
        """, [.blur]
      ),
      // Immich, behind something that adds addresses.
      (
        """
        {"assets":[{"id":"i","originalFileName":"a.jpg","thumbhash":"\(thumbText)",
          "image":"/api/assets/i/thumbnail?size=preview"}]}
        """, [.thumb]
      ),
    ] as [(String, [Expected])])
  func `hints of known services are read`(document: String, expected: [Expected]) throws {
    #expect(try page(document).entries.map(\.hint) == expected.map(\.hint))
  }

  @Test(
    arguments: [
      (##"{"image":"/a.jpg","blurhash":"\##(blurText)"}"##, .blur),
      (##"{"image":"/a.jpg","blurHash":"\##(blurText)"}"##, .blur),
      (
        ##"{"image":"/a.jpg","blur_hash":"\##(blurText)","thumb_hash":"\##(thumbText)","color":"#fff"}"##,
        .thumb
      ),
      (##"{"image":"/a.jpg","average_color":"#978E82","color":"#ffffff"}"##, .brown),
      (##"{"image":"/a.jpg","dominantColor":"#978E82"}"##, .brown),
      (##"{"image":"/a.jpg","color":"#978E82"}"##, .brown),
      (##"{"image":{"url":"/a.jpg","width":4,"height":3,"blurhash":"\##(blurText)"}}"##, .blur),
      (
        ##"{"images":[{"url":"/a.jpg","blurhash":"\##(blurText)"},{"url":"/b.jpg","blurhash":"00HV6n"}]}"##,
        .blur
      ),
      (
        ##"{"sizes":{"a":1},"blurhash":"\##(blurText)","image":{"small":"/s.jpg","large":"/l.jpg"}}"##,
        .blur
      ),
      (##"{"node":{"image":"/a.jpg","blurhash":"\##(blurText)"}}"##, .blur),
      (##"{"image":"/a.jpg","color":"red"}"##, .nothing),
      (##"{"image":"/a.jpg","color":"rgb(1,2,3)"}"##, .nothing),
      (##"{"image":"/a.jpg","color":"#ffff"}"##, .nothing),
      (##"{"image":"/a.jpg","color":"#97 8E82"}"##, .nothing),
      (##"{"image":"/a.jpg","color":"#978E821"}"##, .nothing),
      (##"{"image":"/a.jpg","color":978682,"blurhash":["\##(blurText)"]}"##, .nothing),
      (##"{"image":"/a.jpg","blurhash":"#978E82","thumbhash":"no"}"##, .nothing),
      (##"{"image":"/a.jpg","user":{"color":"#978E82"}}"##, .nothing),
    ] as [(String, Expected)])
  func `hints are found under common member names`(item: String, expected: Expected) throws {
    let entries = try page(#"{"items":[\#(item)]}"#).entries
    #expect(entries.map(\.hint) == [expected.hint])
  }

  @Test(arguments: ["image.src", "src"])
  func `with a mapped image path the hint beside the image is used`(path: String) throws {
    let document =
      path == "src"
      ? ##"[{"src":"/a.jpg","color":"#978E82"}]"##
      : ##"[{"image":{"src":"/a","avg_color":"#978E82"}}]"##
    let entries = try page(document, mapping: JSONMapping(image: path)).entries
    #expect(entries.map(\.hint) == [Expected.brown.hint])
  }

  @Test func `a list of addresses has no hints`() throws {
    #expect(try page(#"["/a.jpg"]"#).entries.map(\.hint) == [nil])
  }

  @Test(
    arguments: [
      ("#000", 0), ("#fff", 0xFFFFFF), ("#1aF", 0x11AAFF), ("#978E82", 0x978E82), ("", nil),
      ("#", nil), ("#12", nil), ("#12345", nil), ("#1234567", nil), ("#12345678", nil),
      ("123", nil),
      ("#12g", nil), ("#-12", nil), ("##123", nil), ("# 123456", nil),
    ] as [(String, UInt32?)])
  func `a colour has three or six digits`(text: String, value: UInt32?) {
    #expect(RGB(hexadecimal: text.utf8)?.packed == value)
  }

  @Test func `the size is that of the largest rendition with both sides known`() throws {
    let renditions = [
      Rendition(address: try WebURL("http://h/s".utf8), width: 40, height: 30),
      Rendition(address: try WebURL("http://h/m".utf8), width: 400, height: 300),
      Rendition(address: try WebURL("http://h/l".utf8), width: 4000),
    ]
    #expect(WebPhoto(renditions: renditions).largestSize == PixelSize(width: 400, height: 300))
    #expect(WebPhoto(renditions: renditions.suffix(1)).largestSize == nil)
  }
}

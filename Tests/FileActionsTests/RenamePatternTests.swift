import Base
import FileActions
import TestSupport
import Testing

/// Names that photos get by a pattern.
struct RenamePatternTests {
  /// Photos `path`, `path@seconds` or `path@seconds@camera`.
  private func photos(_ texts: String) -> [RenamedPhoto] {
    texts.split(separator: " ").map { text in
      let parts = text.split(separator: "@").map(String.init)
      var photo = RenamedPhoto(ByteString(parts[0]))
      if parts.count > 1 { (photo.taken, photo.hasTime) = (Int(parts[1]), true) }
      if parts.count > 2 { photo.camera = parts[2].replacing("+", with: " ") }
      return photo
    }
  }

  private func names(
    _ pattern: String, _ texts: String
  ) throws(RenamePatternError) -> String {
    let renames = try RenamePattern(pattern).renames(of: photos(texts))
    return renames.map(\.name.lossyText).joined(separator: " ")
  }

  @Test(arguments: [
    // 22 August 2026, 08:50:07.
    ("{date:%Y%m%d-%H%M%S}{ext}", "f/a.JPG@1787388607", "20260822-085007.JPG"),
    ("{date:%y_%j %%}", "a.jpg@1787388607", "26_234 %"),
    ("{date}", "a.jpg@-1", "1969-12-31"), ("{date:%j}", "a.jpg@1735603200", "366"),
    ("x{n}{ext}", "a.jpg b.png c", "x1.jpg x2.png x3"),
    ("{n:3}-{name}{ext}", "a.b.jpg .c", "001-a.b.jpg 002-.c"),
    ("{n}", "0 1 2 3 4 5 6 7 8 9", "01 02 03 04 05 06 07 08 09 10"),
    ("{camera}{n}", "a@0@ILCE-7M4 b@0@Canon+EOS+R6/x c@0@..é+", "ILCE-7M41 Canon-EOS-R6-x2 é3"),
    ("{{n}}{name}", "a.jpg", "{n}}a"), ("{name}é{ext}", "é.jpg", "éé.jpg"),
    // Both files of a pair are one photo, in one folder.
    ("{n}{ext}", "a.jpg a.nef b.jpg c/a.nef", "1.jpg 1.nef 2.jpg 3.nef"),
    ("{n}{ext}", "a.jpg a.png", "1.jpg 2.png"),
    ("{date:%d}{ext}", "a.jpg@86400 a.nef@0", "02.jpg 02.nef"),
    // A name may be used once in each folder.
    ("x{ext}", "a/a.jpg b/a.jpg", "x.jpg x.jpg"),
  ])
  func `fields are replaced`(pattern: String, photos: String, after: String) throws {
    #expect(try names(pattern, photos) == after)
  }

  @Test(arguments: [
    ("{foo}", RenamePatternError.unknownField("foo")), ("{n:0}", .unknownField("n:0")),
    ("{n:x}", .unknownField("n:x")), ("{ext:3}", .unknownField("ext:3")), ("{}", .unknownField("")),
    ("{date:%Y-%B}", .unknownDate("%B")), ("{date:%}", .unknownDate("% ")), ("a{n", .unclosed),
    ("{", .unclosed),
  ])
  func `a pattern with a mistake is refused`(pattern: String, error: RenamePatternError) {
    #expect(throws: error) { try RenamePattern(pattern) }
  }

  @Test(arguments: [
    ("{date}{n}", "a@0 b c", "2 photos have no date; nothing was renamed"),
    ("{date}{n}", "b a@0", "b has no date; nothing was renamed"),
    ("{camera}{n}", "a@0@E b@0@/ c", "2 photos have no camera; nothing was renamed"),
    ("x", "a b", "a and b would both be named x: add {n}; nothing was renamed"),
    (
      "{date:%S}{ext}", "a.jpg@7 b.jpg@67",
      "a.jpg and b.jpg would both be named 07.jpg: add {n}; nothing was renamed"
    ),
    (
      "{name}{n:1}", "a1 0 1 2 3 4 5 6 7 8 a",
      "a1 and a would both be named a11; nothing was renamed"
    ),
    ("x{n}", "a.jpg a.nef", "a.jpg and a.nef would both be named x1: add {ext}"),
    // Photos that would become a pair.
    ("x{ext}", "a.jpg b.nef", "a.jpg and b.nef would both be named x.nef: add {n}"),
  ])
  func `missing metadata is reported in one line`(pattern: String, photos: String, line: String) {
    do throws(RenamePatternError) {
      let names = try names(pattern, photos)
      Issue.record("\(names)")
    } catch {
      #expect("\(error)".contains(line), "\(error)")
    }
  }

  @Test func `a day without a time is enough for a day only`() throws {
    var photo = RenamedPhoto(ByteString("a"))
    photo.taken = 0
    #expect(try RenamePattern("{date:%m}").renames(of: [photo]).map(\.name.lossyText) == ["01"])
    let error = RenamePatternError.lacking(.time, count: 1, first: FileName(photo.path))
    #expect(throws: error) { try RenamePattern("{date:%M}").renames(of: [photo]) }
  }

  @Test(arguments: [("a}.jpg", "a}.jpg"), ("a{{b}", "a{b}"), ("{n}", nil), ("", "")])
  func `a pattern without fields is a name`(pattern: String, name: String?) throws {
    #expect(try RenamePattern(pattern).plainName == name.map { ByteString($0) })
  }

  @Test func `only dates and cameras have to be read`() throws {
    #expect(try RenamePattern("{date}").needsMetadata && RenamePattern("{camera}").needsMetadata)
    #expect(try !RenamePattern("{n:2}{name}{ext}").needsMetadata)
  }

  @Test(arguments: [
    ("{date:%Y/%m}/{camera}-{n:3}{ext}", "1970/01/E-1-007"), ("{name}{ext}", "IMG"),
    ("/{n}/", "07"),
    ("{ext}/{name}", "IMG"), ("a/../{n}", nil), ("./x", nil), ("..", nil), ("{ext}", nil),
  ])
  func `a path has folders, and no extension`(pattern: String, path: String?) throws {
    var photo = RenamedPhoto(ByteString("in/IMG.jpg"))
    (photo.taken, photo.camera) = (0, "E 1")
    let found = try? RenamePattern(pattern).path(of: photo, number: 7, of: 12, atMost: 20)
    #expect(found?.lossyText == path)
  }

  @Test func `a sidecar follows the photo of its folder`() throws {
    let album = Album("a.jpg", "a.xmp")
    for name in ["a.jpg", "a.xmp"] { _ = album.home.write(Array(name.utf8), as: "other/\(name)") }
    let paths = [album.path("a.jpg"), ByteString(album.home.name("other/a.jpg"))]
    let renames = try RenamePattern("{n}{ext}").renames(of: paths.map { RenamedPhoto($0) })
    #expect(album.actions.rename(renames).step.photoCount == 2)
    #expect(album.home.names(in: "photos") == ["1.jpg", "1.xmp"])
    #expect(album.home.names(in: "other") == ["2.jpg", "2.xmp"])
  }

  @Test func `all conflicts are reported, and nothing is renamed`() {
    let album = Album("a.jpg", "b.jpg", "c.jpg", "x1.jpg", "x3.jpg")
    let renames = ["a", "b", "c"].enumerated().map { number, name in
      FileRename(album.path("\(name).jpg"), to: ByteString("x\(number + 1).jpg"))
    }
    let result = album.actions.rename(renames)
    #expect(
      result.failures == ["x1.jpg", "x3.jpg"].map { .taken(FileName(ByteString($0))) })
    #expect(result.step.changes.isEmpty)
    #expect(album.names() == ["a.jpg", "b.jpg", "c.jpg", "x1.jpg", "x3.jpg"])
  }
}

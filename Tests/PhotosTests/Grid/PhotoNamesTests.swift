import Base
import Catalogs
import Photos
import Testing

@Suite("Photo names")
struct PhotoNamesTests {
  private func captions(_ paths: [String], columns: Int) -> [String] {
    let photos = paths.map { Photo(path: ByteString($0)) }
    let names = PhotoNames(of: photos.map { CatalogEntry($0) })
    return photos.map {
      String(decoding: names.caption(of: $0, columns: columns), as: UTF8.self)
    }
  }

  private func places(_ paths: [String]) -> [String] {
    let photos = paths.map { Photo(path: ByteString($0)) }
    let names = PhotoNames(of: photos.map { CatalogEntry($0) })
    return photos.map { String(decoding: names.place(of: $0), as: UTF8.self) }
  }

  @Test(arguments: [
    (["photo-01-lake.jpg", "photo-02-dunes.jpg"], ["01-lake", "02-dunes"]),
    (["IMG_0001.JPG", "IMG_0024.JPG"], ["0001", "0024"]),
    (["DSC00007.jpg", "DSC00012.jpg"], ["00007", "00012"]),
    (["sunset.jpg", "sunshine.jpg"], ["sunset", "sunshine"]),
    (["a b.jpg", "a c.jpg"], ["b", "c"]),
    (["2024-05-17_1.jpg", "2024-05-17_2.jpg"], ["1", "2"]),
    (["été1.jpg", "été2.jpg"], ["1", "2"]),
    (["éa.jpg", "éb.jpg"], ["éa", "éb"]),
    (["same.jpg", "same.png"], ["same.jpg", "same.png"]),
    (["IMG_0001.JPG", "IMG_0002.jpeg"], ["0001", "0002"]),
    (["IMG_0001.JPG", "IMG_0002.HEIC"], ["0001.JPG", "0002.HEIC"]),
    (["one.jpg"], ["one"]),
    ([".jpg", ".png"], ["jpg", "png"]),
    (["a.b.verylong", "a.c.verylong"], ["b.verylong", "c.verylong"]),
  ])
  func `the shortest form omits the extension and the common prefix`(
    names: [String], expected: [String]
  ) {
    #expect(captions(names, columns: 1) == expected)
    #expect(captions(names, columns: 100) == names)
  }

  @Test(arguments: [
    (["/p/a.jpg", "/p/b.jpg"], ["a.jpg", "b.jpg"]),
    (["/p/2023/a.jpg", "/p/2024/a.jpg"], ["2023/a.jpg", "2024/a.jpg"]),
    (["/p/a.jpg", "/p/sub/a.jpg"], ["a.jpg", "sub/a.jpg"]),
    (["/p/x1/a.jpg", "/p/x2/a.jpg"], ["x1/a.jpg", "x2/a.jpg"]),
    (["a.jpg", "/p/a.jpg"], ["a.jpg", "/p/a.jpg"]),
  ])
  func `a path has only the folders that the photos do not share`(
    paths: [String], expected: [String]
  ) {
    #expect(places(paths) == expected)
  }

  @Test(arguments: [
    (17, ["photo-01-lake.jpg", "photo-02-a.jpg"]), (16, ["photo-01-lake", "photo-02-a"]),
    (13, ["photo-01-lake", "photo-02-a"]), (12, ["01-lake", "02-a"]), (3, ["01-lake", "02-a"]),
  ])
  func `all captions have the longest form for which all have room`(
    columns: Int, expected: [String]
  ) {
    #expect(captions(["photo-01-lake.jpg", "photo-02-a.jpg"], columns: columns) == expected)
  }

  @Test(arguments: [("日本.jpg", 8), ("été.jpg", 7), ("a.jpg", 5)])
  func `wide characters count twice`(name: String, width: Int) {
    #expect(captions([name], columns: width) == [name])
    #expect(captions([name], columns: width - 1) != [name])
  }

  @Test func `an empty list has no captions`() {
    #expect(captions([], columns: 10).isEmpty)
  }
}

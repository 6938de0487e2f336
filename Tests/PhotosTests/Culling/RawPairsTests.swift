import Base
import Photos
import Testing

struct RawPairsTests {
  @Test(arguments: [
    // The files, and the raw files among them, each with its image.
    ("a.jpg b.jpg", ""), ("a.jpg a.nef", "a.nef:a.jpg"), ("a.NEF a.JPG", "a.NEF:a.JPG"),
    ("a.nef b.jpg", ""), ("a.nef a.png", ""), ("a.heic a.dng", "a.dng:a.heic"),
    ("x/a.jpg y/a.nef", ""), ("x/a.nef y/a.nef y/a.jpg x/a.jpg", "x/a.nef:x/a.jpg y/a.nef:y/a.jpg"),
    ("a.jpg a.heic a.nef", "a.nef:a.jpg"), ("a.dng a.nef a.jpg", "a.dng:a.jpg a.nef:a.jpg"),
    ("a.b.nef a.b.jpg a.jpg", "a.b.nef:a.b.jpg"), (".nef .jpg nef", ""),
    ("a.nefarious a.jpg", ""), ("A.nef a.jpg", ""), ("a.mov b.jpg", ""), ("a.mp4 a.jpg", ""),
    ("a.MOV a.HEIC", "a.MOV:a.HEIC"), ("a.mov a.nef a.jpg", "a.mov:a.jpg a.nef:a.jpg"),
    ("a.mov a.nef", ""),
  ])
  func `a raw file belongs to the image with its stem in the same folder`(
    names: String, expected: String
  ) {
    let files = names.split(separator: " ").map(String.init)
    let pairs = RawPairs.pictures(ofRawsAmong: files.count) { place in
      let parts = files[place].split(separator: "/").map { ByteString(String($0)) }
      return (parts.count > 1 ? parts[0] : ByteString(""), parts[parts.count - 1])
    }
    let shown = pairs.sorted { $0.key < $1.key }.map { "\(files[$0]):\(files[$1])" }
    #expect(shown.joined(separator: " ") == expected)
  }

  @Test func `an entry that is not a file belongs to no image`() {
    #expect(RawPairs.pictures(ofRawsAmong: 2) { _ in nil }.isEmpty)
  }

  @Test func `the raw files that have an image are found among a folder's names`() {
    let names = ["a.nef", "b.JPG", "a.jpg", "c.dng", "b.arw"].map { ByteString($0) }
    #expect(RawPairs.raws(withPictureAmong: names) == [0, 4])
  }
}

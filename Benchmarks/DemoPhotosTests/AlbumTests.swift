import Glibc
import Imaging
import Testing

@testable import DemoPhotos

@Suite("The album of demo photos")
struct AlbumTests {
  @Test func `there are 24 photos, numbered in order, under names of their own`() {
    #expect(Album.photos.map(\.number) == Array(1...24))
    #expect(Set(Album.photos.map(\.fileName)).count == 24)
    #expect(Album.photos.first?.fileName == "photo-1-alpine-lake.jpg")
  }

  @Test func `the committed photos are these 24 and take less than 1.5 MB`() throws {
    let sizes = try Album.photos.map { try CommittedPhoto($0).bytes.count }
    #expect(CommittedPhoto.names == Album.photos.map(\.fileName).sorted())
    #expect(sizes.reduce(0, +) < 1_500_000)
  }

  @Test func `every orientation and every shape occurs`() {
    #expect(Set(Album.photos.map(\.orientation)) == Set(Orientation.allCases))
    #expect(Set(Album.photos.map(\.shape)).count == 4)
  }

  @Test func `half of the photos carry a thumbnail, turned ones among them`() {
    let small = Album.photos.filter(\.hasThumbnail)
    #expect(small.count == 12)
    #expect(small.contains { $0.orientation.swapsSides })
    #expect(small.contains { $0.orientation == .topLeft })
  }

  @Test func `every photo was taken at a time of its own, from 2019 to 2025`() {
    let dates = Album.photos.map(\.shot.date)
    #expect(Set(dates).count == 24)
    #expect(Set(dates.map { $0.prefix(4) }) == Set((2019...2025).map { "\($0)" }))
  }

  @Test(arguments: Album.photos.indices)
  func `a committed photo says what the album says`(index: Int) throws {
    let photo = Album.photos[index]
    let exif = try #require(try CommittedPhoto(photo).exif)
    #expect(exif.orientation == photo.orientation.rawValue)
    #expect(exif.date == photo.shot.date)
    #expect(exif.model == photo.shot.camera.model)
    #expect(exif.hasThumbnail == photo.hasThumbnail)
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["icebergs", "aurora", "volcano"])
  func `drawing a photo again gives the committed bytes`(title: String) throws {
    let photo = try #require(Album.photos.first { $0.title == title })
    #expect(try photo.file() == CommittedPhoto(photo).bytes)
  }
}

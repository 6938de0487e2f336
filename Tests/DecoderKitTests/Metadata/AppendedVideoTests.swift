import Base
import DecoderKit
import DecoderProtocol
import Imaging
import PictureSamples
import TestSupport
import Testing

/// Motion photos: where their videos are, and that nothing is taken for one.
@Suite("Appended videos") struct AppendedVideoTests {
  private static func range(in bytes: [UInt8]) -> Range<Int>? {
    AppendedVideo.range(in: MetadataFile(bytes))
  }

  @Test(arguments: SampleMotionPhoto.allCases)
  func `the video of a motion photo is found, and has its own frames`(
    sample: SampleMotionPhoto
  ) throws {
    let (bytes, video) = (sample.bytes, SampleMotionPhoto.video)
    let range = try #require(Self.range(in: bytes))
    #expect(Array(bytes[range]) == video)
    // Read in pieces, as by a decoder.
    let file = try VideoFile(inPhotoOrAlone: bytes.count) { count, offset in
      Array(bytes.dropFirst(offset).prefix(count))
    }
    let box = PixelSize(width: 24, height: 24)
    var frames = try VideoFrames(file, in: box) { _ in }
    var alone = try VideoFrames(
      VideoFile(byteCount: video.count) { Array(video.dropFirst($1).prefix($0)) }, in: box
    ) { _ in }
    #expect(try frames.frames().frames.map(\.bitmap) == alone.frames().frames.map(\.bitmap))
  }

  @Test(arguments: SampleMotionPhoto.allCases)
  func `metadata says that it is a motion photo, where XMP does`(
    sample: SampleMotionPhoto
  ) {
    for scope in [MetadataScope.all, .index] {
      let metadata = MetadataReader(for: scope).metadata(of: MetadataFile(sample.bytes))
      let isSaid = sample != .trailer && sample != .box
      #expect(metadata?.isMotionPhoto == (isSaid ? true : nil))
    }
  }

  @Test(arguments: [
    ("samsung", true, true), ("SAMSUNG", true, true), ("samsung", false, false),
    ("Other", true, false),
  ])
  func `a trailer that XMP does not mention is sought in the photos of its maker`(
    make: String, hasVideo: Bool, isSaid: Bool
  ) {
    let photo = SampleMotionPhoto.photo(
      #"xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="\#(make)""#)
    let video = SampleMotionPhoto.video
    let trailer = SampleMotionPhoto.trailer(video, length: video.count + 24)
    for scope in [MetadataScope.all, .index] {
      let metadata = MetadataReader(for: scope).metadata(
        of: MetadataFile(photo + (hasVideo ? trailer : [])))
      #expect(metadata?.make == make && metadata?.isMotionPhoto == (isSaid ? true : nil))
    }
  }

  @Test(arguments: [
    "0", "1", "-1", "99999", "9223372036854775807", "18446744073709551615", "a", "",
  ])
  func `a distance or a length that leads elsewhere makes no motion photo`(number: String) {
    let item = #"Item:Semantic="MotionPhoto" Item:Length="\#(number)""#
    let list = "<Container:Directory><rdf:Seq><rdf:li><Container:Item \(item)/></rdf:li></rdf:Seq>"
    for (attributes, elements) in [
      (#"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(number)""#, ""),
      (#"GCamera:MotionPhoto="1""#, list + "</Container:Directory>"),
      (
        #"GCamera:MotionPhoto="1""#,
        list
          + #"<rdf:li><Container:Item Item:Semantic="a" Item:Length="8" Item:Padding="\#(number)"/>"#
          + "</rdf:li></Container:Directory>"
      ),
    ] {
      let photo = SampleMotionPhoto.photo(attributes, elements)
      #expect(Self.range(in: photo + SampleMotionPhoto.video) == nil)
      #expect(Self.range(in: photo) == nil)
    }
  }

  @Test func `a video that is switched off, or another file behind the photo, is no video`() {
    let count = SampleMotionPhoto.video.count
    let distance = #"GCamera:MicroVideoOffset="\#(count)""#
    let off = SampleMotionPhoto.photo(#"GCamera:MicroVideo="0" "# + distance)
    #expect(Self.range(in: off + SampleMotionPhoto.video) == nil)
    let photo = SampleMotionPhoto.photo(#"GCamera:MicroVideo="1" "# + distance)
    for other in [Array(repeating: 0, count: count), SampleMotionPhoto.photo()] {
      #expect(Self.range(in: photo + other) == nil)
    }
    #expect(Self.range(in: SampleMotionPhoto.photo()) == nil)
    #expect(Self.range(in: SampleMotionPhoto.video) == nil && Self.range(in: []) == nil)
  }

  @Test(
    arguments: [
      (0, nil), (8, nil), (24, nil), (25, 0), (25, 8), (25, 1_000_000), (.max, nil), (30, .max),
    ] as [(Int, Int?)])
  func `a directory that leads elsewhere makes no motion photo`(length: Int, distance: Int?) {
    let trailer = SampleMotionPhoto.trailer(
      SampleMotionPhoto.video, length: length, distance: distance)
    #expect(Self.range(in: SampleMotionPhoto.photo() + trailer) == nil)
  }

  @Test(arguments: SampleMotionPhoto.allCases)
  func `a file that was cut or changed has a video within it, or none`(
    sample: SampleMotionPhoto
  ) {
    let bytes = sample.bytes
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
      let range = Self.range(in: Array(bytes.prefix(length)))
      #expect(range.map { $0.upperBound <= length } ?? true)
    }
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let place = Int.random(in: changed.indices, using: &random)
        changed[place] = .random(in: 0...255, using: &random)
      }
      let range = Self.range(in: changed)
      #expect(range.map { $0.lowerBound > 0 && $0.upperBound <= changed.count } ?? true)
    }
  }
}

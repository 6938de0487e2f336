import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

@Suite("Metadata read in the sandbox", .integration, .timeLimit(.minutes(30)))
struct PhotoFactsTests {
  private static let limit = Duration.milliseconds(500)
  private let real = DecoderClient(programs: .installed())
  private let obedient = DecoderClient(programs: TestDecoders.obedient(), limit: .seconds(50))

  @Test func `metadata of many files of several formats is returned in order`() async throws {
    let whole = SampleMetadata.whole
    let kinds: [(PictureFormat, [UInt8])] = [
      (.jpeg, whole.jpeg), (.jpegXL, whole.jpegXL), (.png, whole.png), (.webP, whole.webP),
      (.heic, whole.heic), (.tiff, SampleMetadata.camera().encoded()),
    ]
    let files = (0..<100).map { kinds[$0 % kinds.count] }
    let results = await real.metadata(of: files.map { .bytes($0.1) })
    #expect(results.count == files.count)
    for ((format, bytes), result) in zip(files, results) {
      let metadata = try result.get()
      #expect(metadata.format == format && metadata.byteCount == bytes.count)
      #expect(metadata.camera == "NIKON Z 6" && metadata.captureDate?.millisecond == 250)
      #expect(format == .tiff || metadata.keywords == ["lake", "Alpen & See"])
    }
  }

  @Test func `a file that cannot be read has its own reason`() async throws {
    let folder = TemporaryFolder()
    let photo = folder.write(SampleMetadata.whole.jpeg, as: "a.jpg")
    let text = folder.write(Array("no picture at all, not at all".utf8), as: "b.jpg")
    let empty = folder.write([], as: "c.jpg")
    let sources: [ImageSource] = [
      .file(Array(text.utf8)), .file(Array(empty.utf8)), .file(Array(photo.utf8)),
      .file(Array("\(folder.path)/none".utf8)),
      .file(Array(folder.path.utf8)), .bytes(Array("icns\0\u{1}0000000000000000000000".utf8)),
    ]
    let results = await real.metadata(of: sources)
    let reasons = results.map { result in
      guard case .failure(let error) = result else { return "" }
      return "\(error)"
    }
    #expect(
      reasons == [
        "not an image", "empty file", "", "no such file", "not a file", "unsupported: ICNS",
      ])
  }

  @Test func `compressed blocks of JPEG XL are decompressed`() async throws {
    let packed = Self.stored([0, 0, 0, 0] + SampleMetadata.camera().encoded())
    let file =
      SampleMetadata.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      + SampleMetadata.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      + SampleMetadata.box("brob", Array("Exif".utf8) + packed)
    let metadata = try await #require(real.metadata(of: [.bytes(file)]).first).get()
    #expect(metadata.camera == "NIKON Z 6")
  }

  /// A stream of Brotli with one block that is not compressed (RFC 7932, section 9.2).
  private static func stored(_ content: [UInt8]) -> [UInt8] {
    // WBITS 16 in one bit, ISLAST 0, MNIBBLES of four, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
    let bits = UInt32(content.count - 1) << 4 | 1 << 20
    return [0, 8, 16].map { UInt8(truncatingIfNeeded: bits >> $0) } + content + [3]
  }

  private static let misbehaviours: [(String, DecodingError)] = [
    ("crash", .crashed(signal: SIGSEGV)), ("trap", .crashed(signal: SIGILL)),
    ("quit", .wrongAnswer),
    ("exec", .crashed(signal: SIGSYS)), ("fork", .crashed(signal: SIGSYS)),
    ("signal", .crashed(signal: SIGSYS)), ("free", .crashed(signal: SIGSEGV)),
    ("tellNothing", .wrongAnswer), ("tellNonsense", .wrongAnswer), ("tellHuge", .wrongAnswer),
    ("tellWordy", .wrongAnswer), ("tellUnnumbered", .wrongAnswer), ("tellHalf", .wrongAnswer),
  ]

  @Test(arguments: misbehaviours)
  func `a misbehaving child fails only its own file`(word: String, reason: DecodingError) async {
    let words = ["one", "two", word, "three", word, "four"]
    let results = await obedient.metadata(of: words.map { TestDecoders.order($0) })
    let told = results.map { result in result.map { $0.title ?? "" } }
    #expect(
      told == [
        .success("one"), .success("two"), .failure(reason), .success("three"), .failure(reason),
        .success("four"),
      ])
  }

  @Test func `an answer for more files than requested is ignored`() async {
    let results = await obedient.metadata(of: ["one", "tellTwice"].map { TestDecoders.order($0) })
    #expect(results.count == 2)
    #expect(results.first.map { (try? $0.get().title) == "one" } == true)
  }

  @Test(arguments: ["open", "connect"])
  func `a child cannot open files or connections`(word: String) async throws {
    let result = try #require(await obedient.metadata(of: [TestDecoders.order(word)]).first)
    #expect(try result.get().title == word)
  }

  @Test func `a hanging child fails only its own file after the limit`() async throws {
    let strict = DecoderClient(programs: TestDecoders.obedient(), limit: Self.limit)
    let words = ["one", "hangMetadata", "two"]
    let results = await strict.metadata(of: words.map { TestDecoders.order($0) })
    #expect(try results[0].get().title == "one" && results[2].get().title == "two")
    #expect(results[1] == .failure(.tookTooLong(Self.limit)))
  }

  @Test func `without a decoder, or a sandbox, nothing is read`() async {
    let absent = DecoderClient(programs: [:])
    #expect(
      await absent.metadata(of: [TestDecoders.order("one")]) == [.failure(.decoderUnavailable)])
    let bare = DecoderClient(programs: TestDecoders.obedient("--without", "files"))
    #expect(
      await bare.metadata(of: [TestDecoders.order("one"), TestDecoders.order("two")])
        == [.failure(.sandboxMissing(.files)), .failure(.sandboxMissing(.files))])
    #expect(await absent.metadata(of: []).isEmpty)
  }

  @Test func `a decoder that dies repeatedly is unavailable`() async {
    let client = DecoderClient(programs: TestDecoders.program("/bin/false"))
    #expect(
      await client.metadata(of: [TestDecoders.order("one")]) == [.failure(.decoderUnavailable)])
  }
}

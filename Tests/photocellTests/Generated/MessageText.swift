import Base
import Browser
import Catalogs
import DecoderProtocol
import FileActions
import HTTP
import ImagePipeline
import Imaging
import SharedTier
import Storage
import Terminal

@testable import Photos
@testable import photocell

/// Every message of an error type, and the short help, as one text.
///
/// A case with a value is shown with an example.
enum MessageText {
  static var text: String {
    sections.map { title, lines in
      "## \(title)\n" + lines.map { "\($0)\n" }.joined()
    }.joined(separator: "\n") + "\n## photocell --help\n\(ShortHelp.text)\n"
  }

  private static let name = FileName(ByteString("a.jpg"))
  private static let reason = SystemError(13)

  private static var sections: [(String, [String])] {
    [
      ("Sources", lines(sources)), ("Feeds", lines(feeds)), ("Network", lines(network)),
      ("Decoding", lines(decoding)), ("File actions", lines(actions)), ("Names", names),
      ("Commands", commands), ("Filters", filters), ("Ratings", lines(ratings)),
      ("Keywords", lines([KeywordError.tooLong, .tooDeep, .tooMany])),
      ("Orders", orders), ("Caches", caches), ("Shared tier", tier), ("Terminal", lines(terminal)),
    ]
  }

  private static func lines<Message: CustomStringConvertible>(_ messages: [Message]) -> [String] {
    messages.map(\.description)
  }

  private static let sources: [CatalogError] = [
    .notFound, .brokenLink, .linkLoop, .special, .accessDenied, .unreadable(errno: 5), .noThread,
  ]

  private static let feeds: [FeedError] =
    [
      .privateAddress, .longEntry, .zeroByte, .largeDocument(limit: 1_000), .unknownFormat,
      .webPage, .missing, .notText, .notObject, .noPicture, .elsewhere, .badCount, .futureDate,
    ]
    + [AddressError.tooLong, .controlCharacter, .relative, .otherScheme, .badHost, .badPort]
    .map(FeedError.address)

  private static let network: [NetworkError] =
    [
      .badAddress, .unsupportedScheme, .hostNotFound, .refused, .timedOut, .noAnswer(seconds: 30),
      .connectionLost, .untrustedHost, .nobodyTrusted, .encryptionFailed, .badAnswer,
      .headTooLarge, .tooLarge(byteLimit: 1_000_000), .badEncoding,
      .busy(status: 503, retryAfter: 5), .tooManyRedirects, .badRedirect, .insecureRedirect,
      .privateAddress, .hostResting, .notKept, .cannotKeep(errno: 28), .noThread, .libraryMissing,
      .libraryTooOld, .libraryUnsafe, .namesLibraryMissing, .cancelled,
    ] + [401, 403, 404, 429, 500, 418].map(NetworkError.status)

  private static let decoding: [DecodingError] =
    [
      PictureError.notAnImage, .unsupported("lossless JPEG"), .truncated, .damaged,
      .tooManyPixels(PixelSize(width: 100_000, height: 100_000)), .noThumbnail, .outOfMemory,
      .noVideo, .empty,
      .unreadable(errno: 5),
    ].map(DecodingError.refused) + [
      .fileTooLarge(byteCount: 1_000_000_000), .notAFile, .noThread, .changing, .cancelled,
      .tookTooLong(.seconds(55)), .crashed(signal: 11), .crashed(signal: 31), .wrongAnswer,
      .decoderUnavailable,
    ] + SandboxPart.allCases.map(DecodingError.sandboxMissing)

  private static let actions: [FileActionError] =
    [
      .gone(name), .noFile(name), .taken(name),
      .sidecarThere(FileName(ByteString("a.jpg.xmp")), name), .alreadyThere(name), .changed(name),
      .changedOnDisk(name), .noFolder(name, reason), .noTrash(name, nil), .noTrash(name, reason),
      .noHome(name), .notInTrash(name), .noRecord(name), .badName(name, .hasSlash), .sameName(name),
      .changedMeanwhile(name), .cancelled(name), .notHad(name, reason: "timed out"),
      .replaced(name), .refused(name, "is write-protected"),
    ]
    + [.trash, .restore, .move, .copy, .rename, .erase, .write, .create].map {
      .failed($0, name, reason)
    }

  private static let names =
    lines([NameProblem.isEmpty, .isFolder, .hasSlash, .hasZero, .isTooLong, .isHidden])
    + lines([
      NameListError.count(lines: 1, photos: 2), .badEscape(line: 3), .noName(line: 3),
      .unreadable(reason), .unwritable(reason, edits: nil), .unwritable(reason, edits: name),
    ])
    + lines(
      [
        RenamePatternError.unknownField("foo"), .unknownDate("%B"), .unclosed,
        .sameName(name, FileName(ByteString("b.jpg")), name, missing: "{n}"),
        .sameName(name, FileName(ByteString("b.jpg")), name, missing: nil),
      ]
        + RenamePatternError.Lack.allCases.flatMap { lack in
          [1, 3].map { RenamePatternError.lacking(lack, count: $0, first: name) }
        })

  private static let commands =
    lines([
      ProgramEnd.exited(3), .killed(9), .notStarted(SystemError(7)), .notStarted(.changedOnDisk),
      .notStarted(reason),
    ])
    + lines([
      ShellTemplateError.backquotes(.file), .arithmetic(.file), .parameter(.file),
      .hereDocument(.file), .backslash(.file), .ansiQuotes(.file), .evaluated("eval"),
    ])

  private static var filters: [String] {
    let values = FilterField.allCases.filter { !$0.isFlag }.map { "\($0.name)\"\"" }
    let notes = [false, true].flatMap { isAll in
      [FilterField.date, .camera, .size, .iso].map { field in
        "\(FilterNote(term: 0, field: field, unknownCount: 31, isUnknownOfAll: isAll))"
      }
    }
    return (["camra:r6", "what:is", "kind:movie"] + values).compactMap {
      Filter($0).problems.first?.description
    } + notes
  }

  private static let ratings: [RatingChange] =
    [.stars(0), .stars(3), .label(nil), .label(.red), .pick, .reject, .neither]

  private static var orders: [String] {
    PhotoOrder.Key.allCases.filter { $0 != .random }.flatMap { key in
      [false, true].map {
        var order = PhotoOrder(key, isReversed: $0, seed: 0)
        order.model = PhotoOrder.Model(CatalogEntry(Photo(path: ByteString("IMG_1234.jpg"))))
        return order.description
      }
    }.filter { !$0.isEmpty }
  }

  private static var caches: [String] {
    let thumbnails: [ThumbnailError] = [
      .noFolder, .foreignFolder, .notAFolder, .full, .readOnly, .accessDenied, .fileTooLarge,
    ]
    let disk = [28, 30, 13, 1, 40, 79, 20, 66, 71].map { CacheError.unusable(errno: $0).reason }
    return lines(thumbnails) + disk
  }

  private static let tier =
    lines([
      TierError.libraryMissing, .unreachable("timed out"), .untrusted, .lost, .late, .garbled,
    ])
    + lines([
      TierAddressError.noScheme, .unknownScheme, .loginWithoutUse, .badLogin, .badHost, .badPort,
      .nodeTwice, .tooManyNodes,
    ])

  private static var terminal: [TerminalError] {
    [.noTerminal, .typeNotSet, .unknownType("foo"), .incapableType("lpr"), .notOpened]
  }
}

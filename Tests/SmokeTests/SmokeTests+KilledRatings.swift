import Base
import Glibc
import TestSupport
import Testing

extension SmokeTests {
  /// Many ratings, typed ten a second into a program that is killed repeatedly.
  @TerminalThread struct KilledRatings {
    /// The number of photos to rate: 60, or 1,000 if `PHOTOCELL_KILLS` is set.
    private nonisolated static let count = getenv("PHOTOCELL_KILLS") == nil ? 60 : 1_000
    /// Ten keys a second.
    private nonisolated static let pace = Duration.milliseconds(100)
    /// The number of keys typed between two kills.
    private nonisolated static let keysToKill = 6...24

    /// The number of the photo that is rated next, from 1.
    private final class Story {
      let seed = UInt64.random(in: 0 ... .max)
      var next = 1
      /// The last photo whose rating was confirmed; ratings are confirmed in order.
      var confirmed = 0
      var kills = 0
      /// The status lines seen, without repetitions.
      var lines: [String] = []

      /// Details for a failed expectation.
      var comment: Comment {
        """
        seed \(seed), kill \(kills), confirmed \(confirmed), next \(next)
        \(lines.suffix(20).joined(separator: "\n"))
        """
      }
    }

    /// A rating that the status line has confirmed is on the disk, whole, and the rest of the sidecar is
    /// unchanged byte for byte; an unconfirmed one is there whole or not at all.
    @Test(.timeLimit(.minutes(30)))
    func `a confirmed rating and other programs' content of its sidecar survive SIGKILL`() throws {
      let session = try Self.session()
      let story = Story()
      var random = SplitMix64(seed: story.seed)
      while story.confirmed < Self.count {
        let process = try Self.start(at: story.confirmed + 1, in: session)
        story.next = story.confirmed + 1
        let limit = Int(random.next() % UInt64(Self.keysToKill.count)) + Self.keysToKill.lowerBound
        for _ in 0..<limit where story.confirmed < Self.count {
          let pace = Deadline(after: Self.pace)
          if story.next <= Self.count {
            try session.send("\(Self.stars(of: story.next))")
            story.next += 1
          }
          try Self.look(at: session, until: pace, story)
        }
        let moment = Deadline(after: .milliseconds(Int64(random.next() % 100)))
        try Self.look(at: session, until: moment, story)
        kill(process, SIGKILL)
        story.kills += 1
        try session.untilPrompt()
        try Self.check(session, story)
      }
      #expect(story.kills > Self.count / Self.keysToKill.upperBound)
    }

    /// From one to five.
    private static func stars(of number: Int) -> Int { number % 5 + 1 }

    private static func name(of number: Int) -> String { "n\(10_000 + number).jpg" }

    /// Records the ratings that the status line confirms, until a deadline.
    private static func look(
      at session: ShellSession, until deadline: Deadline, _ story: Story
    ) throws {
      repeat {
        let line = try session.text.status
        if story.lines.last != line { story.lines.append(line) }
        let words = line.split(separator: " ")
        // `n10001.jpg ★★ – u to undo`; without the dash the rating is still being written.
        guard
          let place = words.indices.dropLast(2).first(where: {
            words[$0].hasSuffix(".jpg") && words[$0 + 1].hasPrefix("★") && words[$0 + 2] == "–"
          }),
          let number = Int(words[place].dropFirst().prefix { $0.isNumber })
        else { continue }
        story.confirmed = max(story.confirmed, number - 10_000)
      } while deadline.allowsAnotherLook()
    }

    /// Starts the program in rating mode, at a photo.
    /// - Returns: Its process.
    private static func start(at number: Int, in session: ShellSession) throws -> pid_t {
      try session.launch("sh -c 'echo $$ >pid; exec photocell shown'")
      try session.wait(for: "the photos") { $0.isAtRest && $0.status.hasPrefix("1/") }
      try session.send(":\(number)")
      try session.press("Enter")
      try session.wait(for: "photo \(number)") { $0.status.contains(name(of: number)) }
      try session.press("K")
      try session.wait(for: "the mode") { $0.status.contains("culling mode") }
      return try session.process()
    }

    /// Checks the sidecars, of which another program has written those of every second photo.
    private static func check(_ session: ShellSession, _ story: Story) throws {
      let names = Set(session.home.names(in: "shown"))
      for number in 1...count {
        let sidecar = "\(name(of: number)).xmp"
        let (isThere, isConfirmed) = (names.contains(sidecar), number <= story.confirmed)
        guard isThere || isConfirmed || hasForeign(number) else { continue }
        try #require(isThere, "\(sidecar) is missing, \(story.comment)")
        let text = String(decoding: session.home.bytes(of: "shown/\(sidecar)"), as: UTF8.self)
        let rated = "xmp:Rating=\"\(stars(of: number))\""
        let whole =
          hasForeign(number)
          ? foreign.replacing("xmp:Rating=\"0\"", with: rated)
          : blank.replacing("/>", with: " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \(rated)/>")
        let isRight = text == whole || !isConfirmed && hasForeign(number) && text == foreign
        #expect(isRight, "\(sidecar), \(story.comment)\n\(text)")
      }
    }

    private static func hasForeign(_ number: Int) -> Bool { number.isMultiple(of: 2) }

    private nonisolated static let foreign = """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="0" darktable:history_end="1">
         <darktable:history><rdf:Seq><rdf:li darktable:params="gz12&#x9;é"/></rdf:Seq></darktable:history>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """

    /// The content of a new sidecar without a rating.
    private nonisolated static let blank = """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="photocell">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""/>
       </rdf:RDF>
      </x:xmpmeta>

      """

    /// The links are to a copy: they change the change time of a file that other suites show.
    private static func session() throws -> ShellSession {
      let session = try ShellSession()
      session.home.folder("shown")
      let made = try ProgramRun(
        [
          "sh", "-c",
          """
          cd \(session.home.path) && cp photos/photo-1-*.jpg photo.jpg
          for i in $(seq 10001 \(10_000 + count)); do ln photo.jpg shown/n$i.jpg; done
          """,
        ], environment: ["PATH=/usr/bin:/bin"])
      #expect(made.exitCode == 0 && session.home.names(in: "shown").count == count)
      for number in 1...count where hasForeign(number) {
        _ = session.home.write(Array(foreign.utf8), as: "shown/\(name(of: number)).xmp")
      }
      return session
    }
  }
}

import Base
import FileActions
import Glibc
import TestSupport
import Testing

struct ShellTemplateTests {
  private static let hostile =
    [
      "plain.jpg", "two words.jpg", "it's.jpg", "$(touch x).jpg", "`touch x`.jpg", "a\nb.jpg",
      "*.jpg",
      "~", "-rf.jpg", "\\", "\"", "!!", "#", "tab\t.jpg", "é.jpg", ";", "&", "'", "''", " ",
    ].map { ByteString($0) } + [ByteString([0xFF, 0x80, 0x27, 0x0A, 0x01]), ByteString([0xC3])]

  /// The output of a shell that runs a script.
  private func output(of script: ByteString) throws -> [UInt8] {
    let home = TemporaryFolder()
    let name = home.name("output")
    let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let streams = ProgramStreams(input: file, output: file, errors: file)
    let process = try Program(script: script).start(on: streams)
    #expect(ProgramChange.next(of: process) == .ended(.exited(0)))
    return home.bytes(of: "output")
  }

  @Test func `a shell gets every file name unchanged`() throws {
    let script = ShellTemplate(#"printf '%%s\0' %F"#).script(for: Self.hostile)
    #expect(try output(of: script) == Self.hostile.flatMap { $0.bytes + [0] })
  }

  @Test func `a command is run once for each file`() throws {
    let paths = Self.hostile.map { ByteString(Array("/x y/".utf8) + $0.bytes) }
    let script = ShellTemplate(#"printf '%%s\0' %d %n %f # "#).script(for: paths)
    let expected = zip(Self.hostile, paths).flatMap { (name, path) -> [UInt8] in
      Array("/x y\0".utf8) + name.bytes + [0] + path.bytes + [0]
    }
    #expect(try output(of: script) == expected)
  }

  @Test func `a script may be longer than an argument may be`() throws {
    let paths = (0..<20_000).map { ByteString("/photos/\($0).jpg") }
    let script = ShellTemplate("printf %%s %F").script(for: paths)
    #expect(script.bytes.count > 200_000)
    #expect(try output(of: script) == paths.flatMap(\.bytes))
  }

  @Test(arguments: [
    ("ls", "ls"),
    (
      "ls %F",
      """
      photocell_F0=/a/1.jpg
      photocell_F1='/b c/2.jpg'
      ls "${photocell_F0}" "${photocell_F1}"
      """
    ),
    (
      "cp '%n' \"%d\"",
      """
      photocell_d=/a
      photocell_n0=1.jpg
      photocell_n1=2.jpg
      cp ''"${photocell_n0}" "${photocell_n1}"'' "${photocell_d}"
      """
    ),
    ("date +%Y", "date +%Y"), ("echo 100%%f %", "echo 100%f %"), ("  ls  ", "ls"),
    (
      "x %f",
      """
      photocell_f=/a/1.jpg
      (
      x "${photocell_f}"
      ) || photocell=$?
      photocell_f='/b c/2.jpg'
      (
      x "${photocell_f}"
      ) || photocell=$?
      exit ${photocell:-0}

      """
    ),
  ])
  func `placeholders are replaced by quoted variables`(text: String, script: String) {
    let paths = [ByteString("/a/1.jpg"), ByteString("/b c/2.jpg")]
    #expect(ShellTemplate(text).script(for: paths) == ByteString(script))
  }

  @Test(arguments: [
    ("gimp %F &", true), ("gimp&", true), ("a && b", false), ("a &&", false), (#"echo \&"#, false),
    ("", false),
  ])
  func `a trailing ampersand runs the command in the background`(text: String, isBeside: Bool) {
    #expect(ShellTemplate(text).isInBackground == isBeside)
  }

  @Test(arguments: [
    ("exit 3", ProgramEnd.exited(3), "exit code 3"),
    ("kill -SEGV $$", .killed(SIGSEGV), "ended by signal 11, segmentation fault"),
  ])
  func `a program's exit code or signal is reported`(script: String, end: ProgramEnd, words: String)
    throws
  {
    guard let file = Descriptor.ofNowhere else { throw SystemError.last }
    let streams = ProgramStreams(input: file.number, output: file.number, errors: file.number)
    let process = try Program(script: ByteString("ulimit -c 0; \(script)")).start(on: streams)
    #expect(ProgramChange.next(of: process) == .ended(end))
    #expect("\(end)" == words)
    #expect(throws: SystemError(ENOENT)) { try Program("photocell-no-such").start(on: streams) }
  }

  @Test(arguments: [
    (["a.jpg", "b.JPG"], true), (["a.jpg", "b.png"], false), (["jpg"], false), ([], true),
  ])
  func `an open rule suits photos of its file extensions only`(names: [String], suits: Bool) {
    #expect(OpenRule("x", for: ["jpg"], command: "x").suits(names.map { ByteString($0) }) == suits)
    #expect(OpenRule.desktop.suits(names.map { ByteString($0) }))
  }
}

import Base
import Catalogs
import Glibc
import Testing

/// The hand-written parsers on public conformance suites; `make conformance SUITES=DIR`.
@Suite("Public conformance suites", .enabled(if: Suites.folder != nil, "SUITES names no folder"))
struct ConformanceTests {
  @Test func `JSONTestSuite: valid documents are read and invalid ones refused`() throws {
    let files = try Suites.files(below: "JSONTestSuite/test_parsing")
    #expect(files.count > 300)
    for file in files {
      let isRead = (try? JSONParser.parse(file.bytes)) != nil
      switch file.name.prefix(2) {
      case "y_": #expect(isRead, "\(file.name)")
      case "n_": #expect(!isRead, "\(file.name)")
      default: break
      }
    }
  }

  // Browsers repair what WebURL refuses, so only one direction is checked: what is read leads where
  // the standard says. A host in another script is turned into ASCII elsewhere.
  @Test func `WPT urltestdata: an accepted address has the host that the standard gives`() throws {
    let file = try Suites.read("wpt/url/resources/urltestdata.json")
    guard case .array(let cases) = try JSONParser.parse(file) else {
      Issue.record("not an array")
      return
    }
    var read = 0
    for test in cases where test.isObject && test["base"] ?? .null == .null {
      let input = try #require(test["input"]?.text)
      guard let address = try? WebURL(Array(input.utf8)),
        address.host.utf8.allSatisfy({ $0 < 0x80 })
      else { continue }
      read += 1
      if test["failure"] == true {
        #expect(address.isPrivateAddress, "\(input)")
      } else {
        #expect(address.host == test["hostname"]?.text, "\(input)")
        #expect("\(address.scheme):" == test["protocol"]?.text, "\(input)")
      }
    }
    #expect(read > 50)
  }

  // Definitions are refused on purpose, and some rules that no feed depends on are not checked.
  @Test(.enabled(if: Suites.has("xmlconf")))
  func `xmlconf: nine in ten documents that are not well-formed are refused`() throws {
    let files = try Suites.files(below: "xmlconf").filter {
      $0.name.hasSuffix(".xml") && $0.name.contains("not-wf")
    }
    #expect(files.count > 500)
    let refused = files.count { (try? XMLParser.parse($0.bytes)) == nil }
    #expect(refused * 10 >= files.count * 9, "\(refused) of \(files.count)")
  }
}

/// The folder of the suites, laid out as their makers have them.
private enum Suites {
  static let folder = getenv("PHOTOCELL_SUITES").map { String(cString: $0) }

  struct Unreadable: Error {
    let path: String
  }

  struct File {
    /// The path below the folder that was asked for.
    let name: String
    let bytes: [UInt8]
  }

  static func has(_ path: String) -> Bool { access("\(folder ?? "")/\(path)", R_OK) == 0 }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen("\(folder ?? "")/\(path)", "r") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  static func files(below path: String, prefix: String = "") throws -> [File] {
    guard let stream = opendir("\(folder ?? "")/\(path)") else { throw Unreadable(path: path) }
    defer { closedir(stream) }
    var files: [File] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if entry.pointee.d_type == UInt8(DT_DIR) {
        files += try Self.files(below: "\(path)/\(name)", prefix: "\(prefix)\(name)/")
      } else {
        files.append(File(name: prefix + name, bytes: try read("\(path)/\(name)")))
      }
    }
    return files
  }
}

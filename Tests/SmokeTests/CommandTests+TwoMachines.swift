import Base
import Glibc
import TestServer
import TestSupport
import Testing

extension CommandTests {
  /// Two machines with a cable between them, one of which runs a shared tier: needs root, `ip` and
  /// memcached.
  struct TwoMachines {
    private static let canBeMade = MachinePair() != nil
    private static let memcached = TierServer.Program.memcached
    private static let secret = Array("the secret of two machines".utf8)

    /// The fault of the tier before the second machine queries it.
    enum Fault: CaseIterable, Sendable {
      case none
      case stopped
      case killed
      case unplugged
      /// Another program on the network overwrites all values.
      case overwritten
    }

    /// One of the two, with a home of its own.
    private struct Machine: Sendable {
      let number: Int
      let machines: MachinePair
      let home = TemporaryFolder()

      init(_ number: Int, of machines: MachinePair) {
        (self.number, self.machines) = (number, machines)
        _ = home.write(secret, as: "secret")
      }

      func run(_ words: [String]) async throws -> ProgramRun {
        let words = machines.words(words, on: number)
        let result = await WorkQueue(label: "machine").run { [home] in
          Result {
            try ProgramRun(
              words, environment: TestedProgram.environment(home: home.path), folder: home.path)
          }
        }
        return try result.get()
      }

      /// Runs the program, with the tier or without.
      func photocell(
        _ arguments: [String], sharing: Bool = true
      ) async throws -> ProgramRun {
        let tier = [
          "--shared-tier", "memcached://\(MachinePair.addresses[0])",
          "--shared-tier-secret", home.name("secret"),
        ]
        return try await run([TestedProgram.path] + arguments + (sharing ? tier : []))
      }

      func sheet(sharing: Bool = true) async throws -> ProgramRun {
        try await photocell(
          ["sheet", "--width", "160", "--columns", "4", "--symbols", "half", TestedProgram.photos],
          sharing: sharing)
      }
    }

    /// Overwrites every value with nonsense, and prints their number.
    private static let overwriting = """
      exec 3<>/dev/tcp/$0/11211
      printf 'lru_crawler metadump all\\r\\n' >&3
      keys=()
      while read -r -t 5 line <&3; do
        case $line in
          key=*) key=${line#key=} key=${key%% *}; keys+=("${key//%3A/:}") ;;
          *) break ;;
        esac
      done
      for key in "${keys[@]}"; do
        printf 'set %s 0 600 9\\r\\nnonsense!\\r\\n' "$key" >&3
        read -r -t 5 line <&3
      done
      echo ${#keys[@]}
      """

    @Test(
      .enabled("two machines need root, ip (iproute2) and memcached") {
        canBeMade && memcached.exists
      }, arguments: Fault.allCases)
    func `a fault of the tier on one machine does not change the sheet on the other`(
      fault: Fault
    ) async throws {
      let machines = try #require(MachinePair())
      let (one, other) = (Machine(0, of: machines), Machine(1, of: machines))
      let place = MachinePair.addresses[0]
      let server = await ServerProcess(
        in: "/",
        machines.words(
          [Self.memcached.rawValue, "-l", place, "-U", "0", "-u", "root", "-vv"], on: 0)
      ) { $0.contains("server listening") }
      let count = TestedProgram.photoNames.count
      let made = try await one.photocell(["warm", TestedProgram.photos]).errorText
      #expect(made.hasPrefix("\(count) photos: \(count) generated, 0 already cached, in "))
      let alone = try await Machine(1, of: machines).sheet(sharing: false)
      #expect(alone.exitCode == 0)
      switch fault {
      case .none: break
      case .stopped: server.suspend()
      case .killed: server.kill()
      case .unplugged: machines.setCable(isIn: false)
      case .overwritten:
        let lines = try await other.run(["bash", "-c", Self.overwriting, place]).outputText
        #expect(Int(lines.filter { $0.isNumber }) ?? 0 >= count)
      }
      // Thumbnails from the tier are those that the first machine has generated.
      let expected = fault == .none ? try await one.sheet(sharing: false) : alone
      var sheet = try await other.sheet()
      // On a busy machine a photo may be decoded before the tier's reply arrives, and has its own pixels.
      for _ in 0..<5 where fault == .none && sheet.output != expected.output {
        #expect(sheet.exitCode == 0)
        sheet = try await Machine(1, of: machines).sheet()
      }
      #expect(sheet.exitCode == 0)
      #expect(sheet.output == expected.output)
      if fault == .unplugged { machines.setCable(isIn: true) }
      server.resume()
      guard fault == .none else { return }
      // All generated thumbnails come from the tier and are stored.
      let warm = try await other.photocell(["warm", TestedProgram.photos]).errorText
      #expect(warm.hasPrefix("\(count) photos: 0 generated, \(count) already cached, in "))
    }
  }
}

import Base
import Browser
import Testing

@MainActor
@Suite("Formatting of byte counts and times")
struct FactsTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1234, "1.2 kB"), (9_949, "9.9 kB"),
    (9_950, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (2_400_000, "2.4 MB"),
    (5_000_000_000, "5.0 GB"),
  ])
  func `byte counts have decimal units`(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
  }

  @Test(arguments: [
    (0.0, "0.0 ms"), (0.04, "0.0 ms"), (0.06, "0.1 ms"), (12.34, "12.3 ms"), (999.9, "999.9 ms"),
    (999.96, "1.0 s"), (12_345.0, "12.3 s"),
  ])
  func `times are in milliseconds below one second, and in seconds above`(
    milliseconds: Double, text: String
  ) {
    #expect((Duration.milliseconds(1) * milliseconds).shortText == text)
  }
}

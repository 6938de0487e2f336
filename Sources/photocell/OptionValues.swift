import ArgumentParser
import Base
import Catalogs
import Imaging
import RaceDemo

/// A size in bytes, as in `--memory-cache`: `256MB`, `1.5GB`.
struct ByteSizeOption {
  let bytes: Int

  /// In bytes: more than any machine has.
  private static let largest = 1e15
  /// Bytes per unit, decimal as in the status line, or binary.
  private static let units: [String: Double] = [
    "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]

  init(_ text: String) throws {
    guard let quantity = QuantityText(text), let factor = Self.units[quantity.unit],
      quantity.number * factor >= 1, quantity.number * factor <= Self.largest
    else {
      throw ValidationError(
        "expected a size such as 500kB, 256MB, 1.5GB or 64MiB")
    }
    bytes = Int(quantity.number * factor)
  }
}

/// A rate in bytes a second, as in `--bandwidth`: `200kB`, `1MB` or `1MB/s`.
struct BandwidthOption {
  let bytesPerSecond: Int

  init(_ text: String) throws {
    let suffix = "/s"
    do {
      bytesPerSecond = try ByteSizeOption(
        text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
      ).bytes
    } catch {
      throw ValidationError("expected bytes per second such as 200kB or 1MB")
    }
  }
}

/// A duration, as in `--ttl` and `--slideshow`: `500ms`, `30s`, `10m`, `2h`.
struct LifetimeOption {
  let duration: Duration

  /// In seconds: ten years of 365 days.
  private static let longest = 315_360_000.0
  private static let units = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]

  init(_ text: String) throws {
    guard let quantity = QuantityText(text), let factor = Self.units[quantity.unit],
      quantity.number > 0, quantity.number * factor <= Self.longest
    else {
      throw ValidationError("expected a time such as 500ms, 30s, 10m, 2h or 1d")
    }
    duration = .seconds(quantity.number * factor)
  }
}

/// The range of simulated response times in the demo: `50ms..800ms`.
struct LatencyOption {
  let range: LatencyRange

  init(_ text: String) throws {
    guard let range = LatencyRange(text) else {
      throw ValidationError("expected a range of times such as 50ms..800ms")
    }
    self.range = range
  }
}

/// A number and its unit: `1.5GB` is 1.5 and `gb`.
struct QuantityText {
  /// Finite and not negative.
  let number: Double
  /// In lower case; empty if there is none.
  let unit: String

  /// Nil if the text does not begin with a plain decimal number.
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite else { return nil }
    self.number = number
    unit = text.dropFirst(digits.count).lowercased()
  }
}

/// A day: `2024-02-29`.
struct DateOption {
  let date: CivilDate

  init(_ text: String) throws {
    guard let date = CivilDate(text) else {
      throw ValidationError("expected a date such as 2024-02-29")
    }
    self.date = date
  }
}

struct AddressOption {
  let address: WebURL

  init(_ text: String) throws {
    do throws(AddressError) {
      address = try WebURL(text.utf8)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// A rectangle in pixels: `1920x1080+400+300`.
struct RegionOption: ExpressibleByArgument {
  let area: PixelRect

  init?(argument: String) {
    let numbers = argument.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "+" }
    ).map { Int($0) }
    guard numbers.count == 4, let width = numbers[0], let height = numbers[1], let x = numbers[2],
      let y = numbers[3], width > 0, height > 0, x >= 0, y >= 0
    else { return nil }
    area = PixelRect(x: x, y: y, width: width, height: height)
    guard area.description == argument else { return nil }
  }
}

/// A path as the original bytes; the parser's text has lost what is not UTF-8.
struct PathArgument: ExpressibleByArgument {
  let path: ByteString

  static let defaultCompletionKind = CompletionKind.file()

  init(path: ByteString) {
    self.path = path
  }

  init?(argument: String) {
    path = Self.given[argument] ?? ByteString(argument)
  }

  /// The original bytes of the process's arguments, by their lossy text.
  private static let given = Dictionary(
    ProcessArguments.bytes.map { ByteString($0) }.map { ($0.lossyText, $0) },
    uniquingKeysWith: { first, _ in first })
}

extension [String] {
  /// For example `name, date or none`.
  var alternatives: String { dropLast().joined(separator: ", ") + " or " + (last ?? "") }
}

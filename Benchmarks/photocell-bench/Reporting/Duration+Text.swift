extension Duration {
  var seconds: Double { self / .seconds(1) }

  var text: String {
    guard self >= .zero else { return "-\((.zero - self).text)" }
    return switch seconds {
    case 1...: "\(seconds.text(places: 2)) s"
    case 0.000_999_5..<1: "\((seconds * 1e3).text(places: seconds < 0.01 ? 2 : 1)) ms"
    case 0.000_001..<0.000_999_5: "\((seconds * 1e6).text(places: 1)) µs"
    default: "\((seconds * 1e9).text(places: 0)) ns"
    }
  }
}

extension Double {
  func text(places: Int) -> String {
    let scale = (0..<places).reduce(1) { value, _ in value * 10 }
    guard self >= 0 else { return "-\((-self).text(places: places))" }
    let whole = Int((self * Double(scale)).rounded())
    guard places > 0 else { return "\(whole)" }
    let fraction = "\(whole % scale)"
    let zeros = String(repeating: "0", count: places - fraction.utf8.count)
    return "\(whole / scale).\(zeros)\(fraction)"
  }
}

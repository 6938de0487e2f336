import Glibc
import Imaging

/// Plays an animation in a simulated kitty.
enum Animation: Benchmarking {
  static let name = "animation"
  private static let size = PixelSize(width: 640, height: 480)
  private static let frameCount = 150
  /// In the first loop: later ones use frames that the terminal has stored.
  private static let span = Duration.seconds(3)

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("animation")
    defer { Workshop.remove(folder) }
    try Workshop.write(MovingGIF.file(of: size, frameCount: frameCount), to: "\(folder)/a.gif")
    var played = try PlayedProgram(stage.photocell(["\(folder)/a.gif"]), as: .kitty)
    try played.read(until: "frames") { $0.pictureUpdateCount >= 5 }
    let facts = ProcessFacts(process: played.process)
    let decoders = facts.children.flatMap { [$0] + $0.children }
    let before = (played.terminal.pictureUpdateCount, try facts.processorTime)
    let decodingBefore = times(of: decoders)
    let start = ContinuousClock.now
    while ContinuousClock.now < start + span { _ = played.read(within: .milliseconds(10)) }
    let time = start.duration(to: .now)
    let rate = Double(played.terminal.pictureUpdateCount - before.0) / time.seconds
    let share = (try facts.processorTime - before.1) / time
    let decoding = (times(of: decoders) - decodingBefore) / time
    guard played.terminal.store.faults.isEmpty else {
      throw .silent("faultless pictures: \(played.terminal.store.faults[0])")
    }
    return [
      Row(
        what: "animation 640x480 in kitty: frames a second", measured: rate.text(places: 1),
        peer: "the file has 33.3", target: "≥ 30", verdict: .init(isKept: rate >= 30)),
      Row(
        what: "  of one processor", measured: "\(Int((share * 100).rounded())) %",
        peer: "decoder: \(Int((decoding * 100).rounded())) %", target: "< 40 %",
        verdict: .init(isKept: share < 0.4)),
    ]
  }

  private static func times(of processes: [ProcessFacts]) -> Duration {
    processes.reduce(.zero) { $0 + ((try? $1.processorTime) ?? .zero) }
  }
}

/// A GIF of moving colors with distinct frames of 30 ms.
private enum MovingGIF {
  static func file(of size: PixelSize, frameCount: Int) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + side(size.width) + side(size.height) + [0xF7, 0, 0]
    for color in 0..<256 { bytes += [UInt8(color), UInt8(255 - color), UInt8(color ^ 0x55)] }
    for frame in 0..<frameCount {
      bytes += [0x21, 0xF9, 4, 0] + side(3) + [0, 0]
      bytes += [0x2C, 0, 0, 0, 0] + side(size.width) + side(size.height) + [0]
      bytes += data(of: size, frame)
    }
    return bytes + [0x3B]
  }

  private static func side(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }

  /// Nine-bit codes, reset before they would grow: no compression.
  private static func data(of size: PixelSize, _ frame: Int) -> [UInt8] {
    var (packed, bits, bitCount): ([UInt8], UInt32, UInt32) = ([], 0, 0)
    func put(_ code: Int) {
      bits |= UInt32(code) << bitCount
      bitCount += 9
      while bitCount >= 8 {
        packed.append(UInt8(bits & 255))
        (bits, bitCount) = (bits >> 8, bitCount - 8)
      }
    }
    packed.reserveCapacity(size.area * 9 / 8 + 4096)
    for place in 0..<size.area {
      if place % 250 == 0 { put(256) }
      let (x, y) = (place % size.width, place / size.width)
      put((x / 2 + y * (frame + 16) / 64 + frame) & 255)
    }
    put(257)
    if bitCount > 0 { packed.append(UInt8(bits & 255)) }
    var bytes: [UInt8] = [8]
    for start in stride(from: 0, to: packed.count, by: 255) {
      let block = packed[start..<min(start + 255, packed.count)]
      bytes.append(UInt8(block.count))
      bytes += block
    }
    return bytes + [0]
  }
}

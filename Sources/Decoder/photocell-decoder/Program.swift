import DecoderServer

/// The decoder for the formats that most photos have, and BMP; see `DecoderServer`.
@main
enum Program {
  static func main() {
    DecoderServer.run(FastWork.self)
  }
}

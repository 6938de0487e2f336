import DecoderServer

/// The decoder for the two formats that most photos have; see `DecoderServer`.
@main
enum Program {
  static func main() {
    DecoderServer.run(FastWork.self)
  }
}

import DecoderServer

/// The decoder for all kinds of pictures that are not the most common; see `DecoderServer`.
@main
enum Program {
  static func main() {
    DecoderServer.run(VipsWork.self)
  }
}

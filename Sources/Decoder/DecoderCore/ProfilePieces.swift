/// Puts the pieces of a profile together that stand in segments APP2 of a JPEG (ISO 15076-1, B.4).
struct ProfilePieces {
  private static let signature = Array("ICC_PROFILE\0".utf8)
  /// The signature, the number of the piece from 1 on, and how many there are.
  private static let headLength = signature.count + 2

  private var pieces: [Int: ArraySlice<UInt8>] = [:]
  private var count = 0

  /// Keeps a segment if it is a piece; of two with one number the first counts.
  mutating func take(_ payload: ArraySlice<UInt8>) {
    guard payload.starts(with: Self.signature), payload.count > Self.headLength else { return }
    let numbers = payload.dropFirst(Self.signature.count).prefix(2).map(Int.init)
    if count == 0 { count = numbers[1] }
    guard numbers[1] == count, numbers[0] > 0, numbers[0] <= count, pieces[numbers[0]] == nil
    else { return }
    pieces[numbers[0]] = payload.dropFirst(Self.headLength)
  }

  /// What the pieces say; sRGB where one is missing.
  var colors: PictureColors {
    guard count > 0, pieces.count == count else { return .standard }
    return .profile((1...count).flatMap { pieces[$0] ?? [] })
  }
}

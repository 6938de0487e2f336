/// Error diffusion, which keeps the mean color of areas.
///
/// Floyd and Steinberg, "An adaptive algorithm for spatial grey scale" (1976), in serpentine order,
/// since a single direction leaves visible trails.
struct ErrorDiffusion {
  /// Error of this row and the next, in sixteenths of a channel step, padded by one place at either
  /// end.
  private var here: [SIMD4<Int32>]
  private var below: [SIMD4<Int32>]
  private var isRightward = true
  /// Share of the error that is diffused, in eighths.
  private let share: Int32

  init(width: Int, share: Int32 = 8) {
    self.share = share
    here = Array(repeating: .zero, count: width + 2)
    below = here
  }

  /// The places of this row, in processing order.
  var places: StrideTo<Int> {
    let width = here.count - 2
    return isRightward ? stride(from: 0, to: width, by: 1) : stride(from: width - 1, to: -1, by: -1)
  }

  /// To be added to the color, in channel steps.
  func debt(at place: Int) -> SIMD4<Int32> { (here[place + 1] &+ 8) &>> 4 }

  /// Diffuses an error, wanted minus shown, in channel steps.
  mutating func spread(_ error: SIMD4<Int32>, from place: Int) {
    let ahead = isRightward ? 1 : -1
    let index = place + 1
    let error = share == 8 ? error : error &* share / 8
    here[index + ahead] &+= error &* 7
    below[index - ahead] &+= error &* 3
    below[index] &+= error &* 5
    below[index + ahead] &+= error
  }

  mutating func advance() {
    swap(&here, &below)
    for index in below.indices { below[index] = .zero }
    isRightward.toggle()
  }
}

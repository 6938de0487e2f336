/// Steep rocks with round heads that stand in water, as karst does.
struct TowerOutline: Outlining {
  /// One rock.
  struct Tower: Sendable {
    /// The middle, in picture heights from the left.
    var x: Double
    /// Half the width at the foot, in picture heights.
    var reach: Double
    /// The head, in picture heights from the top.
    var top: Double
  }

  /// The foot of all the rocks, in picture heights from the top.
  var base: Double
  var towers: [Tower]
  var seed: UInt32

  func top(at x: Double) -> Double {
    let noise = ValueNoise(seed)
    let rough = 0.55 + 0.45 * noise.rolling(x * 14) + 0.12 * noise.jagged(x * 40, octaves: 3)
    var highest = base + 0.01
    for tower in towers {
      let away = (x - tower.x) / tower.reach
      let square = away * away
      guard square < 1 else { continue }
      let shape = 1 - square * square * abs(away)
      highest = min(highest, base - (base - tower.top) * shape * rough.mixed(with: 1, 0.45))
    }
    return highest
  }
}

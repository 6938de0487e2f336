extension Landscape {
  /// Turquoise shallows under a palm.
  static let lagoon = Landscape(
    Sky(gradient: [0: 0x1E9BE0, 0.25: 0x66C8F0, 0.42: 0xD4F4F8]),
    Clouds(
      top: 0.08, bottom: 0.44, lit: 0xFFFFFF, shaded: 0xA4DCEC, cover: 0.72, frequency: 3.4,
      flatness: 2, seed: 6),
    Land(
      outline: TowerOutline(
        base: 0.44,
        towers: [
          .init(x: 0.13, reach: 0.13, top: 0.33), .init(x: 0.27, reach: 0.09, top: 0.38),
        ], seed: 4),
      ground: CragGround(
        bright: 0x5CB88C, dark: 0x1E7A78, bush: 0x7CCCA0, detail: 26, seed: 5)),
    Sea(
      level: 0.435,
      gradient: [0: 0x0E7FB4, 0.14: 0x10A8BC, 0.4: 0x22D0C8, 0.75: 0x8CF0DC, 1: 0xD8FAE8],
      crest: 0xD4FFF6, trough: 0x0A98A8, swell: 0.42, seed: 3),
    Sailboat(center: Point(0.42, 0.49), height: 0.09, hull: 0xF8FFFF, sail: 0xFFFFFF),
    Palm(
      root: Point(0.7, 0.9), crown: Point(0.5, 0.22), frond: 0.24, trunk: 0x6A4A32,
      leaf: 0x1E9A5C, leafShade: 0x0C6A4C),
    Land(
      outline: PointOutline(
        points: [Point(0.2, 1.08), Point(0.45, 0.98), Point(0.62, 0.88), Point(0.8, 0.83)],
        roughness: 0.006, frequency: 3, seed: 12),
      ground: MeadowGround(
        bright: 0xFFF4D4, dark: 0xF0D8A4, edge: 0xFFFFF4, edgeDepth: 0.03, patches: 12, seed: 6)))

  /// Ice under a pale sky.
  static let icebergs = Landscape(
    Sky(gradient: [0: 0x7FC8DC, 0.3: 0xC4EAF0, 0.52: 0xF4FCFA]),
    Clouds(
      top: 0, bottom: 0.4, lit: 0xFFFFFF, shaded: 0xB4DCE6, cover: 0.6, frequency: 1.4,
      flatness: 5, softness: 0.35, seed: 3),
    Land(
      outline: RidgeOutline(base: 0.545, height: 0.1, frequency: 3, seed: 9),
      ground: PlainGround(crest: 0xBCE4EE, foot: 0xE8F8FA, depth: 0.08)),
    Land(
      outline: PointOutline(
        points: [
          Point(0.02, 0.57), Point(0.08, 0.44), Point(0.2, 0.4), Point(0.25, 0.5),
          Point(0.38, 0.54), Point(0.45, 0.57),
        ], roughness: 0.012, frequency: 9, seed: 6),
      ground: RockGround(
        lit: 0xF6FFFF, shaded: 0x6CC4D8, haze: 0x4FB4CC, hazeEnd: 0.68, hazeStart: 0.5, detail: 4,
        seed: 2)),
    Land(
      outline: PointOutline(
        points: [
          Point(0.5, 0.6), Point(0.56, 0.48), Point(0.63, 0.44), Point(0.72, 0.24),
          Point(0.8, 0.13), Point(0.86, 0.2), Point(0.93, 0.18), Point(1.04, 0.36),
          Point(1.1, 0.34), Point(1.2, 0.52), Point(1.27, 0.6),
        ], roughness: 0.014, frequency: 8, seed: 14),
      ground: RockGround(
        lit: 0xFFFFFF, shaded: 0x4FB8D0, haze: 0x2FA4C0, hazeEnd: 0.72, hazeStart: 0.42, detail: 4,
        seed: 5)),
    Lake(level: 0.57, depths: 0x0B8AA4, clarity: (0.25, 0.85), ripple: 0.03, seed: 8),
    Flakes(count: 26, radii: 0.004...0.014, top: 0.62, light: 0xEAFFFF, opacity: 0.9, seed: 41))

  /// The full moon over a dark blue sea.
  static let moonlitSea = Landscape(
    Sky(gradient: [0: 0x030A28, 0.35: 0x0B2260, 0.56: 0x2A56A8]),
    Stars(count: 260, bottom: 0.5, seed: 13),
    Moon(center: Point(1.02, 0.22), radius: 0.095, light: 0xEEF4FF, reach: 0.26),
    Clouds(
      top: 0.2, bottom: 0.58, lit: 0x9CB8F0, shaded: 0x0C1C50, cover: 0.62, frequency: 1.7,
      flatness: 4.5, softness: 0.25, opacity: 0.85, seed: 22),
    Land(
      outline: PointOutline(
        points: [
          Point(0, 0.4), Point(0.16, 0.44), Point(0.24, 0.47), Point(0.3, 0.56), Point(0.36, 0.6),
        ], roughness: 0.01, frequency: 10, seed: 4),
      ground: PlainGround(crest: 0x0A1A48, foot: 0x081236, depth: 0.15)),
    Sea(
      level: 0.56, gradient: [0: 0x24509E, 0.3: 0x10307A, 1: 0x040E34], crest: 0x4A78CC,
      trough: 0x030A28, swell: 0.6, pathX: 1.02, path: 0xE4EEFF, pathBreadth: 0.055, seed: 9),
    Sailboat(center: Point(0.87, 0.585), height: 0.1, hull: 0x050C28, sail: 0x16285E))

  /// Steep islands in a violet bay after sunset.
  static let karstBay = Landscape(
    Sky(gradient: [0: 0x1C2478, 0.28: 0x4650B8, 0.48: 0x9A8CE0, 0.62: 0xF0C4DC]),
    Clouds(
      top: 0.04, bottom: 0.5, lit: 0xD8B0E8, shaded: 0x3A3C9C, cover: 0.56, frequency: 1.3,
      flatness: 6, softness: 0.35, sun: Point(0.05, 0.3), seed: 14),
    Moon(center: Point(0.62, 0.16), radius: 0.05, light: 0xFFF4E8, reach: 0.12, phase: 0.6),
    Land(
      outline: TowerOutline(
        base: 0.63,
        towers: [
          .init(x: 0.2, reach: 0.16, top: 0.46), .init(x: 0.5, reach: 0.12, top: 0.5),
          .init(x: 0.95, reach: 0.2, top: 0.43), .init(x: 1.75, reach: 0.2, top: 0.45),
        ], seed: 8),
      ground: PlainGround(crest: 0x7A78D0, foot: 0xB4A4E4, depth: 0.2)),
    Land(
      outline: TowerOutline(
        base: 0.65,
        towers: [
          .init(x: 0.02, reach: 0.2, top: 0.34), .init(x: 1.2, reach: 0.15, top: 0.28),
          .init(x: 1.4, reach: 0.13, top: 0.44),
        ], seed: 13),
      ground: CragGround(
        bright: 0x5A5AB8, dark: 0x33358E, bush: 0x6A68C4, detail: 14, seed: 3)),
    Fog(y: 0.64, thickness: 0.018, light: 0xD8C4EC, opacity: 0.6, seed: 5),
    Land(
      outline: TowerOutline(
        base: 0.69,
        towers: [
          .init(x: 1.64, reach: 0.17, top: 0.13), .init(x: 1.84, reach: 0.16, top: 0.3),
          .init(x: 1.5, reach: 0.09, top: 0.45),
        ], seed: 27),
      ground: CragGround(
        bright: 0x383A92, dark: 0x14165A, bush: 0x4E4CA8, detail: 14, seed: 6)),
    Lake(level: 0.685, depths: 0x23268A, clarity: (0.15, 0.6), ripple: 0.04, seed: 7),
    Sailboat(center: Point(1.06, 0.76), height: 0.12, hull: 0x14123E, sail: 0xE05A4A))
}

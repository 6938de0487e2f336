extension Landscape {
  /// Lightning from a magenta cloud.
  static let summerStorm = Landscape(
    Sky(gradient: [0: 0x2A0638, 0.3: 0x7C1478, 0.55: 0xE0489C, 0.68: 0xFF9CA8]),
    Clouds(
      top: -0.4, bottom: 0.5, lit: 0xC83CA0, shaded: 0x260634, cover: 1, frequency: 1.5,
      flatness: 1.9, softness: 0.3, sun: Point(0.05, 0.3), seed: 9),
    Rain(
      area: Area(left: 0.15, right: 0.75, top: 0.36, bottom: 0.72), slant: -0.15, light: 0x5A1468,
      opacity: 0.8, seed: 4),
    Streak(
      points: [Point(1.05, 0.1), Point(1.0, 0.3), Point(1.08, 0.48), Point(1.0, 0.71)],
      breadth: (0.008, 0.004), core: 0xFFFFFF, glow: 0xFF9CF4, reach: 0.035, breaks: 5, seed: 14),
    Streak(
      points: [Point(1.04, 0.4), Point(1.2, 0.52), Point(1.26, 0.66)],
      breadth: (0.004, 0.0015), core: 0xFFF0FF, glow: 0xE86CE0, reach: 0.016, breaks: 5, seed: 3),
    Streak(
      points: [Point(1.0, 0.28), Point(0.86, 0.4), Point(0.82, 0.5)],
      breadth: (0.003, 0.001), core: 0xFFF0FF, glow: 0xE86CE0, reach: 0.014, breaks: 5, seed: 6),
    Land(
      outline: HillOutline(base: 0.72, height: 0.04, frequency: 1.4, seed: 5, fringe: 0.014),
      ground: PlainGround(crest: 0x4A0C50, foot: 0x7C1C70, depth: 0.06)),
    Land(
      outline: HillOutline(base: 0.76, height: 0.02, frequency: 1, seed: 2),
      ground: MeadowGround(
        bright: 0x8C2680, dark: 0x54125A, edge: 0xC0489C, edgeDepth: 0.06, patches: 9, flatness: 5,
        seed: 8)),
    BroadTree(
      root: Point(1.3, 0.76), height: 0.17, lit: 0x4A1050, shaded: 0x1E0428, trunk: 0x1E0428,
      seed: 4))

  /// The Milky Way over a quiet ridge.
  static let galaxy = Landscape(
    Sky(gradient: [0: 0x0A0830, 0.4: 0x1C1868, 0.75: 0x5A3CA8, 0.9: 0xC080C0]),
    MilkyWay(
      start: Point(0.25, 0.75), end: Point(1.05, 0), breadth: 0.12, core: 0xF4D8FF, rim: 0x6A5CE8,
      seed: 6),
    Stars(count: 900, bottom: 0.8, seed: 5),
    Land(
      outline: RidgeOutline(base: 0.86, height: 0.2, frequency: 1.7, seed: 19),
      ground: PlainGround(crest: 0x2A1E6C, foot: 0x5C3C98, depth: 0.16)),
    Land(
      outline: RidgeOutline(base: 0.96, height: 0.2, frequency: 1.4, seed: 33),
      ground: PlainGround(crest: 0x140C40, foot: 0x281A60, depth: 0.14)),
    Firs(
      outline: PointOutline(
        points: [Point(0.8, 1.15), Point(0.95, 1.0), Point(1.15, 0.92), Point(1.4, 0.88)],
        roughness: 0.01, seed: 6),
      spacing: 0.03, heights: 0.1...0.34, crown: 0x05031A, foot: 0x0A0628, seed: 9),
    Land(
      outline: PointOutline(
        points: [Point(0.8, 1.15), Point(0.95, 1.0), Point(1.15, 0.92), Point(1.4, 0.88)],
        roughness: 0.01, seed: 6),
      ground: PlainGround(crest: 0x0A0628, foot: 0x05031A, depth: 0.1)))

  /// Northern lights over a frozen lake.
  static let aurora = Landscape(
    Sky(gradient: [0: 0x021018, 0.4: 0x063430, 0.7: 0x0E5C4C]),
    Stars(count: 380, bottom: 0.66, seed: 31),
    Aurora(
      left: 0.3, right: 0.44, swing: 0.12, height: 0.34, hem: 0x2CFFA0, crown: 0x4A6CE0,
      strength: 0.6, seed: 12),
    Aurora(
      left: 0.58, right: 0.46, swing: 0.14, height: 0.48, hem: 0x50FFA8, crown: 0x8A4CE0,
      strength: 0.95, seed: 5),
    Land(
      outline: RidgeOutline(base: 0.7, height: 0.18, frequency: 2.4, seed: 10),
      ground: RockGround(
        lit: 0x2C8C74, shaded: 0x062824, snow: 0x9CF4D0, snowShade: 0x1C6C60, snowDepth: 0.08,
        haze: 0x0C5044, hazeEnd: 0.75, hazeStart: 0.6, seed: 6)),
    Firs(
      outline: HillOutline(base: 0.715, height: 0.03, frequency: 3, seed: 3), spacing: 0.012,
      heights: 0.03...0.09, crown: 0x021A18, foot: 0x042824, seed: 8),
    Lake(level: 0.71, depths: 0x032420, clarity: (0.15, 0.55), ripple: 0.03, seed: 14))
}

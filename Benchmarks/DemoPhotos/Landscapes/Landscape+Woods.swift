extension Landscape {
  /// Fir woods that step back into the mist.
  static let mistyFirs = Landscape(
    Sky(gradient: [0: 0xA9C8B4, 0.4: 0xDCEBDD]),
    Sun(center: Point(0.95, 0.16), radius: 0.05, disc: 0xFBFFF0, glow: 0xFFFFE0, reach: 0.3),
    Land(
      outline: RidgeOutline(base: 0.4, height: 0.22, frequency: 1.6, seed: 8),
      ground: PlainGround(crest: 0x9CC4AA, foot: 0xD3E8D8, depth: 0.2)),
    Firs(
      outline: HillOutline(base: 0.5, height: 0.16, frequency: 1.7, seed: 15), spacing: 0.011,
      heights: 0.04...0.09, crown: 0x74A88A, foot: 0xB4D6BF, seed: 1),
    Land(
      outline: HillOutline(base: 0.5, height: 0.16, frequency: 1.7, seed: 15),
      ground: PlainGround(crest: 0x9AC6AA, foot: 0xC6E2CF, depth: 0.12)),
    Fog(y: 0.53, thickness: 0.06, light: 0xE4F2E6, opacity: 0.8, seed: 2),
    Firs(
      outline: HillOutline(base: 0.68, height: 0.2, frequency: 1.5, seed: 29), spacing: 0.018,
      heights: 0.08...0.17, crown: 0x3F7F5C, foot: 0x82B596, seed: 4),
    Land(
      outline: HillOutline(base: 0.68, height: 0.2, frequency: 1.5, seed: 29),
      ground: PlainGround(crest: 0x6AA582, foot: 0xA4CFB2, depth: 0.14)),
    Fog(y: 0.72, thickness: 0.06, light: 0xD2E9D8, opacity: 0.75, seed: 7),
    Firs(
      outline: HillOutline(base: 0.94, height: 0.22, frequency: 1.3, seed: 44), spacing: 0.032,
      heights: 0.16...0.36, crown: 0x0E4A2C, foot: 0x2E704C, seed: 6),
    Land(
      outline: HillOutline(base: 0.94, height: 0.22, frequency: 1.3, seed: 44),
      ground: PlainGround(crest: 0x1F5C3A, foot: 0x0C3A24, depth: 0.2)),
    Firs(
      outline: HillOutline(base: 1.12, height: 0.1, frequency: 1.2, seed: 9), spacing: 0.06,
      heights: 0.16...0.5, crown: 0x04261A, foot: 0x0A3A26, seed: 11))

  /// Firs under fresh snow on a pale day.
  static let winterWood = Landscape(
    Sky(gradient: [0: 0x9CC4EC, 0.3: 0xD6E8F8, 0.5: 0xFDF6F0]),
    Sun(center: Point(1.12, 0.3), radius: 0.04, disc: 0xFFFDF4, glow: 0xFFF0DC, reach: 0.26),
    Land(
      outline: RidgeOutline(base: 0.52, height: 0.2, frequency: 1.7, seed: 14),
      ground: PlainGround(crest: 0xB4D0EC, foot: 0xEAF2FA, depth: 0.14)),
    Firs(
      outline: HillOutline(base: 0.56, height: 0.1, frequency: 1.5, seed: 4), spacing: 0.016,
      heights: 0.05...0.13, crown: 0x7FA8CC, foot: 0xBBD4EA, snow: 0.7, seed: 21),
    Land(
      outline: HillOutline(base: 0.56, height: 0.1, frequency: 1.5, seed: 4),
      ground: PlainGround(crest: 0xF4F9FF, foot: 0xC8DDF2, depth: 0.2)),
    Firs(
      outline: HillOutline(base: 0.7, height: 0.12, frequency: 1.2, seed: 31), spacing: 0.05,
      heights: 0.12...0.34, crown: 0x3F6F96, foot: 0x7FA8CC, snow: 0.88, seed: 12),
    Land(
      outline: HillOutline(base: 0.72, height: 0.12, frequency: 1.2, seed: 31),
      ground: MeadowGround(
        bright: 0xE6F0FC, dark: 0x94BAE2, edge: 0xFFFFFF, edgeDepth: 0.08, patches: 5, seed: 3)),
    Firs(
      outline: PointOutline(
        points: [Point(0.9, 1.3), Point(1.05, 0.98), Point(1.4, 0.9), Point(1.6, 0.98)],
        roughness: 0.01, seed: 5),
      spacing: 0.13, heights: 0.4...0.72, crown: 0x26567E, foot: 0x4F82AC, snow: 0.95, seed: 27),
    Land(
      outline: HillOutline(base: 1.02, height: 0.14, frequency: 1.1, seed: 64),
      ground: MeadowGround(
        bright: 0xF2F8FF, dark: 0x9CC0E6, edge: 0xFFFFFF, edgeDepth: 0.06, patches: 5, seed: 8)),
    Flakes(count: 150, radii: 0.0018...0.007, light: 0xFFFFFF, opacity: 0.85, seed: 17))

  /// Cherry trees in bloom on the shore of a pink lake.
  static let cherryLake = Landscape(
    Sky(gradient: [0: 0xF4A6CC, 0.3: 0xFBCFE0, 0.5: 0xFFF0EE]),
    Clouds(
      top: 0.0, bottom: 0.4, lit: 0xFFFFFF, shaded: 0xF0A8CC, cover: 0.6, frequency: 2, seed: 23),
    Land(
      outline: PointOutline(
        points: [
          Point(0, 0.5), Point(0.25, 0.44), Point(0.45, 0.24), Point(0.49, 0.232),
          Point(0.53, 0.24), Point(0.75, 0.44), Point(1, 0.5),
        ], roughness: 0.008, seed: 10),
      ground: RockGround(
        lit: 0xD08AB8, shaded: 0xA868A6, snow: 0xFFFFFF, snowShade: 0xE6C0E0, snowDepth: 0.1,
        haze: 0xF6C6DA, hazeEnd: 0.5, hazeStart: 0.3, seed: 4)),
    Land(
      outline: HillOutline(base: 0.53, height: 0.07, frequency: 3, seed: 20, fringe: 0.012),
      ground: PlainGround(crest: 0xD890B8, foot: 0xEDB4CE, depth: 0.07)),
    BroadTree(
      root: Point(0.1, 0.535), height: 0.13, crown: (1.2, 0.8), lit: 0xFFC4DE, shaded: 0xD874A8,
      trunk: 0x8A4A6A, seed: 3),
    BroadTree(
      root: Point(0.26, 0.535), height: 0.11, crown: (1.3, 0.8), lit: 0xFFB4D4, shaded: 0xCC6A9E,
      trunk: 0x8A4A6A, seed: 6),
    BroadTree(
      root: Point(0.78, 0.535), height: 0.12, crown: (1.3, 0.8), lit: 0xFFC0DC, shaded: 0xD070A4,
      trunk: 0x8A4A6A, seed: 8),
    Lake(level: 0.535, depths: 0xF29AC2, ripple: 0.016, seed: 12),
    Land(
      outline: PointOutline(
        points: [Point(0.7, 1.1), Point(0.9, 0.94), Point(1.1, 0.86), Point(1.4, 0.82)],
        roughness: 0.01, seed: 4),
      ground: MeadowGround(
        bright: 0xF7B8D0, dark: 0xB0608E, edge: 0xE88AB6, edgeDepth: 0.05, patches: 22, seed: 7)),
    BroadTree(
      root: Point(1.12, 0.9), height: 0.76, crown: (0.92, 0.66), lit: 0xFFE2EE, shaded: 0xE0689E,
      trunk: 0x4E2438, tufts: 420, seed: 14),
    Flakes(
      count: 120, radii: 0.003...0.008, top: 0.25, light: 0xFFD2E4, opacity: 0.9, seed: 33))

  /// A waterfall between ferns and moss.
  static let jungleFalls = Landscape(
    Sky(gradient: [0: 0xBFF4E6, 0.3: 0x7FD8C8]),
    Land(
      outline: HillOutline(base: 0.2, height: 0.16, frequency: 5, seed: 5, fringe: 0.02),
      ground: CragGround(
        bright: 0x4FB89A, dark: 0x1F7A6C, bush: 0x8FE0C8, detail: 9, seed: 2)),
    Land(
      outline: HillOutline(base: 0.25, height: 0.08, frequency: 4, seed: 19),
      ground: StrataGround(
        bright: 0x2F8C80, dark: 0x05302F, haze: 0x1A6660, hazeStart: 0.6, hazeEnd: 0.9, layers: 9,
        seed: 3)),
    Waterfall(left: 0.33, right: 0.52, top: 0.2, bottom: 0.7, shade: 0x63C6BE, seed: 8),
    Land(
      outline: PointOutline(
        points: [Point(0, 0.16), Point(0.2, 0.26), Point(0.27, 0.5), Point(0.3, 0.78)],
        roughness: 0.025, frequency: 12, seed: 14),
      ground: CragGround(
        bright: 0x2FA070, dark: 0x06392E, bush: 0x5CCB94, detail: 10, seed: 6)),
    Land(
      outline: PointOutline(
        points: [Point(0.56, 0.78), Point(0.585, 0.5), Point(0.64, 0.22), Point(0.8, 0.1)],
        roughness: 0.025, frequency: 12, seed: 27),
      ground: CragGround(
        bright: 0x36AC7C, dark: 0x063A30, bush: 0x6AD8A0, detail: 10, seed: 9)),
    Lake(level: 0.71, depths: 0x12877F, clarity: (0.3, 0.75), ripple: 0.05, seed: 4),
    Fog(y: 0.7, thickness: 0.025, light: 0xE6FFFA, opacity: 0.5, seed: 6),
    Land(
      outline: PointOutline(
        points: [Point(0.3, 1.05), Point(0.5, 0.97), Point(0.62, 0.9), Point(0.8, 0.84)],
        roughness: 0.03, frequency: 14, seed: 33),
      ground: MeadowGround(
        bright: 0x1F7A58, dark: 0x03241E, edge: 0x3FB084, edgeDepth: 0.02, patches: 16, seed: 8)))
}

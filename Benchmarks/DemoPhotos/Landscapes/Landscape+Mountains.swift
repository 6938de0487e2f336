extension Landscape {
  /// Blue peaks with snow over a still lake, in the morning.
  static let alpineLake = Landscape(
    Sky(gradient: [0: 0x1F63C8, 0.3: 0x5FA4EA, 0.52: 0xCFE6F8]),
    Clouds(
      top: 0.02, bottom: 0.4, lit: 0xFFFFFF, shaded: 0xA9C6E8, cover: 0.62, frequency: 2.6,
      seed: 11),
    Land(
      outline: RidgeOutline(base: 0.5, height: 0.2, frequency: 2.6, seed: 4),
      ground: PlainGround(crest: 0x7FA6D8, foot: 0xC4DDF2, depth: 0.16)),
    Land(
      outline: PointOutline(
        points: [
          Point(-0.1, 0.44), Point(0.2, 0.3), Point(0.34, 0.36), Point(0.62, 0.22),
          Point(0.74, 0.27), Point(0.93, 0.09), Point(1.1, 0.29), Point(1.22, 0.25),
          Point(1.4, 0.4),
        ], roughness: 0.05, frequency: 9, seed: 8),
      ground: RockGround(
        lit: 0x8A8FA8, shaded: 0x33456F, snowShade: 0x7FA3DA, snowDepth: 0.13, haze: 0x6E9BD0,
        hazeEnd: 0.66, hazeStart: 0.34, seed: 21)),
    Land(
      outline: HillOutline(base: 0.555, height: 0.1, frequency: 3.2, seed: 14, fringe: 0.012),
      ground: PlainGround(crest: 0x2B5C6E, foot: 0x5F93AE, depth: 0.1)),
    Firs(
      outline: HillOutline(base: 0.562, height: 0.035, frequency: 2, seed: 3), spacing: 0.011,
      heights: 0.03...0.085, crown: 0x123A45, foot: 0x1E5560, seed: 5),
    Lake(level: 0.56, depths: 0x0D4A8C, ripple: 0.018, seed: 2))

  /// Rose light on the highest peaks, the valley still in shadow.
  static let rosePeaks = Landscape(
    Sky(gradient: [0: 0x8E7BB8, 0.2: 0xD79AB8, 0.42: 0xFFC9B8, 0.6: 0xFFE3CF]),
    Clouds(
      top: 0.0, bottom: 0.3, lit: 0xFFD9CF, shaded: 0xC07FA6, cover: 0.55, frequency: 1.6,
      flatness: 5, softness: 0.35, seed: 31),
    Land(
      outline: RidgeOutline(base: 0.62, height: 0.26, frequency: 2.3, seed: 17),
      ground: PlainGround(crest: 0xD98FA6, foot: 0xF7C4BE, depth: 0.2)),
    Land(
      outline: PointOutline(
        points: [
          Point(-0.1, 0.5), Point(0.12, 0.42), Point(0.3, 0.46), Point(0.55, 0.3),
          Point(0.68, 0.13), Point(0.76, 0.19), Point(0.9, 0.42), Point(1.08, 0.31),
          Point(1.2, 0.38), Point(1.4, 0.34),
        ], roughness: 0.045, frequency: 9, seed: 41),
      ground: RockGround(
        lit: 0xF2788A, shaded: 0x7C4470, snow: 0xFFD2C4, snowShade: 0xC77BA0, snowDepth: 0.2,
        haze: 0xE09CB4, hazeEnd: 0.85, hazeStart: 0.46, sunSide: 1, seed: 6)),
    Fog(y: 0.68, thickness: 0.07, light: 0xFFE0D8, opacity: 0.85, seed: 5),
    Land(
      outline: RidgeOutline(base: 0.86, height: 0.2, frequency: 2.4, seed: 58),
      ground: PlainGround(crest: 0x8F4A78, foot: 0xC982A0, depth: 0.22)),
    Fog(y: 0.86, thickness: 0.05, light: 0xF5C4CC, opacity: 0.7, seed: 9),
    Firs(
      outline: HillOutline(base: 1.02, height: 0.16, frequency: 1.6, seed: 12), spacing: 0.022,
      heights: 0.05...0.16, crown: 0x4A1F4E, foot: 0x6E3563, seed: 7))

  /// Violet ridges one behind the other, and balloons above them.
  static let balloons = Landscape(
    Sky(gradient: [0: 0x4B2F8F, 0.25: 0x8A54B8, 0.45: 0xD88AC8, 0.62: 0xFFC8B0]),
    Sun(center: Point(0.5, 0.56), radius: 0.045, disc: 0xFFF4D8, glow: 0xFFB08A, reach: 0.22),
    Clouds(
      top: 0.1, bottom: 0.5, lit: 0xFFC4D0, shaded: 0x8C5AB0, cover: 0.5, frequency: 2.4,
      flatness: 6, softness: 0.35, seed: 19),
    Land(
      outline: RidgeOutline(base: 0.66, height: 0.14, frequency: 2.4, seed: 2),
      ground: PlainGround(crest: 0xB57AC4, foot: 0xE6B0D2, depth: 0.13)),
    Land(
      outline: RidgeOutline(base: 0.75, height: 0.17, frequency: 2.1, seed: 23),
      ground: PlainGround(crest: 0x8A50AE, foot: 0xC489CC, depth: 0.15)),
    Land(
      outline: RidgeOutline(base: 0.87, height: 0.2, frequency: 1.9, seed: 35),
      ground: PlainGround(crest: 0x5C318C, foot: 0x9A63B8, depth: 0.18)),
    Land(
      outline: HillOutline(base: 1.02, height: 0.18, frequency: 2.2, seed: 51, fringe: 0.012),
      ground: PlainGround(crest: 0x2E1658, foot: 0x4E2A7E, depth: 0.2)),
    Balloon(center: Point(0.25, 0.25), radius: 0.115, stripes: (0xFF5A4E, 0xFFE08A)),
    Balloon(center: Point(0.57, 0.14), radius: 0.06, stripes: (0x38C0D8, 0xFFF2E0)),
    Balloon(center: Point(0.61, 0.4), radius: 0.036, stripes: (0xFFB030, 0xD83A78)),
    Balloon(center: Point(0.1, 0.5), radius: 0.022, stripes: (0xF8F0FF, 0x6A5AE0)))

  /// A volcano in the night, with rivers of lava.
  static let volcano = Landscape(
    Sky(gradient: [0: 0x14060C, 0.35: 0x4A0D12, 0.7: 0xB02A10]),
    Stars(count: 160, bottom: 0.4, seed: 7),
    Sun(center: Point(0.82, 0.27), radius: 0, glow: 0xFF5A1E, reach: 0.26, strength: 0.85),
    Plume(source: Point(0.82, 0.27), drift: 0.42, smoke: 0x2A1016, fire: 0xFF6A2A, seed: 3),
    Land(
      outline: RidgeOutline(base: 0.82, height: 0.16, frequency: 2, seed: 12),
      ground: PlainGround(crest: 0x5A1412, foot: 0x8A2412, depth: 0.2)),
    Land(
      outline: PointOutline(
        points: [
          Point(-0.1, 0.83), Point(0.3, 0.72), Point(0.55, 0.53), Point(0.74, 0.28),
          Point(0.8, 0.3), Point(0.85, 0.3), Point(0.9, 0.27), Point(1.1, 0.54),
          Point(1.4, 0.73),
        ], roughness: 0.02, frequency: 9, seed: 15),
      ground: RockGround(
        lit: 0x8C2A1A, shaded: 0x1C0709, haze: 0x2A0A0A, hazeEnd: 1, hazeStart: 0.6, detail: 5,
        sunSide: 1, seed: 9)),
    Streak(
      points: [Point(0.81, 0.3), Point(0.79, 0.42), Point(0.86, 0.56), Point(0.82, 0.8)],
      breadth: (0.011, 0.003), core: 0xFFF0A0, glow: 0xFF4A10, reach: 0.028, breaks: 3, seed: 5),
    Streak(
      points: [Point(0.85, 0.3), Point(0.94, 0.46), Point(1.0, 0.56), Point(1.15, 0.8)],
      breadth: (0.008, 0.002), core: 0xFFD060, glow: 0xFF3A08, reach: 0.022, breaks: 3, seed: 8),
    Streak(
      points: [Point(0.8, 0.3), Point(0.71, 0.44), Point(0.6, 0.58)],
      breadth: (0.006, 0.0005), core: 0xFFC040, glow: 0xFF3A08, reach: 0.018, breaks: 3, seed: 2),
    Flakes(
      count: 60, radii: 0.0015...0.006, bottom: 0.4, light: 0xFFB050, opacity: 0.8, seed: 27),
    Lake(level: 0.8, depths: 0x120406, ripple: 0.03, glint: 0xFF6A30, seed: 6))
}

extension Landscape {
  /// Rice terraces between green hills.
  static let riceTerraces = Landscape(
    Sky(gradient: [0: 0x8FD0C0, 0.25: 0xDDF2CC, 0.4: 0xFBF8D8]),
    Land(
      outline: RidgeOutline(base: 0.4, height: 0.24, frequency: 3, seed: 6),
      ground: PlainGround(crest: 0x6AB48C, foot: 0xC8E8B8, depth: 0.2)),
    Land(
      outline: HillOutline(base: 0.44, height: 0.16, frequency: 2.6, seed: 12, fringe: 0.012),
      ground: MeadowGround(
        bright: 0x4FA85C, dark: 0x2A7A4A, edge: 0x7CC47A, edgeDepth: 0.05, patches: 14,
        flatness: 1.2, seed: 3)),
    Fog(y: 0.38, thickness: 0.03, light: 0xF4FBE4, opacity: 0.8, seed: 6),
    Terraces(
      outline: HillOutline(base: 0.5, height: 0.12, frequency: 1.8, seed: 7), steps: 19,
      bank: 0x58A83A, bankShade: 0x1C5A26,
      water: [0.3: 0xE8F8D8, 0.6: 0xA4DCC0, 1: 0x66B8A4], rice: 0x7ED03C, seed: 4),
    BroadTree(
      root: Point(0.62, 0.5), height: 0.15, lit: 0x7CC04A, shaded: 0x1C5A2A, trunk: 0x3A3020,
      seed: 6))

  /// A rape field in full flower.
  static let rapeseed = Landscape(
    Sky(gradient: [0: 0x7CC0DC, 0.25: 0xC4E4DC, 0.45: 0xFFF8C8]),
    Clouds(
      top: 0.02, bottom: 0.44, lit: 0xFFFFF4, shaded: 0xC8D4C0, cover: 0.68, frequency: 2.2,
      flatness: 2.6, seed: 15),
    Land(
      outline: HillOutline(base: 0.5, height: 0.1, frequency: 2, seed: 5, fringe: 0.01),
      ground: PlainGround(crest: 0x9CB454, foot: 0xD8D468, depth: 0.1)),
    Land(
      outline: HillOutline(base: 0.52, height: 0.05, frequency: 1.6, seed: 18),
      ground: PlainGround(crest: 0xF4DC28, foot: 0xE8D030, depth: 0.1)),
    BroadTree(
      root: Point(1.02, 0.52), height: 0.3, crown: (0.95, 0.75), lit: 0xA8C044, shaded: 0x3E6420,
      trunk: 0x4A3A18, tufts: 240, seed: 5),
    Rows(
      vanishing: Point(0.82, 0.45), top: 0.515, count: 5, bloom: 0xF2CC00, bright: 0xFFF04A,
      furrow: 0x8A9A1E, far: 0xF8E03A, fullness: 0.72, seed: 7))

  /// Lavender in rows to the horizon.
  static let lavender = Landscape(
    Sky(gradient: [0: 0x5A4CB4, 0.25: 0xA87CD0, 0.42: 0xF4B4C8, 0.52: 0xFFDDB8]),
    Sun(center: Point(1.0, 0.46), radius: 0.04, disc: 0xFFF8DC, glow: 0xFFC0A0, reach: 0.22),
    Clouds(
      top: 0.02, bottom: 0.42, lit: 0xFFC8D4, shaded: 0x7C5CB8, cover: 0.58, frequency: 1.5,
      flatness: 5, softness: 0.3, sun: Point(0.1, 0.3), seed: 26),
    Land(
      outline: RidgeOutline(base: 0.52, height: 0.1, frequency: 1.7, seed: 21),
      ground: PlainGround(crest: 0x8C6CC0, foot: 0xC8A0D8, depth: 0.1)),
    Land(
      outline: HillOutline(base: 0.535, height: 0.04, frequency: 2, seed: 3, fringe: 0.014),
      ground: PlainGround(crest: 0x4E3C8C, foot: 0x6A50A8, depth: 0.04)),
    Rows(
      vanishing: Point(0.92, 0.46), top: 0.53, count: 3.4, bloom: 0x6A34C0, bright: 0xB47CF4,
      furrow: 0x3A2060, far: 0x8A5CCC, fullness: 0.74, seed: 9),
    BroadTree(
      root: Point(0.79, 0.545), height: 0.17, crown: (0.95, 0.75), lit: 0x6A58A8, shaded: 0x2A1E58,
      trunk: 0x20143E, tufts: 160, seed: 9))

  /// Rolling hills with a row of cypresses.
  static let cypressHills = Landscape(
    Sky(gradient: [0: 0x9CC88C, 0.2: 0xD8E8A0, 0.42: 0xFFF6C4]),
    Sun(center: Point(0.4, 0.2), radius: 0.05, disc: 0xFFFFF0, glow: 0xFFF4B0, reach: 0.24),
    Land(
      outline: HillOutline(base: 0.46, height: 0.12, frequency: 1.9, seed: 8),
      ground: PlainGround(crest: 0xB4C878, foot: 0xE0E4A8, depth: 0.12)),
    Land(
      outline: HillOutline(base: 0.56, height: 0.14, frequency: 1.4, seed: 17),
      ground: MeadowGround(
        bright: 0xB8CC4C, dark: 0x84A838, edge: 0xD8E080, edgeDepth: 0.09, patches: 5,
        flatness: 3, seed: 5)),
    Land(
      outline: HillOutline(base: 0.7, height: 0.2, frequency: 1.1, seed: 33),
      ground: MeadowGround(
        bright: 0xA4C030, dark: 0x6A9420, edge: 0xC8D858, edgeDepth: 0.1, patches: 4, flatness: 4,
        seed: 11)),
    Cypress(root: Point(0.86, 0.62), height: 0.24, lit: 0x6A9028, shaded: 0x284814),
    Cypress(root: Point(0.95, 0.61), height: 0.29, lit: 0x6A9028, shaded: 0x284814),
    Cypress(root: Point(1.05, 0.61), height: 0.34, lit: 0x648A24, shaded: 0x244412),
    Cypress(root: Point(1.17, 0.625), height: 0.4, lit: 0x5E8420, shaded: 0x203E10),
    Cypress(root: Point(1.31, 0.65), height: 0.48, lit: 0x587C1C, shaded: 0x1C380E),
    Rows(
      vanishing: Point(1.1, 0.42), top: 0.78, count: 4, bloom: 0x7CA01C, bright: 0xB8CC3C,
      furrow: 0x4A6A14, far: 0x8CB028, fullness: 0.7, seed: 6))

  /// A rainbow over a spring meadow.
  static let rainbow = Landscape(
    Sky(gradient: [0: 0x3E6470, 0.3: 0x6C98A0, 0.58: 0xB8DCC4]),
    Clouds(
      top: 0, bottom: 0.55, lit: 0x9CBCBC, shaded: 0x34545E, cover: 0.8, frequency: 1.4,
      flatness: 2.2, softness: 0.4, seed: 38),
    Land(
      outline: RidgeOutline(base: 0.6, height: 0.14, frequency: 1.8, seed: 11),
      ground: PlainGround(crest: 0x4E8A74, foot: 0x90C4A0, depth: 0.14)),
    Rainbow(center: Point(0.7, 0.68), radius: 0.56, breadth: 0.075, strength: 0.72),
    Land(
      outline: HillOutline(base: 0.66, height: 0.1, frequency: 1.6, seed: 25, fringe: 0.008),
      ground: MeadowGround(
        bright: 0x6CC048, dark: 0x3A8C3A, edge: 0x8CD868, edgeDepth: 0.06, patches: 6, seed: 7)),
    BroadTree(
      root: Point(1.08, 0.64), height: 0.25, crown: (0.95, 0.75), lit: 0x6CC03C, shaded: 0x1C5A24,
      trunk: 0x3A3020, tufts: 240, seed: 12),
    Land(
      outline: HillOutline(base: 0.8, height: 0.1, frequency: 1.1, seed: 14),
      ground: MeadowGround(
        bright: 0x58C030, dark: 0x268228, edge: 0x88E050, edgeDepth: 0.07, patches: 8, seed: 9)),
    Flakes(
      count: 260, radii: 0.002...0.008, top: 0.8, light: 0xFFF27C, opacity: 0.95, seed: 44),
    Flakes(
      count: 160, radii: 0.002...0.008, top: 0.82, light: 0xFFFFFF, opacity: 0.95, seed: 45))
}

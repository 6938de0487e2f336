extension Landscape {
  /// Table mountains in the red light of the evening.
  static let redMesas = Landscape(
    Sky(gradient: [0: 0x5E1F3A, 0.22: 0xB83A38, 0.45: 0xF07A3E, 0.62: 0xFFC070]),
    Clouds(
      top: 0.02, bottom: 0.42, lit: 0xFF9A5C, shaded: 0x8A2C40, cover: 0.62, frequency: 1.6,
      flatness: 5, softness: 0.3, sun: Point(0.1, 0.3), seed: 5),
    Sun(center: Point(0.46, 0.55), radius: 0.06, disc: 0xFFF0B0, glow: 0xFF9A40, reach: 0.2),
    Land(
      outline: PointOutline(
        points: [
          Point(0, 0.59), Point(0.1, 0.585), Point(0.14, 0.51), Point(0.28, 0.505),
          Point(0.32, 0.58), Point(0.6, 0.595), Point(0.63, 0.54), Point(0.7, 0.54),
          Point(0.73, 0.6), Point(1.4, 0.6),
        ], roughness: 0.004, frequency: 14, seed: 3),
      ground: PlainGround(crest: 0xB84A34, foot: 0xE8884C, depth: 0.1)),
    Land(
      outline: PointOutline(
        points: [
          Point(0.5, 0.66), Point(0.74, 0.6), Point(0.79, 0.5), Point(0.8, 0.3),
          Point(0.86, 0.285), Point(1.08, 0.285), Point(1.12, 0.3), Point(1.13, 0.5),
          Point(1.2, 0.6), Point(1.26, 0.62), Point(1.28, 0.45), Point(1.3, 0.44),
          Point(1.4, 0.43),
        ], roughness: 0.008, frequency: 12, seed: 6),
      ground: StrataGround(
        bright: 0xE0522C, dark: 0x5E1620, haze: 0x8E2A22, hazeStart: 0.52, hazeEnd: 0.72,
        seed: 7)),
    Land(
      outline: HillOutline(base: 0.68, height: 0.04, frequency: 2, seed: 5),
      ground: MeadowGround(
        bright: 0xB84628, dark: 0x862A20, edge: 0xE87A42, edgeDepth: 0.07, patches: 9,
        flatness: 5, seed: 4)),
    Birds(
      places: [Point(0.62, 0.2), Point(0.68, 0.17), Point(0.57, 0.15)], span: 0.035,
      light: 0x3A1018))

  /// A narrow gorge of swinging sandstone, with a beam of light.
  static let slotCanyon = Landscape(
    Sky(gradient: [0: 0xFFF3C4, 0.3: 0xFFD27A, 0.75: 0xF29A3C, 1: 0xB8501E]),
    CanyonWalls(
      folds: 8, middle: 0.4,
      glow: [
        0: 0xFFDE8A, 0.1: 0xFFB04A, 0.28: 0xF07A26, 0.5: 0xC8481C, 0.75: 0x84281C, 1: 0x42142A,
      ], seed: 40),
    LightBeam(
      start: Point(0.43, -0.1), end: Point(0.5, 0.92), breadth: (0.035, 0.11), light: 0xFFF2C0,
      strength: 0.55))

  /// Sharp-crested dunes in low sun.
  static let dunes = Landscape(
    Sky(gradient: [0: 0x6F9AA8, 0.2: 0xC4C0A0, 0.42: 0xFFD890]),
    Sun(center: Point(0.22, 0.2), radius: 0.045, disc: 0xFFFBE0, glow: 0xFFDC90, reach: 0.24),
    Dune(
      peak: Point(0.4, 0.36), fall: (0.16, 0.14), lean: 0.9, lit: 0xF2BC6A, shaded: 0xB0743C,
      foot: 0xE8A858, seed: 2),
    Dune(
      peak: Point(1.22, 0.38), fall: (0.22, 0.2), lean: 0.5, lit: 0xF0B05A, shaded: 0x9A5A2C,
      foot: 0xDC9244, seed: 5),
    Dune(
      peak: Point(0.86, 0.27), fall: (0.5, 0.42), lean: -0.25, lit: 0xF7AE4C, shaded: 0x7C4220,
      foot: 0xD88430, seed: 9),
    Dune(
      peak: Point(0.25, 0.68), fall: (0.22, 0.3), lean: 1.3, lit: 0xEFA044, shaded: 0x8A4A20,
      foot: 0xC87028, seed: 13),
    Dune(
      peak: Point(1.2, 0.8), fall: (0.3, 0.25), lean: 0.4, lit: 0xE89038, shaded: 0x6A341A,
      foot: 0xA85A20, seed: 17))

  /// Thorn trees before a huge sun.
  static let savanna = Landscape(
    Sky(gradient: [0: 0xE8960E, 0.3: 0xFFC42E, 0.6: 0xFFE68A, 0.75: 0xFFF3C0]),
    Sun(center: Point(1.32, 0.52), radius: 0.22, disc: 0xFFFBE0, glow: 0xFFE070, reach: 0.5),
    Clouds(
      top: 0.05, bottom: 0.5, lit: 0xFFE9A0, shaded: 0xE88A14, cover: 0.5, frequency: 1.2,
      flatness: 8, softness: 0.35, opacity: 0.7, seed: 8),
    Land(
      outline: RidgeOutline(base: 0.74, height: 0.09, frequency: 1.4, seed: 6),
      ground: PlainGround(crest: 0xE0A030, foot: 0xF6CC6A, depth: 0.1)),
    Land(
      outline: HillOutline(base: 0.77, height: 0.02, frequency: 2, seed: 3, fringe: 0.008),
      ground: MeadowGround(
        bright: 0xE0A42C, dark: 0x8A5410, edge: 0xC88A20, edgeDepth: 0.05, patches: 9, flatness: 6,
        seed: 4)),
    Acacia(root: Point(0.95, 0.775), height: 0.15, light: 0x6E3E0C, seed: 11),
    Acacia(root: Point(1.9, 0.78), height: 0.2, light: 0x5A3008, seed: 15),
    Acacia(root: Point(1.42, 0.91), height: 0.68, light: 0x2E1604, seed: 4),
    Land(
      outline: HillOutline(base: 0.93, height: 0.05, frequency: 1.3, seed: 22, fringe: 0.05),
      ground: PlainGround(crest: 0x3E2006, foot: 0x1E0E02, depth: 0.1)),
    Birds(
      places: [
        Point(0.62, 0.24), Point(0.7, 0.2), Point(0.76, 0.26), Point(0.84, 0.19), Point(0.55, 0.3),
      ], span: 0.05, light: 0x5A3008))
}

/// What a camera notes down when a photo is taken.
struct Shot: Hashable, Sendable {
  var camera: Camera
  /// As EXIF writes it: year, month and day by colons, a blank, the time of day.
  var date: String
  /// The exposure time in seconds, as a fraction.
  var exposure: (UInt32, UInt32) { (exposureCount, exposureDivisor) }
  /// The f-number times ten.
  var apertureTenths: UInt32
  var iso: UInt16
  /// In millimetres.
  var focalLength: UInt32
  private var exposureCount: UInt32
  private var exposureDivisor: UInt32

  init(
    _ camera: Camera, _ date: String, _ exposure: (UInt32, UInt32), f apertureTenths: UInt32,
    iso: UInt16, mm focalLength: UInt32
  ) {
    self.camera = camera
    self.date = date
    self.apertureTenths = apertureTenths
    self.iso = iso
    self.focalLength = focalLength
    (exposureCount, exposureDivisor) = exposure
  }
}

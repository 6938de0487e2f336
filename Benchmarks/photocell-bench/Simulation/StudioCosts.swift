/// The simulation's assumptions about networks and processors.
struct StudioCosts {
  /// Round trips to the object store and the tier, in milliseconds.
  let originTrip = 20.0
  let tierTrip = 1.0
  let slowTierTrip = 200.0
  /// One machine's bandwidth to the store and to the tier, in bytes per millisecond.
  let originRate = 12_500.0
  let tierRate = 125_000.0
  /// The number of concurrent transfers that share the bandwidth.
  let connectionCount = 6
  /// The sizes in bytes of a 12-megapixel photo, its head with the EXIF thumbnail, a thumbnail
  /// packed for the tier, and a bitmap in memory.
  let photoLength = 4_000_000
  let headLength = 65_536
  let packedLength = 118_000
  let bitmapLength = 256 * 192 * 4
  /// The share of photos whose EXIF thumbnail suffices.
  let headPercent = 50
  /// The times for decoding a photo, for decoding an EXIF or disk thumbnail, and for unpacking one,
  /// in milliseconds.
  let decoding = 35.0
  let smallDecoding = 3.0
  let unpacking = 0.6
  /// In bytes.
  let tierCapacity = 16_000_000_000

  var text: String {
    """
    origin \(originTrip) ms away at \(originRate / 125) Mbit/s a machine, \(connectionCount) transfers at once; \
    tier \(tierTrip) ms, slow \(slowTierTrip) ms
    photos of \(photoLength / 1_000) KB, of which \(headPercent) % need only \(headLength / 1_000) KB; \
    decoding \(decoding) ms, of small ones \(smallDecoding) ms; the tier holds \(tierCapacity / 1_000_000_000) GB
    """
  }
}

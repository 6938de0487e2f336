package import PictureFormats

/// What came of decoding one picture, for whoever wants to know more than its pixels.
package struct DecodingReport: Sendable {
  /// The kind of the picture, told from its first bytes; nil where they could not be read or are of
  /// no kind that is known.
  package let format: PictureFormat?
  /// Who was asked to decode it; nil where nobody could.
  package let role: DecoderRole?
  /// From opening the picture to the last pixel, or to the reason why there is none; without the time
  /// that it has waited behind other pictures.
  package let duration: Duration
  /// The most memory that the decoder's child had, in bytes; zero where it did not answer.
  package let peakMemory: Int
  /// The picture, or why there is none.
  package let result: Result<DecodedImage, DecodingError>

  /// Decodes a picture; blocks until its child has ended.
  init(on source: ImageSource, by job: DecodingJob) {
    var job = job
    let begin = job.ownTime
    do throws(DecodingError) {
      result = .success(try job.decode(source))
    } catch {
      result = .failure(error)
    }
    duration = job.ownTime - begin
    (format, role, peakMemory) = (job.format, job.role, job.peakMemory)
  }

  /// Tells of a picture that nobody was asked for.
  init(failure: DecodingError) {
    (format, role, duration, peakMemory) = (nil, nil, .zero, 0)
    result = .failure(failure)
  }
}

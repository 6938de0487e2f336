import ImagePipeline
import Testing

@Suite("Error diffusion")
struct ErrorDiffusionTests {
  @Test func `an error is distributed completely to the next pixels`() {
    var diffusion = ErrorDiffusion(width: 3)
    diffusion.spread([16, -32, 0, 0], from: 1)
    #expect(diffusion.debt(at: 2) == [7, -14, 0, 0])
    diffusion.advance()
    #expect((0..<3).map { diffusion.debt(at: $0).x } == [3, 5, 1])
  }

  @Test func `an error is distributed partly if only a share is diffused`() {
    var diffusion = ErrorDiffusion(width: 3, share: 4)
    diffusion.spread([32, -64, 0, 0], from: 1)
    #expect(diffusion.debt(at: 2) == [7, -14, 0, 0])
  }
}

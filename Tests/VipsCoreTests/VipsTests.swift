import Testing

/// All suites that use libvips, one test at a time: it counts warnings for the whole process.
@Suite(.serialized) struct VipsTests {}

import TestSupport
import Testing

/// All suites that use libvips, one test at a time: it keeps warnings and errors for the whole process.
@Suite(.serialized) struct VipsTests {}

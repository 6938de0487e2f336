import TestSupport
import Testing

/// All suites that use libvips, one test at a time: it collects warnings and errors per process.
@Suite(.serialized) struct VipsTests {}

import * as fc from 'fast-check';

// A fixed seed keeps mutation scores comparable; a mutant needs no shrunk example.
fc.configureGlobal({ seed: 20_261_123, endOnFailure: true });

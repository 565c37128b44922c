import * as fc from 'fast-check';

// The same examples in each run, so that a score can be compared with the last; a mutant needs no smallest example.
fc.configureGlobal({ seed: 20_261_123, endOnFailure: true });

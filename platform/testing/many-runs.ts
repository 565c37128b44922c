import { configureGlobal } from 'fast-check';

// Releases run each property 600 times instead of 100.
configureGlobal({ numRuns: 600 });

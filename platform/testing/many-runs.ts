import { configureGlobal } from 'fast-check';

// A release gets a longer look at each property than the hundred runs of every time.
configureGlobal({ numRuns: 600 });

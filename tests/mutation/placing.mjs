import { mutation } from './shared.mjs';

/** What decides on facts it reads: whether a booking may stand where somebody wants it. */
export default mutation('placing', {
  mutate: [
    'command-service/src/booking/{admit,bookable,move,reserve,within}.ts',
    'command-service/src/period.ts',
  ],
  testFiles: [
    'command-service/src/booking/{admit,commands,manage}.test.ts',
    'command-service/src/{clinic,hub}/commands.test.ts',
  ],
});

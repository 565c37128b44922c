import { mutation } from './shared.mjs';

/** What decides on facts it reads: whether a booking may stand where somebody wants it. */
export default mutation('placing', {
  mutate: [
    'command-service/src/booking/{admit,bookable,move,reserve,within}.ts',
    'command-service/src/period.ts',
  ],
  specs: [
    // With the protocol's property: only whatever crashes in between shows what reserving and giving back are for.
    'command-service/src/booking/{admit,bookable,commands,manage,protocol,within}.test.ts',
    'command-service/src/{clinic,hub}/commands.test.ts',
  ],
});

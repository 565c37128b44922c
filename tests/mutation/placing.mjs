import { mutation } from './shared.mjs';

/** Decisions on facts that are read: whether a booking is possible. */
export default mutation('placing', {
  least: 78,
  mutate: [
    'command-service/src/booking/{admit,bookable,move,reserve,within}.ts',
    'command-service/src/period.ts',
  ],
  specs: [
    // Without property tests: the model test takes seconds for each of its many mutants.
    'command-service/src/booking/{at-once,admit,bookable,buffers,commands,correct,family,gapless,reserve}.test.ts',
    'command-service/src/booking/{hand-over,known,manage,own-terms,within,without-email}.test.ts',
    'command-service/src/{block,clinic,hub}/commands.test.ts',
    'command-service/src/hub/day-hours.test.ts',
  ],
});

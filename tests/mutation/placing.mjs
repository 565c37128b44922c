import { mutation } from './shared.mjs';

/** Decisions on facts that are read: whether a booking may stand at a time. */
export default mutation('placing', {
  least: 78,
  mutate: [
    'command-service/src/booking/{admission,admit,bookable,draft,move,place,reserve,rules,within}.ts',
    'command-service/src/agenda/resource.ts',
    'command-service/src/period.ts',
    'platform/src/runtime/commit.ts',
  ],
  specs: [
    // Without property tests: the model test takes seconds for each of its many mutants.
    'command-service/src/booking/{at-once,admit,bookable,buffers,commands,correct,family,gapless,reserve}.test.ts',
    'command-service/src/booking/{hand-over,known,manage,own-terms,resources,stranger,within,without-email}.test.ts',
    'platform/src/runtime/commit.test.ts',
    'command-service/src/{block,clinic,hub}/commands.test.ts',
    'command-service/src/hub/day-hours.test.ts',
  ],
});

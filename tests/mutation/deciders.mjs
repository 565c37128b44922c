import { mutation } from './shared.mjs';

/** Pure decisions: the deciders and the slot rule. */
export default mutation('deciders', {
  least: 97,
  mutate: [
    'contracts/src/availability/{blockers,explain,slots,windows,zones}.ts',
    'command-service/src/*/decider.ts',
    'command-service/src/clinic/team.ts',
    'command-service/src/pro/{external-calendar,onboarding,options,recovery}.ts',
  ],
  specs: [
    'contracts/src/availability/{blockers,explain,refined,slots,windows,zones}.test.ts',
    'command-service/src/domain.test.ts',
    'command-service/src/*/decider.test.ts',
    'command-service/src/booking/attendance.test.ts',
    'command-service/src/clinic/{holidays,team}.test.ts',
    'command-service/src/patient/duplicates.decider.test.ts',
    'command-service/src/pro/{external-calendar,onboarding,options,proof,recovery,review}.test.ts',
  ],
});

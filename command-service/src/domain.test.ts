import { expect, it } from 'vitest';
import { agendaDecider } from './agenda/decider.ts';
import { blocksDecider } from './block/decider.ts';
import { bookingDecider } from './booking/decider.ts';
import { claimDecider } from './claim/decider.ts';
import { clinicDecider } from './clinic/decider.ts';
import { hubDecider } from './hub/decider.ts';
import { duplicatesDecider } from './patient/duplicates.decider.ts';
import { patientDecider } from './patient/decider.ts';
import { proDecider } from './pro/decider.ts';
import { quotaDecider } from './quota/decider.ts';
import { surveyDecider } from './survey/decider.ts';
import { waitingDecider } from './waiting/decider.ts';

it.each([
  ['agenda-1', agendaDecider],
  ['blocks-1', blocksDecider],
  ['booking-1', bookingDecider],
  ['claim-1', claimDecider],
  ['clinic-1', clinicDecider],
  ['duplicates-1', duplicatesDecider],
  ['hub-1', hubDecider],
  ['patient-1', patientDecider],
  ['pro-1', proDecider],
  ['quota-1', quotaDecider],
  ['survey-1', surveyDecider],
  ['wait-1', waitingDecider],
])('%s keeps its stream name, under which stored events are found', (name, decider) => {
  expect(decider.stream('1')).toBe(name);
});

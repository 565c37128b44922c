import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { patientDecider } from './decider.ts';

const { given } = specs(patientDecider);
const registered = sample('PatientRegistered');
const updated = sample('PatientUpdated');
const ids = { patientId: sampleIds.patient, proId: sampleIds.owner };
const email = 'carla@example.com';
const contact = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const corrected = { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' };

describe('a patient', () => {
  it('is registered once, and booking again never overwrites what is stored (decision 17)', () => {
    given([])
      .when({ type: 'register', ...ids, email, contact })
      .then([registered]);
    given([registered])
      .when({ type: 'register', ...ids, email, contact: corrected })
      .then([]);
  });

  it('is corrected by the pro', () => {
    given([registered]).when({ type: 'update', contact: corrected }).then([updated]);
    given([registered]).when({ type: 'update', contact }).then([]);
    given([]).when({ type: 'update', contact }).then(rejects('not-found'));
  });
});

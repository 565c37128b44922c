import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createDeskProfessionals } from '@visita/read-model/clinic/desk';
import { expect, it } from 'vitest';
import { createQueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, guestHub, owner, stranger } = sampleIds;
const desk = sampleId(3, 5);

it('counts the active professionals of a reception’s clinics, and none for other members', async () => {
  const world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const count = createDeskProfessionals(world.database.pool);
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('CollaboratorInvited', { hubId: desk, proId: stranger, role: 'reception', status: 'pending' }),
  );
  expect(await count(stranger)).toBe(0);
  await world.given({ type: 'CollaborationAccepted', data: { clinicId, hubId: desk } });
  expect(await count(stranger)).toBe(2);
  expect(await count(owner)).toBe(0);
  await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: guestHub } });
  expect(await count(stranger)).toBe(1);
  await world.close();
});

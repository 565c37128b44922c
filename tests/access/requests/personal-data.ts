import { randomUUID } from 'node:crypto';
import { either, type Request } from './request.ts';

const erasePatient: Request = async (scene) => {
  const { fresh, standing } = scene.world;
  const freshPatient = async () => (await fresh.book('self', `gone${randomUUID()}`)).patientId;
  return { params: { patientId: await either(scene, freshPatient, standing.booking.patientId) } };
};

export const personalDataRequests: Readonly<Record<string, Request>> = {
  erasePatient,
  restrictPatient: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { restricted: false },
  }),
  setLegalHold: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { held: false, reason: 'Causa chiusa' },
  }),
  suspendOnlineBooking: ({ world }) => ({
    params: { patientId: world.standing.booking.patientId },
    body: { suspended: false },
  }),
  getPatientAnswers: ({ world }) => ({ params: { patientId: world.standing.booking.patientId } }),
  getPatientViews: ({ world }) => ({ params: { patientId: world.standing.booking.patientId } }),
  exportPatient: ({ world }) => ({ params: { patientId: world.standing.booking.patientId } }),
  exportPro: ({ world }) => ({ params: { id: world.people.self.proId } }),
};

import { randomUUID } from 'node:crypto';
import { succeed } from '../../support/http.ts';
import type { Role } from '../people.ts';
import type { Request, Scene } from './request.ts';

const wish = ({ world: { clinic, people } }: Scene, role: Role = 'self') => ({
  clinicId: clinic.clinicId,
  clinicServiceId: clinic.services[0] ?? '',
  proIds: [people[role].proId],
});

const someone = () => ({
  name: 'Wilma',
  email: `w${randomUUID()}@example.com`,
  prefix: '+39',
  phone: '3330001111',
});

const joining = (scene: Scene, role?: Role) => ({ ...wish(scene, role), patient: someone() });

/** Fresh entry of a person who waits for `self`, or for another member. */
const entry = async (scene: Scene, role?: Role): Promise<string> => {
  const { client, people } = scene.world;
  const asked = { body: joining(scene, role), token: people.owner.token };
  return (await succeed(client.call('joinWaitingList', asked))).data.id ?? '';
};

const ofEntry = async (scene: Scene) => ({ params: { id: await entry(scene) } });

const offering = ({ world }: Scene) => ({
  hubServiceId: world.people.self.offers[0],
  date: world.fresh.slot(),
});

/** Fresh offer of a time of `self` to a person who waits for `self`, or for another member. */
const offer = async (scene: Scene, role?: Role): Promise<string> => {
  const { client, people } = scene.world;
  const params = { id: await entry(scene, role) };
  const asked = { params, body: offering(scene), token: people.owner.token };
  return (await succeed(client.call('offerTime', asked))).data.id;
};

const offerToken = async (scene: Scene) =>
  scene.actor === 'self' ? { token: scene.world.backstage.waitingTokens.issueOffer(await offer(scene)) } : {};

export const waitingRequests: Readonly<Record<string, Request>> = {
  joinWaitingList: (scene) => ({ body: joining(scene) }),
  'joinWaitingList/as a visitor': (scene) => ({
    body: { ...wish(scene), contactInfo: { ...someone(), privacyPolicy: true } },
  }),
  'joinWaitingList/by a link': async (scene) => {
    const { backstage, standing } = scene.world;
    return { body: { ...wish(scene), token: backstage.bookingTokens.issue('manage', standing.booking.id) } };
  },
  confirmWaiting: async (scene) =>
    scene.actor === 'self'
      ? { token: scene.world.backstage.waitingTokens.issueEntry(await entry(scene)) }
      : {},
  editWaitingEntry: async (scene) => ({ ...(await ofEntry(scene)), body: { urgent: true } }),
  'editWaitingEntry/as called': async (scene) => ({ ...(await ofEntry(scene)), body: { called: true } }),
  leaveWaitingList: ofEntry,
  'leaveWaitingList/by its link': async (scene) => {
    const id = await entry(scene);
    return { params: { id }, token: scene.world.backstage.waitingTokens.issueEntry(id) };
  },
  'leaveWaitingList/by another link': async (scene) => ({
    params: { id: await entry(scene) },
    token: scene.world.backstage.waitingTokens.issueEntry(await entry(scene)),
  }),
  getWaitingList: ({ world }) => ({ params: { clinicId: world.clinic.clinicId } }),
  'getWaitingList/for a time': ({ world: { clinic, people, fresh } }) => ({
    params: { clinicId: clinic.clinicId },
    query: { hubId: people.self.hubId, date: fresh.slot() },
  }),
  offerTime: async (scene) => ({ ...(await ofEntry(scene)), body: offering(scene) }),
  withdrawOffer: async (scene) => ({ params: { id: await offer(scene) } }),
  // The professional whose time it is takes it back from a person on a colleague’s list.
  'withdrawOffer/of own time': async (scene) => ({
    params: { id: await offer(scene, 'owner') },
  }),
  getRecalls: ({ world }) => ({ params: { clinicId: world.clinic.clinicId } }),
  // The visit lies ahead, so that no mail is sent.
  sendRecalls: ({ world: { clinic, standing } }) => ({
    body: { clinicId: clinic.clinicId, bookingIds: [standing.booking.id] },
  }),
  getOffer: offerToken,
  answerOffer: async (scene) => ({ ...(await offerToken(scene)), body: { take: true } }),
};

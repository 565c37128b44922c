import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { randomUUID } from 'node:crypto';
import type { AccountPurpose } from '@visita/platform/auth/account-token';
import { addPasskey, makePasskey, sign } from '../../support/passkeys.ts';
import { password } from '../people.ts';
import type { Request, Scene, Sent } from './request.ts';

const profile = { name: 'Sara', lastname: 'Neri', prefix: '+39', phone: '3331234567' };
const consents = { configStatus: 1, termsConditions: true, privacyPolicy: true, marketingConsent: false };

const self = ({ world }: Scene): Sent => ({ params: { id: world.people.self.proId } });

const signUp = (): Sent => {
  const username = `s${randomUUID().replaceAll('-', '')}`.slice(0, 30);
  const account = { username, email: `${username}@example.com`, password, comunicationsLanguage: 'it' };
  return { body: { ...account, ...consents } };
};

/** A separate session to end. */
const logOut: Request = async ({ world, me, changes }) =>
  changes ? { token: await world.backstage.sessions.start(me.proId) } : {};

const endSession: Request = async ({ world: { backstage, people } }) => {
  const session = await backstage.sessions.authenticate(await backstage.sessions.start(people.self.proId));
  return { params: { id: session!.sessionId } };
};

type MailedPurpose = Exclude<AccountPurpose, 'invitation'>;

/** The link's holder for `self`; invalid links for the others. */
const linkFor = async (scene: Scene, purpose: MailedPurpose) => {
  const { actor, world } = scene;
  const { used, ended } = world.standing.links;
  const other = purpose === 'reset' ? 'email-change' : 'reset';
  const links = {
    self: () => world.fresh.link(purpose),
    expired: async () => ended[purpose],
    ended: async () => used[purpose],
    misused: () => world.fresh.link(other),
  };
  return actor in links ? links[actor as keyof typeof links]() : null;
};

const withLink = async (scene: Scene, purpose: MailedPurpose, body: Record<string, string>) => {
  const link = await linkFor(scene, purpose);
  const email = link?.email ?? scene.me.email;
  return {
    body: 'email' in body ? { ...body, email } : body,
    ...(link ? { token: link.token } : {}),
  };
};

const verifyResetToken: Request = async (scene) => {
  const { waiting } = scene.world.standing.holds;
  const link = await linkFor(scene, 'reset');
  return { body: { token: link?.token ?? scene.world.backstage.bookingTokens.issue('confirm', waiting) } };
};

const requestEmailChange: Request = ({ me }) => ({
  body: { currentEmail: me.email, newEmail: `n${randomUUID()}@example.com` },
});

const noPasskey = { id: 'AAAA', clientDataJSON: 'AAAA' };
const notMade = { ...noPasskey, attestationObject: 'AAAA' };

/** This runs on a new account, because the others log in without a second factor. */
const addAPasskey: Request = async ({ world: { client, origin, fresh }, changes }) => {
  if (!changes) return { body: { name: 'Telefono', passkey: notMade } };
  const account = await fresh.account();
  const { created } = await makePasskey(client, origin, account);
  return { body: { name: 'Telefono', passkey: created }, token: account.token };
};

const usePasskey =
  (of: 'no session' | 'a session'): Request =>
  async ({ world: { client, origin, fresh } }) => {
    const account = await fresh.account();
    const { device } = await addPasskey(client, origin, account);
    return { body: { passkey: await sign(client, device, of === 'no session' ? {} : account) } };
  };

const yearly = { clinicServiceId: null, months: 12, tag: null, treatment: true, automatic: false };
const dayBefore = { clinicServiceId: null, before: 'P1D', at: '18:00', channel: 'mail', ask: false };

export const accountRequests: Readonly<Record<string, Request>> = {
  getProByUrl: () => ({ params: { url: 'sara_studio' } }),
  getFormerAddress: () => ({ params: { url: 'sara' } }),
  getPro: () => ({ params: { username: 'sara' } }),
  'getPro/by email': () => ({ params: { username: 'sara@example.com' } }),
  getOptions: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  updateOptions: (scene) => ({ ...self(scene), body: { calendarAvailabilityLimit: 40 } }),
  getRecallRules: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  setRecallRules: ({ world }) => ({ params: { proId: world.people.self.proId }, body: [yearly] }),
  getReminderPlan: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  setReminderPlan: ({ world }) => ({ params: { proId: world.people.self.proId }, body: [dayBefore] }),
  getMessageSettings: ({ world }) => ({ params: { proId: world.people.self.proId } }),
  setMessageSettings: ({ world }) => ({
    params: { proId: world.people.self.proId },
    body: { ...defaultMessageSettings, textsPerMonth: 100 },
  }),
  signUp,
  logIn: ({ me }) => ({ body: { email: me.email, password } }),
  logOut,
  authenticate: () => ({}),
  updatePro: (scene) => ({ ...self(scene), body: profile }),
  deletePro: async (scene) => {
    if (!scene.changes) return self(scene);
    const { proId, token } = await scene.world.fresh.account();
    return { params: { id: proId }, token };
  },
  requestPasswordReset: () => ({ body: { email: 'sara@example.com' } }),
  verifyResetToken,
  setPassword: (scene) => withLink(scene, 'reset', { email: '', password }),
  requestEmailChange,
  'requestEmailChange/of another': (scene) => {
    const { email } = scene.world.people.self;
    return { body: { currentEmail: email, newEmail: `n${randomUUID()}@example.com` } };
  },
  confirmEmail: async (scene) => {
    const link = await linkFor(scene, 'address-proof');
    return link ? { token: link.token } : {};
  },
  requestEmailConfirmation: () => ({}),
  getSessions: () => ({}),
  getFactors: () => ({}),
  beginFactor: () => ({}),
  'confirmFactor/by another code': () => ({ params: { id: randomUUID() }, body: { code: '000000' } }),
  removeFactor: () => ({ params: { id: randomUUID() } }),
  beginPasskey: () => ({}),
  addPasskey: addAPasskey,
  'addPasskey/of another': () => ({ body: { name: 'Telefono', passkey: notMade } }),
  renamePasskey: () => ({ params: { id: randomUUID() }, body: { name: 'Tavoletta' } }),
  askForPasskey: () => ({}),
  logInWithPasskey: usePasskey('no session'),
  'logInWithPasskey/for a session': usePasskey('a session'),
  renewRecoveryCodes: () => ({}),
  endSession,
  // This runs on a new account, because other rows use the other sessions.
  endOtherSessions: async ({ world, changes }) =>
    changes ? { token: (await world.fresh.account()).token } : {},
  // No review is pending; see proven.test.ts.
  reviewAccount: () => ({ body: { keep: false } }),
  proveSession: () => ({ body: { password } }),
  'proveSession/by another password': () => ({ body: { password: 'another-one' } }),
  confirmEmailChange: (scene) => withLink(scene, 'email-change', { password }),
  authorizeCalendar: self,
  'authorizeCalendar/without a plan': ({ me }) => ({ params: { id: me.proId } }),
  connectCalendar: (scene) => ({ ...self(scene), body: { code: 'x', state: 'x' } }),
  disconnectCalendar: self,
  createCalendarFeed: self,
  removeCalendarFeed: self,
};

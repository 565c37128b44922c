import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { describe, expect, it } from 'vitest';
import { registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince } from '../../testing/world.ts';

const body = {
  username: 'anna',
  email: 'anna@example.com',
  password: 'secret123',
  configStatus: 1,
  termsConditions: true,
  privacyPolicy: true,
  marketingConsent: false,
  comunicationsLanguage: 'it',
};
const refused = async (promise: Promise<unknown>, code: string) =>
  expect(promise).rejects.toMatchObject({ code });

describe('signing up', () => {
  it('creates an account that can log in, see itself and log out', async () => {
    const world = createWorld();
    const { answer } = await world.call('signUp', { body });
    const logIn = { body: { email: 'ANNA@example.com ', password: 'secret123' } };
    expect((await world.call('logIn', logIn)).answer.access_token).not.toBe('');
    const self = await world.call('authenticate', { as: pro(answer.data.id) });
    expect(self.answer.data).toMatchObject({
      username: 'anna',
      configStatus: 1,
      options: { calendarPageUrl: 'anna' },
    });
    await world.call('logOut', { as: pro(answer.data.id) });
  });

  it('takes an email and a username once, and keeps nothing of a refused sign-up', async () => {
    const world = createWorld();
    await world.call('signUp', { body });
    const head = await world.store.head();
    await refused(world.call('signUp', { body: { ...body, username: 'other' } }), 'email-taken');
    const other = { ...body, email: 'bea@example.com' };
    await refused(world.call('signUp', { body: other }), 'username-taken');
    expect(await typesSince(world.store, head)).toEqual([]);
    await world.call('signUp', { body: { ...other, username: 'bea' } });
  });

  it('releases the email if another sign-up takes the username at the same time', async () => {
    const world = createWorld();
    const emails = ['anna@example.com', 'bea@example.com'];
    const tries = await Promise.allSettled(
      emails.map((email) => world.call('signUp', { body: { ...body, email } })),
    );
    const lost = tries.findIndex(({ status }) => status === 'rejected');
    expect(tries[lost]).toMatchObject({ reason: { code: 'username-taken' } });
    await world.call('signUp', { body: { ...body, email: emails[lost]!, username: 'bea' } });
  });

  it('repeated under its key returns the same account and writes nothing', async () => {
    const world = createWorld();
    const id = deriveId('key');
    const first = await world.call('signUp', { body, id });
    const head = await world.store.head();
    const again = await world.startProcess().call('signUp', { body, id });
    expect(again.answer).toEqual(first.answer);
    expect(await typesSince(world.store, head)).toEqual([]);
  });

  it("under another sign-up's key changes neither their password nor their claims", async () => {
    const world = createWorld();
    const id = deriveId('key');
    const first = await world.call('signUp', { body, id });
    await refused(world.call('signUp', { body: { ...body, password: 'attacker1' }, id }), 'email-taken');
    expect(await world.credentials.verify(first.answer.data.id, 'secret123')).toBe(true);
    const other = await world.call('signUp', {
      body: { ...body, email: 'bea@example.com', username: 'bea' },
      id,
    });
    expect(other.answer.data.id).not.toBe(first.answer.data.id);
  });

  it('after a refusal with the same key keeps what it claims, in another process too', async () => {
    const world = createWorld();
    await registerPro(world, 'bea');
    const id = deriveId('key');
    await refused(world.call('signUp', { body: { ...body, username: 'bea' }, id }), 'username-taken');
    await world.startProcess().call('signUp', { body, id });
    await refused(world.call('signUp', { body: { ...body, username: 'anna2' } }), 'email-taken');
  });
});

describe('a username that is a reserved word', () => {
  it('is refused under strict, and leaves nothing; in open it gets another booking address', async () => {
    const world = createWorld(undefined, 'strict');
    const head = await world.store.head();
    const account = { ...body, username: 'login', password: 'lungomare-24' };
    await refused(world.call('signUp', { body: account }), 'username-reserved');
    expect(await typesSince(world.store, head)).toEqual([]);
    await createWorld().call('signUp', { body: account });
  });
});

describe('a username that looks like an address of the operator', () => {
  const officials = ['support', 'help', 'security', 'abuse', 'postmaster', 'billing', 'noreply'];

  it.each(officials)('such as %s is refused under strict, and is a username in open', async (username) => {
    const account = { ...body, username, password: 'lungomare-24' };
    const strict = createWorld(undefined, 'strict').call('signUp', { body: account });
    await refused(strict, 'username-reserved');
    await createWorld().call('signUp', { body: account });
  });
});

describe('a guessable password', () => {
  const guessable = [
    ['a common one', 'Secret123'],
    ['the product’s name with a year', 'Visita-2026!'],
    ['a word of the trade', '1Ambulatorio'],
    ['one sign again and again', 'aaaaaaaa'],
    ['a part again and again', 'xk7xk7xk7'],
    ['a common one again', 'secret123secret123'],
    ['a row of the alphabet', 'jklmnopq'],
    ['a row backwards', '87654321'],
    ['a row of the keyboard', 'Asdfghjkl'],
    ['two rows', 'rtyuiop345678'],
    ['an Italian word', 'Girasole'],
    ['an English word', 'butterfly'],
    ['a Spanish word', 'mariposa'],
    ['a word with accents', 'felicità'],
    ['a first name', 'Guadalupe'],
    ['the email', 'anna@example.com'],
    ['the name in the email', 'Anna.rossi'],
    ['the username', 'anna_rossi'],
  ] as const;
  const account = { ...body, email: 'anna.rossi@example.com', username: 'anna_rossi' };

  it.each(guessable)('such as %s is refused under strict, and leaves nothing', async (_, password) => {
    const world = createWorld(undefined, 'strict');
    const head = await world.store.head();
    const email = password.includes('@') ? password : account.email;
    const tried = world.call('signUp', { body: { ...account, email, password } });
    await refused(tried, 'password-guessable');
    expect(await typesSince(world.store, head)).toEqual([]);
    await world.call('signUp', { body: { ...account, email, password: 'lungomare-24' } });
  });

  it.each(['lungomare-24', 'collina-verde', 'xk7xk7xk8', 'abcxyz-mno', 'girasole giallo'])(
    'is not one such as %s, which is accepted',
    async (password) => {
      await createWorld(undefined, 'strict').call('signUp', { body: { ...account, password } });
    },
  );

  it('is accepted in open, given the minimum length', async () => {
    const world = createWorld();
    await world.call('signUp', { body: { ...account, password: 'secret123' } });
  });
});

describe('logging in', () => {
  it('refuses a wrong password and an unknown email with the same answer', async () => {
    const world = createWorld();
    await world.call('signUp', { body });
    const wrong = world.call('logIn', { body: { email: body.email, password: 'wrong-one' } });
    const unknown = world.call('logIn', { body: { email: 'nobody@example.com', password: 'secret123' } });
    const [one, other] = await Promise.allSettled([wrong, unknown]);
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'wrong-credentials' } });
    expect(other).toEqual(one);
  });
});

describe('logging in under strict', () => {
  const account = { ...body, password: 'lungomare-24' };
  const scene = async () => {
    const world = createWorld(undefined, 'strict');
    const proId = (await world.call('signUp', { body: account })).answer.data.id;
    const logIn = (password: string, cookies?: string, email = body.email) =>
      world.call('logIn', { body: { email, password }, ...(cookies ? { cookies } : {}) });
    const noted = async (type: string) =>
      (await typesSince(world.store, beginning)).filter((one) => one === type).length;
    return { world, proId, logIn, noted };
  };

  it('is slowed after ten failures, known email or not, except in a known browser', async () => {
    const { proId, logIn, noted } = await scene();
    await logIn(account.password);
    for (let failure = 1; failure <= 10; failure += 1) await refused(logIn('wrong'), 'wrong-credentials');
    await refused(logIn('wrong'), 'rate-limited');
    await refused(logIn(account.password), 'rate-limited');
    expect(await noted('LoginSlowed')).toBe(1);
    await logIn(account.password, proId);
    const unknown = () => logIn('wrong', undefined, 'nobody@example.com');
    for (let failure = 1; failure <= 10; failure += 1) await refused(unknown(), 'wrong-credentials');
    await refused(unknown(), 'rate-limited');
    expect(await noted('LoginSlowed')).toBe(1);
  });

  it('resets failures after the right password', async () => {
    const { logIn } = await scene();
    for (let failure = 1; failure <= 9; failure += 1) await refused(logIn('wrong'), 'wrong-credentials');
    await logIn(account.password);
    for (let failure = 1; failure <= 9; failure += 1) await refused(logIn('wrong'), 'wrong-credentials');
  });

  it('notifies of a new browser, but not of the first or a known one', async () => {
    const { proId, logIn, noted } = await scene();
    await logIn(account.password);
    expect(await noted('NewBrowserUsed')).toBe(0);
    await logIn(account.password, proId);
    expect(await noted('NewBrowserUsed')).toBe(0);
    await logIn(account.password);
    expect(await noted('NewBrowserUsed')).toBe(1);
  });
});

import { beforeEach, expect, test } from 'vitest';
import { beginning } from '@visita/platform/event-store/port';
import { registerPro } from '../../testing/practice.ts';
import { createWorld, pro, typesSince, type World } from '../../testing/world.ts';

let world: World;
let proId: string;
beforeEach(async () => {
  world = createWorld();
  proId = await registerPro(world, 'anna');
});

const made = (id: string) => ({ id, clientDataJSON: 'AAAA', attestationObject: 'AAAA' });
const used = (id: string, signature = id) => ({
  id,
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature,
  userHandle: 'AAAA',
});

const add = async (): Promise<readonly string[]> => {
  const as = pro(proId);
  const { answer } = await world.call('beginPasskey', { as });
  expect(answer.data.user.name).toBe('anna@example.com');
  const other = world.call('addPasskey', { as, body: { name: 'Phone', passkey: made('AAAA') } });
  await expect(other).rejects.toMatchObject({ code: 'passkey-refused' });
  const added = await world.call('addPasskey', { as, body: { name: 'Phone', passkey: made(proId) } });
  return added.answer.data.recoveryCodes;
};

const noted = async () =>
  (await typesSince(world.store, beginning)).filter((type) => /^(Factor|Recovery|Passkey)/.test(type));

const logIn = (code?: string) =>
  world.call('logIn', {
    body: { email: 'anna@example.com', password: 'lungomare-24', ...(code === undefined ? {} : { code }) },
  });

test('a passkey logs in by itself, and the password requires a second factor from then on', async () => {
  const [recovery] = await add();
  const { answer } = await world.call('logInWithPasskey', { body: { passkey: used(proId) } });
  expect(answer.access_token).toBeTruthy();
  await expect(logIn()).rejects.toMatchObject({ code: 'code-needed' });
  await logIn(recovery);
  expect(await noted()).toEqual(['PasskeyAdded', 'RecoveryCodeUsed']);
});

test('every refusal of a passkey has the same text', async () => {
  await add();
  const refusal = (id: string, signature?: string) =>
    world.call('logInWithPasskey', { body: { passkey: used(id, signature) } }).catch((error) => error);
  const unknown = await refusal('unknown');
  expect(unknown).toMatchObject({ code: 'passkey-refused', status: 401 });
  expect(await refusal(proId, 'AAAA')).toEqual(unknown);
});

test('the passkey of a deleted account opens nothing', async () => {
  await add();
  await world.call('deletePro', { as: pro(proId), params: { id: proId } });
  const tried = world.call('logInWithPasskey', { body: { passkey: used(proId) } });
  await expect(tried).rejects.toMatchObject({ code: 'passkey-refused' });
});

test('passkeys are listed with their names, and removed like authenticators', async () => {
  const as = pro(proId);
  expect(await add()).toHaveLength(2);
  const { passkeys, factors } = (await world.call('getFactors', { as })).answer.data;
  expect([passkeys.map(({ name }) => name), factors]).toEqual([['Phone'], []]);
  const params = { id: passkeys[0]!.id };
  await world.call('removeFactor', { as, params });
  await expect(world.call('removeFactor', { as, params })).rejects.toMatchObject({ code: 'not-found' });
  await logIn();
  expect(await noted()).toEqual(['PasskeyAdded', 'PasskeyRemoved']);
});

test('a passkey can be renamed by its own pro only', async () => {
  const as = pro(proId);
  await add();
  const listed = async () => (await world.call('getFactors', { as })).answer.data.passkeys;
  const params = { id: (await listed())[0]!.id };
  const body = { name: 'Tablet' };
  const other = pro(await registerPro(world, 'bea'));
  const foreign = world.call('renamePasskey', { as: other, params, body });
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' });
  expect((await listed()).map(({ name }) => name)).toEqual(['Phone']);
  await world.call('renamePasskey', { as, params, body });
  expect((await listed()).map(({ name }) => name)).toEqual(['Tablet']);
  expect(await noted()).toEqual(['PasskeyAdded', 'PasskeyRenamed']);
});

test('a further second factor returns no recovery codes', async () => {
  const as = pro(proId);
  await add();
  const { answer } = await world.call('beginFactor', { as });
  const confirm = { as, params: { id: answer.data.id }, body: { code: '123456' } };
  expect((await world.call('confirmFactor', confirm)).answer.data.recoveryCodes).toEqual([]);
});

test('a session is confirmed again by a passkey of its own pro only', async () => {
  const as = pro(proId);
  await add();
  await world.call('proveSession', { as, body: { passkey: used(proId) } });
  const wrong = world.call('proveSession', { as, body: { passkey: used(proId, 'AAAA') } });
  await expect(wrong).rejects.toMatchObject({ code: 'passkey-refused' });
  const other = pro(await registerPro(world, 'bea'));
  const foreign = world.call('proveSession', { as: other, body: { passkey: used(proId) } });
  await expect(foreign).rejects.toMatchObject({ code: 'passkey-refused' });
});

test('an account with an unproven address cannot add one under strict', async () => {
  world = createWorld(undefined, 'strict');
  const body = {
    username: 'bea',
    email: 'bea@example.com',
    password: 'lungomare-24',
    configStatus: 1,
    termsConditions: true,
    privacyPolicy: true,
    marketingConsent: false,
    comunicationsLanguage: 'it',
  };
  const { id } = (await world.call('signUp', { body })).answer.data;
  await expect(world.call('beginPasskey', { as: pro(id) })).rejects.toMatchObject({
    code: 'address-unproven',
  });
});

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

const logIn = (code?: string) =>
  world.call('logIn', {
    body: { email: 'anna@example.com', password: 'lungomare-24', ...(code === undefined ? {} : { code }) },
  });

const add = async (): Promise<readonly string[]> => {
  const as = pro(proId);
  const { answer } = await world.call('beginFactor', { as });
  expect(answer.data.uri).toBe('anna@example.com');
  const params = { id: answer.data.id };
  await expect(world.call('confirmFactor', { as, params, body: { code: '1' } })).rejects.toMatchObject({
    code: 'code-wrong',
  });
  const confirmed = await world.call('confirmFactor', { as, params, body: { code: '123456' } });
  return confirmed.answer.data.recoveryCodes;
};

const noted = async () =>
  (await typesSince(world.store, beginning)).filter((type) => /^(Factor|Recovery)/.test(type));

test('a login asks for the code once there is an authenticator, and accepts a recovery code once', async () => {
  await logIn();
  const [recovery] = await add();
  await expect(logIn()).rejects.toMatchObject({ code: 'code-needed' });
  await expect(logIn(' ')).rejects.toMatchObject({ code: 'code-needed' });
  await expect(logIn('654321')).rejects.toMatchObject({ code: 'code-wrong' });
  await logIn('123456');
  await logIn(recovery);
  await expect(logIn(recovery)).rejects.toMatchObject({ code: 'code-wrong' });
  expect(await noted()).toEqual(['FactorAdded', 'RecoveryCodeUsed']);
});

test('a wrong password gets the same answer, whether or not a code would be asked for', async () => {
  await add();
  const wrong = world.call('logIn', {
    body: { email: 'anna@example.com', password: 'wrong', code: '123456' },
  });
  await expect(wrong).rejects.toMatchObject({ code: 'wrong-credentials' });
});

test('authenticators are listed and removed, and codes are renewed only if there is one', async () => {
  const as = pro(proId);
  await expect(world.call('renewRecoveryCodes', { as })).rejects.toMatchObject({ code: 'conflict' });
  await add();
  expect((await world.call('renewRecoveryCodes', { as })).answer.data.recoveryCodes).toHaveLength(2);
  const { factors, recoveryCodes } = (await world.call('getFactors', { as })).answer.data;
  expect([factors.length, recoveryCodes]).toEqual([1, 2]);
  const params = { id: factors[0]!.id };
  await world.call('removeFactor', { as, params });
  await expect(world.call('removeFactor', { as, params })).rejects.toMatchObject({ code: 'not-found' });
  await logIn();
  expect(await noted()).toEqual(['FactorAdded', 'RecoveryCodesRenewed', 'FactorRemoved']);
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
  const tried = world.call('beginFactor', { as: pro(id) });
  await expect(tried).rejects.toMatchObject({ code: 'address-unproven' });
});

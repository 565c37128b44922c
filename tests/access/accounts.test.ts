import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { openClinic, registerPro, type RegisteredPro } from '../support/http-practice.ts';

const product = useProduct();
let backstage: Backstage;
beforeAll(async () => {
  backstage = await openBackstage(product().stack.place);
  return () => backstage.close();
}, 600_000);

const password = 'secret123';

describe('whether an email is registered', () => {
  type Answer = { status: number; body: object };

  const median = (values: readonly number[]): number =>
    values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

  /** Sends both requests alternately, so that other load affects both. */
  const compare = async (rounds: number, ask: (email: string) => Promise<Answer>) => {
    const [known, unknown, answers] = [[] as number[], [] as number[], new Set<string>()];
    for (let round = 0; round < rounds; round++) {
      for (const [email, times] of [
        ['known@example.com', known],
        ['unknown@example.com', unknown],
      ] as const) {
        const start = performance.now();
        const { status, body } = await ask(email);
        times.push(performance.now() - start);
        answers.add(JSON.stringify([status, { ...body, requestId: '' }]));
      }
    }
    return { ratio: median(known) / median(unknown), answers: answers.size };
  };

  const looksAlike = ({ ratio, answers }: Awaited<ReturnType<typeof compare>>): void => {
    expect(answers).toBe(1);
    // Hashing takes most of the time; without it, one response would be several times faster.
    expect(ratio).toBeGreaterThan(1 / 2);
    expect(ratio).toBeLessThan(2);
  };

  it('is revealed neither by the response nor by the time of a login or a password reset', async () => {
    const { client } = product();
    await registerPro(client, 'known');
    looksAlike(
      await compare(15, (email) => client.call('logIn', { body: { email, password: 'wrong-one' } })),
    );
    looksAlike(await compare(5, (email) => client.call('requestPasswordReset', { body: { email } })));
  });
});

describe('the end of sessions', () => {
  type Session = { token: string; socket: Socket; closed: Promise<void> };

  /** Logs in and opens a socket to the professional's clinic. */
  const listen = async ({ proId }: RegisteredPro, clinicId: string): Promise<Session> => {
    const token = await backstage.sessions.start(proId);
    const { address } = product().stack;
    const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true };
    const socket = io(address, options);
    expect(await socket.emitWithAck('join_clinic', { clinic_id: clinicId })).toEqual({ joined: true });
    const closed = new Promise<void>((resolve) => void socket.once('disconnect', () => resolve()));
    return { token, socket, closed };
  };

  const scene = async (username: string) => {
    const { client } = product();
    const pro = await registerPro(client, username);
    const { clinicId } = await openClinic(client, pro, 'Studio');
    return { ...pro, here: await listen(pro, clinicId), elsewhere: await listen(pro, clinicId) };
  };
  type Scene = Awaited<ReturnType<typeof scene>>;

  const statusOf = async ({ token }: Session) =>
    (await product().client.call('authenticate', { token })).status;

  /** Expects that all sessions end: calls at once, sockets within the test's time. */
  const expectEnd = async (act: () => Promise<unknown>, sessions: readonly Session[]): Promise<void> => {
    await act();
    for (const session of sessions) expect(await statusOf(session)).toBe(401);
    for (const { closed } of sessions) await closed;
  };

  /** Returns a mailed link's token. */
  const linkOf = async (proId: string, purpose: 'reset' | 'email-change') => {
    const tokenId = randomUUID();
    const data = { proId, tokenId, expires: new Date(Date.now() + 3_600_000).toISOString() };
    const newEmail = `new-${tokenId}@example.com`;
    await backstage.append(
      `pro-${proId}`,
      purpose === 'reset'
        ? { type: 'PasswordResetRequested', data }
        : { type: 'EmailChangeRequested', data: { ...data, newEmail } },
    );
    return backstage.accountTokens.issue(purpose, { proId, tokenId });
  };

  it.concurrent.each<[string, (scene: Scene) => Promise<unknown>]>([
    [
      'a new password',
      async ({ proId, email }) => {
        const token = await linkOf(proId, 'reset');
        return succeed(
          product().client.call('setPassword', { body: { email, password: 'another1' }, token }),
        );
      },
    ],
    [
      'a new email',
      async ({ proId }) => {
        const token = await linkOf(proId, 'email-change');
        return succeed(product().client.call('confirmEmailChange', { body: { password }, token }));
      },
    ],
    [
      'the end of the account',
      ({ proId, here: { token } }) =>
        succeed(product().client.call('deletePro', { params: { id: proId }, token })),
    ],
  ])('%s ends all sessions, including their sockets', async (name, act) => {
    const pro = await scene(name.replaceAll(' ', '_'));
    await expectEnd(() => act(pro), [pro.here, pro.elsewhere]);
  });

  it('a new password ends logins that were in progress with the old one', async () => {
    const { client } = product();
    const { proId, email } = await registerPro(client, 'in_a_hurry');
    const token = await linkOf(proId, 'reset');
    const logIn = () => client.call('logIn', { body: { email, password } });
    // Enough logins to keep hashing busy until the password is changed.
    const logins = Array.from({ length: 12 }, logIn);
    await succeed(client.call('setPassword', { body: { email, password: 'another1' }, token }));
    const opened = (await Promise.all(logins)).flatMap(({ body }) => body.access_token ?? []);
    const statuses = opened.map(async (one) => (await client.call('authenticate', { token: one })).status);
    expect(await Promise.all(statuses)).toEqual(opened.map(() => 401));
    await succeed(client.call('logIn', { body: { email, password: 'another1' } }));
  });

  it.concurrent('logging out ends only its own session, including its sockets', async () => {
    const pro = await scene('leaving');
    const { token } = pro.here;
    await expectEnd(() => succeed(product().client.call('logOut', { token })), [pro.here]);
    expect([await statusOf(pro.elsewhere), pro.elsewhere.socket.connected]).toEqual([200, true]);
    pro.elsewhere.socket.disconnect();
  });
});

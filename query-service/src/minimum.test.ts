import { api, calls, type CallName } from '@visita/contracts/api/table';
import { readConfig } from '@visita/platform/config/config';
import { createLoadShedding } from '@visita/platform/http/load-shedding';
import { anonymous, type Caller } from '@visita/platform/auth/caller';
import { createLimiter } from '@visita/platform/http/limits';
import { MalformedRequest } from '@visita/platform/http/problem';
import { type Exchange, registerCalls } from '@visita/platform/http/register';
import { createHttpServer } from '@visita/platform/http/server';
import { silent } from '@visita/platform/testing/database';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMinimum } from './minimum.ts';
import { createSharedLook } from './shared-look.ts';

const at = (count: number): string => String(count).padStart(16, '0');
const far = '9'.repeat(16);

type Asking = { name?: CallName; address?: string; proId?: string };

/** Read models stopped at 5, and a log whose head is 10 by default. */
const createScene = ({ patience = 60_000 } = {}) => {
  const head = vi.fn(async () => at(10));
  const arrival = Promise.withResolvers<boolean>();
  const reached = vi.fn((_position: string, _timeout: number) => arrival.promise);
  const minimum = createMinimum({
    projected: { current: () => at(5), reached },
    head: createSharedLook(head),
    patience,
  });
  let waits = 0;
  const ask = async (position: string | undefined, { name = 'getProByUrl', address, proId }: Asking = {}) => {
    const headers = new Map<string, string>();
    const id = '00000000-0000-4000-8000-000000000001';
    const caller: Caller = proId === undefined ? anonymous : { kind: 'pro', proId, sessionId: 'session' };
    const exchange: Exchange = {
      name,
      call: api[name],
      params: {},
      query: {},
      body: undefined,
      caller,
      request: {
        requestId: id,
        correlationId: id,
        commandId: id,
        actor: 'anonymous',
        address: address ?? '192.0.2.1',
      },
      key: null,
      requestHeader: () => position,
      setHeader: (header, value) => void headers.set(header, value),
      aside: (wait) => {
        waits += 1;
        return wait();
      },
    };
    return { shown: await minimum(exchange), stale: headers.get('x-stale') };
  };
  return { minimum, head, reached, arrive: arrival.resolve, ask, aside: () => waits };
};

const stale = { shown: at(5), stale: 'true' };
const fresh = (position: string) => ({ shown: position, stale: undefined });

describe('a position', () => {
  it('that the read models show causes no wait, nor does a missing one', async () => {
    const { ask, head, reached, aside: waits } = createScene();
    expect(await ask(at(5))).toEqual(fresh(at(5)));
    expect(await ask(undefined)).toEqual(fresh(at(0)));
    expect(head).not.toHaveBeenCalled();
    expect(reached).not.toHaveBeenCalled();
    expect(waits()).toBe(0);
  });

  it('up to the head is waited for, outside the load limit', async () => {
    const { ask, reached, arrive, aside: waits } = createScene();
    const asked = ask(at(10));
    await vi.waitFor(() => expect(reached).toHaveBeenCalledWith(at(10), expect.closeTo(60_000, -4)));
    expect(waits()).toBe(1);
    arrive(true);
    expect(await asked).toEqual(fresh(at(10)));
  });

  it('not reached in time gives the present answer, marked as stale', async () => {
    const { ask, arrive } = createScene();
    arrive(false);
    expect(await ask(at(10))).toEqual(stale);
  });

  it('beyond the head is not waited for until it is written', async () => {
    const { ask, head, reached, arrive } = createScene();
    expect([await ask(far), await ask(at(11))]).toEqual([stale, stale]);
    expect(reached).not.toHaveBeenCalled();
    head.mockResolvedValueOnce(at(11));
    arrive(true);
    expect(await ask(at(11))).toEqual(fresh(at(11)));
  });

  it('up to the last known head is waited for without asking again', async () => {
    const { ask, head, arrive } = createScene();
    arrive(true);
    for (const position of [at(10), at(9), at(10)]) await ask(position);
    expect(head).toHaveBeenCalledTimes(1);
  });

  it('shares a read of the head that began after the request', async () => {
    const { ask, head, arrive } = createScene();
    arrive(true);
    const looks = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    for (const { promise } of looks) head.mockReturnValueOnce(promise);
    const first = ask(at(12));
    await vi.waitFor(() => expect(head).toHaveBeenCalledTimes(1));
    // The first read may have missed later writes.
    const others = [ask(at(12)), ask(at(12)), ask(far)];
    looks[0].resolve(at(10));
    expect(await first).toEqual(stale);
    looks[1].resolve(at(12));
    expect(await Promise.all(others)).toEqual([fresh(at(12)), fresh(at(12)), stale]);
    expect(head).toHaveBeenCalledTimes(2);
  });

  it('is treated as beyond the head if the store fails or times out', async () => {
    const { ask, head, arrive } = createScene({ patience: 1 });
    arrive(true);
    head.mockRejectedValueOnce(new Error('away'));
    expect(await ask(at(10))).toEqual(stale);
    const silence = Promise.withResolvers<string>();
    head.mockReturnValueOnce(silence.promise);
    expect(await ask(at(10))).toEqual(stale);
    silence.resolve(at(10));
    await vi.waitFor(async () => expect(await ask(at(10))).toEqual(fresh(at(10))));
  });

  it.each(['getSpecializations', 'getProvinces', 'getCountry'] as const)(
    'is ignored by %s, whose answer comes from no read model',
    async (name) => {
      const { ask, head, reached } = createScene();
      expect((await ask(far, { name })).stale).toBeUndefined();
      expect(head).not.toHaveBeenCalled();
      expect(reached).not.toHaveBeenCalled();
    },
  );

  it.each(['', '7', '-1', '~'.repeat(16), ` ${at(1).slice(1)}`, `${at(1)}, ${at(1)}`])(
    'is not %j',
    async (given) => {
      const { ask } = createScene();
      await expect(ask(given)).rejects.toBeInstanceOf(MalformedRequest);
      await expect(ask(given, { name: 'getProvinces' })).rejects.toBeInstanceOf(MalformedRequest);
    },
  );
});

describe('waiting calls', () => {
  it('are limited to 32 per client: an account, or a network for strangers', async () => {
    const { ask, reached, arrive } = createScene();
    const clients: Asking[] = [
      { proId: 'anna', address: '192.0.2.2' },
      { proId: 'berta', address: '192.0.2.2' },
      { address: '192.0.2.2' },
      { address: '192.0.2.3' },
    ];
    const waiting = clients.flatMap((client) => Array.from({ length: 32 }, () => ask(at(10), client)));
    for (const client of clients) expect(await ask(at(10), client)).toEqual(stale);
    // One client may have many addresses of one IPv6 network.
    const network = Array.from({ length: 32 }, (_, host) => ask(at(10), { address: `2001:db8::${host}` }));
    expect(await ask(at(10), { address: '2001:db8::ffff' })).toEqual(stale);
    expect(await ask(at(4), clients[0])).toEqual(fresh(at(4)));

    await vi.waitFor(() => expect(reached).toHaveBeenCalledTimes(5 * 32));
    arrive(true);
    expect(new Set((await Promise.all([...waiting, ...network])).map(({ shown }) => shown))).toEqual(
      new Set([at(10)]),
    );
    expect(await ask(at(10), clients[0])).toEqual(fresh(at(10)));
  });

  it('are limited to 256 in total', async () => {
    const { ask, arrive } = createScene();
    const waiting = Array.from({ length: 256 }, (_, index) => ask(at(10), { proId: `pro ${index}` }));
    expect(await ask(at(10), { proId: 'one more' })).toEqual(stale);
    arrive(true);
    await Promise.all(waiting);
    expect(await ask(at(10), { proId: 'one more' })).toEqual(fresh(at(10)));
  });

  it('do not block other calls, even if they outnumber the load limit', async () => {
    const { minimum, head } = createScene();
    const log = Promise.withResolvers<string>();
    head.mockReturnValue(log.promise);
    const app = createHttpServer({ config: readConfig({}), log: silent });
    onTestFinished(() => app.close());
    let begun = 0;
    registerCalls(app, {
      service: 'query',
      handlers: Object.fromEntries(
        calls.map(([name]) => [name, async () => ({ message: name, data: [] as never })]),
      ),
      authenticate: async () => anonymous,
      limiter: createLimiter({ limits: readConfig({}).limits, clock: () => new Date() }),
      loadShedding: createLoadShedding({ maximum: 2, log: silent }),
      middleware: async (exchange, run) => {
        begun += 1;
        await minimum(exchange);
        return run();
      },
    });
    const provinces = async () => (await app.inject('/api/provinces')).statusCode;
    const url = '/api/booking_availabilities/00000000-0000-4000-8000-000000000001';
    const asked = [];
    for (let count = 1; count <= 30; count += 1) {
      // Inject sends the request once its promise is awaited.
      asked.push(app.inject({ url, headers: { 'x-min-position': far } }).then((answer) => answer));
      await vi.waitFor(() => expect(begun).toBe(2 * count - 1));
      expect(await provinces()).toBe(200);
    }
    log.resolve(at(10));
    for (const { statusCode, headers } of await Promise.all(asked)) {
      expect([statusCode, headers['x-stale']]).toEqual([200, 'true']);
    }
  });
});

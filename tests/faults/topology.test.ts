// @module-tag release
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { dayAhead, openClinic, type OpenedClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { type Client, createClient, type Reply, succeed } from '../support/http.ts';
import { sentMails } from '../support/inside.ts';
import { startTopology, type Topology } from '../support/topology/topology.ts';

const missing = [natsKind, redisKind].filter((kind) => !hasBinary(kind)).map(({ binary }) => binary);
/** Milliseconds for a failover on a busy machine. */
const takeover = 20_000;

describe.skipIf(missing.length > 0)(
  `replicated services${missing.length > 0 ? ` (no ${missing.join(', no ')})` : ''}`,
  () => {
    let topology: Topology;
    let client: Client;
    let pro: Awaited<ReturnType<typeof registerPro>>;
    let clinic: OpenedClinic;
    let hour = 8;

    beforeAll(async () => {
      topology = await startTopology();
      client = createClient(topology.address);
      pro = await registerPro(client, 'rosa');
      clinic = await openClinic(client, pro, 'Ambulatorio');
    }, 600_000);
    afterAll(() => topology?.stop(), 60_000);

    /** Repeats a request without a response, with the same idempotency key. */
    const persist = async <Body>(ask: () => Promise<Reply<Body>>) => {
      for (;;) {
        const reply = await ask().catch(() => null);
        if (reply && reply.status !== 503) return succeed(Promise.resolve(reply));
      }
    };

    const book = async () => {
      const patient = `p${randomUUID().slice(0, 8)}`;
      const date = `${dayAhead(3)}T${String((hour += 1)).padStart(2, '0')}:00`;
      const { contactInfo } = requestOf(clinic.clinicId, clinic.offers[0], date, patient);
      const { name, email, prefix, phone } = contactInfo;
      const body = {
        booking: { hubServiceId: clinic.offers[0], date },
        patient: { name, email, prefix, phone },
      };
      const key = randomUUID();
      const { data } = await persist(() => client.call('placeBooking', { body, token: pro.token, key }));
      return { id: data.id, email };
    };

    const shown = async () => {
      const params = { proId: pro.proId };
      const { body } = await client.call('getProCalendar', { params, token: pro.token });
      return (body.data?.bookings ?? []).map(({ id }) => id);
    };

    const mailed = async (email: string) =>
      (await sentMails(topology.varDirectory)).filter((mail) => mail.includes(email)).length;

    /** Expects a booking to be accepted, shown and mailed once. */
    const works = async () => {
      const { id, email } = await book();
      await expect.poll(shown, { timeout: takeover, interval: 250 }).toContain(id);
      await expect.poll(() => mailed(email), { timeout: 2 * takeover, interval: 250 }).toBe(1);
    };

    it('book, show and mail', works, 90_000);

    it.each(['projector', 'command-service', 'query-service', 'notifier'] as const)(
      'keep working when either %s is killed',
      async (service) => {
        for (const replica of topology.replicas[service]) {
          replica.signal('SIGKILL');
          await works();
          await replica.start();
        }
      },
      240_000,
    );

    it('keep working when a projector hangs', async () => {
      const [first, second] = topology.replicas.projector;
      for (const replica of [first!, second!]) {
        replica.signal('SIGSTOP');
        await works();
        replica.signal('SIGCONT');
      }
    }, 600_000);

    it('accept bookings without NATS and Redis, and catch up', async () => {
      const { nats, redis } = topology.engines;
      await Promise.all([nats.wipe(), redis.kill()]);
      const { id, email } = await book();
      await expect.poll(shown, { timeout: takeover, interval: 250 }).toContain(id);
      await Promise.all([nats.start(), redis.start()]);
      await expect.poll(() => mailed(email), { timeout: 3 * takeover, interval: 250 }).toBe(1);
      await works();
    }, 600_000);

    it('keep working when their database connections die silently', async () => {
      topology.links.database.silence();
      await works();
    }, 600_000);

    it('stop in order', async () => {
      const all = [...Object.values(topology.replicas).flat(), topology.gateway];
      const ends = await Promise.all(
        all.map(async (replica) => ({ name: replica.name, code: await replica.stop(), replica })),
      );
      const wrong = ends.filter(({ code }) => code !== 0);
      expect(wrong.map(({ replica, ...end }) => ({ ...end, said: replica.output().slice(-4_000) }))).toEqual(
        [],
      );
    }, 600_000);
  },
);

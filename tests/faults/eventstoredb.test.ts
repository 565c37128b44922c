import { randomUUID } from 'node:crypto';
import {
  type EventStoreDBDouble,
  startEventStoreDBDouble,
} from '@visita/platform/testing/eventstoredb/double';
import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAhead, openClinic, type OpenedClinic, registerPro } from '../support/http-practice.ts';
import { type Client, createClient, succeed } from '../support/http.ts';
import { startTopology, type Topology } from '../support/topology/topology.ts';

const missing = [natsKind, redisKind].filter((kind) => !hasBinary(kind)).map(({ binary }) => binary);
const polling = { timeout: 60_000, interval: 250 };

describe.skipIf(missing.length > 0)(
  `services on EventStoreDB${missing.length > 0 ? ` (no ${missing.join(', no ')})` : ''}`,
  () => {
    let double: EventStoreDBDouble;
    let topology: Topology;
    let client: Client;
    let pro: Awaited<ReturnType<typeof registerPro>>;
    let clinic: OpenedClinic;

    beforeAll(async () => {
      double = await startEventStoreDBDouble();
      topology = await startTopology({ replicas: 1, env: { EVENTSTORE_URL: double.url } });
      client = createClient(topology.address);
      pro = await registerPro(client, 'rosa');
      clinic = await openClinic(client, pro, 'Ambulatorio');
    }, 600_000);
    afterAll(async () => {
      await topology?.stop();
      await double?.stop();
    }, 600_000);

    const book = (hour: number, key: string) => {
      const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(3)}T${hour}:00` };
      const patient = { name: 'Ada', email: `ada${hour}@example.com`, prefix: '+39', phone: '3330001111' };
      return client.call('placeBooking', { body: { booking, patient }, token: pro.token, key });
    };

    const shown = async () => {
      const asked = client.call('getProCalendar', { params: { proId: pro.proId }, token: pro.token });
      return ((await succeed(asked)).data.bookings ?? []).map(({ id }) => id);
    };

    it('place and show bookings', async () => {
      const { data } = await succeed(book(10, randomUUID()));
      await expect.poll(shown, polling).toContain(data.id);
    }, 600_000);

    it('refuse writes while the store is down, show public data, and execute repeated requests once', async () => {
      const before = await shown();
      const key = randomUUID();
      double.away(true);
      expect((await book(11, key)).status).toBe(503);
      const offered = client.call('getBookingAvailabilities', { params: { clinicId: clinic.clinicId } });
      expect((await succeed(offered)).data).not.toEqual([]);
      double.away(false);
      const again = async () => (await book(11, key)).status;
      await expect.poll(again, polling).toBe(200);
      await expect.poll(shown, polling).toHaveLength(before.length + 1);
      const placed = double.log.all.filter(({ type }) => type === 'BookingPlaced');
      expect(placed).toHaveLength(before.length + 1);
    }, 600_000);

    it('show bookings placed while their subscriptions were broken', async () => {
      const before = await shown();
      for (const hour of [12, 13, 14]) {
        double.faults.follow.push('end', 'cut');
        double.faults.read.push('cut', 'half');
        double.cut();
        const key = randomUUID();
        await expect.poll(async () => (await book(hour, key)).status, polling).toBe(200);
      }
      await expect.poll(shown, polling).toHaveLength(before.length + 3);
    }, 600_000);

    it('stop in order', async () => {
      const all = [...Object.values(topology.replicas).flat(), topology.gateway];
      expect(await Promise.all(all.map((replica) => replica.stop()))).toEqual(all.map(() => 0));
    }, 600_000);
  },
);

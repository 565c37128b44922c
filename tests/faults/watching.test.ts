import { natsKind, redisKind } from '@visita/platform/testing/services/kinds';
import { hasBinary } from '@visita/platform/testing/services/service';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { startTopology, type Topology } from '../support/topology/topology.ts';
import { startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts';

const missing = [natsKind, redisKind].filter((kind) => !hasBinary(kind)).map(({ binary }) => binary);
const timeoutMs = 60_000;

describe.skipIf(missing.length > 0)(
  `services that are watched${missing.length > 0 ? ` (no ${missing.join(', no ')})` : ''}`,
  () => {
    let receiver: TraceReceiver;
    let topology: Topology;

    beforeAll(async () => {
      receiver = await startTraceReceiver();
      const env = { LOG_LEVEL: 'info', METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
      topology = await startTopology({ replicas: 1, env });
    }, 600_000);
    afterAll(async () => {
      await topology?.stop();
      await receiver?.close();
    }, 600_000);

    it('join gateway, services and notifier of a booking in one trace', async () => {
      const client = createClient(topology.address);
      const pro = await registerPro(client, 'rosa');
      const clinic = await openClinic(client, pro, 'Ambulatorio');
      const body = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(3)}T09:00`, 'carla');
      await succeed(client.call('requestBooking', { body }));
      const traced = () => {
        const { spans } = receiver;
        const call = spans.find(({ service, name }) => service === 'gateway' && name === 'requestBooking');
        return spans
          .filter(({ traceId, links }) =>
            [traceId, ...links.map((link) => link.traceId)].includes(call?.traceId ?? ''),
          )
          .map(({ service, name }) => `${service}: ${name}`);
      };
      const expected = [
        'gateway: requestBooking',
        'command-service: requestBooking',
        'command-service: decide booking',
        'command-service: flush',
        'projector: project',
        'projector: announce',
        'notifier: socket emit',
        'notifier: process mail',
        'notifier: mail job',
        'notifier: send mail',
      ];
      await vi
        .waitUntil(() => expected.every((span) => traced().includes(span)), timeoutMs)
        .catch(() => undefined);
      expect(traced()).toEqual(expect.arrayContaining(expected));
    }, 600_000);

    it('expose their own metrics, including which of them leads', async () => {
      const metricsOf = async (name: keyof Topology['replicas']) => {
        const port = /"port":(\d+),"msg":"metrics can be read"/.exec(
          topology.replicas[name][0]!.output(),
        )?.[1];
        return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      };
      await vi.waitUntil(
        async () => (await metricsOf('projector')).includes('visita_leads{part="projector"} 1'),
        timeoutMs,
      );
      expect(await metricsOf('projector')).toContain('visita_projection_lag_events{projection="bookings"}');
      expect(await metricsOf('command-service')).toContain('visita_leads{part="processes"} 1');
      expect(await metricsOf('command-service')).toContain('visita_process_lag_events{process=');
      expect(await metricsOf('notifier')).toContain('visita_queue_jobs{queue="mail",state="parked"} 0');
      expect(await metricsOf('query-service')).toContain('visita_calls_in_hand 0');
    }, 600_000);
  },
);

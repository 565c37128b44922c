import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../machine/free-port.ts';
import { silent } from '../../testing/database.ts';
import type { Reading } from './metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import { createPrometheus } from './prometheus.ts';

const linesOf = async (prometheus: ReturnType<typeof createPrometheus>, name: string): Promise<string[]> =>
  (await prometheus.expose()).split('\n').filter((line) => line.startsWith(`visita_${name}`));

describe('metrics for Prometheus', () => {
  it('counts by names and codes', async () => {
    const metrics = createPrometheus({ log: silent });
    metrics.answered({ asked: 'requestBooking', service: 'command', status: 200, seconds: 0.02 });
    metrics.answered({ asked: 'requestBooking', service: 'command', status: 409, seconds: 0.001 });
    metrics.rejected('requestBooking', 'slot-taken');
    metrics.answered({ asked: 'other', service: 'none', status: 404, seconds: 0.001 });
    expect(await linesOf(metrics, 'http_requests_total')).toEqual([
      'visita_http_requests_total{call="requestBooking",status="2xx"} 1',
      'visita_http_requests_total{call="requestBooking",status="4xx"} 1',
      'visita_http_requests_total{call="other",status="4xx"} 1',
    ]);
    expect(await linesOf(metrics, 'rejections_total')).toEqual([
      'visita_rejections_total{call="requestBooking",code="slot-taken"} 1',
    ]);
    expect(await linesOf(metrics, 'call_seconds_count')).toEqual([
      'visita_call_seconds_count{service="command",call="requestBooking"} 2',
    ]);
  });

  it('reads gauges when asked, and forgets removed ones', async () => {
    const metrics = createPrometheus({ log: silent });
    let depth = 3;
    const labels = ['mail', 'parked'];
    const forget = metrics.collect(async (): Promise<Reading[]> => [
      { figure: 'queue_jobs', labels, value: depth },
    ]);
    metrics.collect(() => [{ figure: 'disk_free_bytes', value: 7 }]);
    expect(await linesOf(metrics, 'queue_jobs')).toEqual([
      'visita_queue_jobs{queue="mail",state="parked"} 3',
    ]);
    depth = 5;
    expect(await linesOf(metrics, 'queue_jobs')).toEqual([
      'visita_queue_jobs{queue="mail",state="parked"} 5',
    ]);
    forget();
    expect(await linesOf(metrics, 'queue_jobs')).toEqual([]);
    expect(await linesOf(metrics, 'disk_free_bytes')).toEqual(['visita_disk_free_bytes 7']);
    // A gauge without a value is not 0.
    expect(await linesOf(metrics, 'calls_in_hand ')).toEqual([]);
  });

  it('returns the other gauges if one cannot be read, and counts the failure', async () => {
    const metrics = createPrometheus({ log: silent });
    metrics.collect(() => Promise.reject(new Error('down')));
    metrics.collect(() => [{ figure: 'calls_in_hand', value: 2 }]);
    expect(await linesOf(metrics, 'calls_in_hand ')).toEqual(['visita_calls_in_hand 2']);
    expect(await linesOf(metrics, 'figures_failed_total')).toEqual(['visita_figures_failed_total 2']);
  });

  it('shares nothing with another product in the process', async () => {
    const [one, other] = [createPrometheus({ log: silent }), createPrometheus({ log: silent })];
    one.refused();
    expect(await linesOf(one, 'calls_refused_total')).toEqual(['visita_calls_refused_total 1']);
    expect(await linesOf(other, 'calls_refused_total')).toEqual(['visita_calls_refused_total 0']);
  });
});

describe('the metrics listener', () => {
  const started = async (expose: () => Promise<string>, port = 0) => {
    const server = await serveMetrics(
      { expose, contentType: 'text/plain' },
      { host: '127.0.0.1', port, log: silent },
    );
    onTestFinished(() => server.close());
    return `http://127.0.0.1:${server.port}`;
  };

  it('serves them at /metrics only', async () => {
    const address = await started(async () => 'visita 1\n');
    expect(await (await fetch(`${address}/metrics`)).text()).toBe('visita 1\n');
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('continues after a failure', async () => {
    const expose = vi.fn(async () => 'fine').mockRejectedValueOnce(new Error('once'));
    const address = await started(expose);
    expect((await fetch(`${address}/metrics`)).status).toBe(500);
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
  });

  it('names the variable to change if the port is in use', async () => {
    const port = await freePort();
    await started(async () => '', port);
    await expect(started(async () => '', port)).rejects.toThrow('METRICS_PORT');
  });
});

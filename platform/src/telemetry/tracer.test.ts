import { Rejection } from '@visita/contracts/problem';
import { describe, expect, it } from 'vitest';
import { keepSpans } from '../../testing/spans.ts';
import { type About, createTracer } from './tracer.ts';

const begins: About = { begins: true };
const other = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const unrecorded = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

describe('the tracer', () => {
  it('makes nested work a part of its parent, across awaits', async () => {
    const { kept, tracer } = keepSpans();
    await tracer.span('call', { ...begins, ids: { requestId: 'r' } }, async () => {
      await new Promise(setImmediate);
      await tracer.span('decide', { attributes: { events: 2 } }, async () => undefined);
    });
    const [call, decide] = kept;
    expect(call).toMatchObject({
      name: 'call',
      parent: undefined,
      attributes: { requestId: 'r' },
      code: null,
    });
    expect(decide).toMatchObject({ parent: call?.traceparent, attributes: { events: 2 }, code: null });
  });

  it('keeps ids for the log, with the trace, only while the work runs', async () => {
    const { tracer } = keepSpans();
    const about = { ...begins, ids: { correlationId: 'c' } };
    await tracer.span('call', about, async () => {
      expect(tracer.fields()).toEqual({ correlationId: 'c', traceId: '1'.padStart(32, '0') });
      expect(tracer.origin()).toEqual({ correlationId: 'c', traceparent: expect.stringContaining('-01') });
      expect(tracer.outside(() => tracer.fields())).toEqual({});
    });
    expect(tracer.fields()).toEqual({});
  });

  it('keeps ids without tracing, and announces no trace', async () => {
    const tracer = createTracer(() => null);
    await tracer.span('call', { ids: { correlationId: 'c' } }, async (work) => {
      expect(tracer.fields()).toEqual({ correlationId: 'c' });
      expect(tracer.origin()).toEqual({ correlationId: 'c' });
      expect([work.traceparent, work.header()]).toEqual([undefined, undefined]);
      await tracer.span('decide', {}, async () => expect(tracer.fields()).toEqual({ correlationId: 'c' }));
    });
  });

  it('continues a single trace, and links several', async () => {
    const { kept, tracer } = keepSpans();
    const second = other.replace(/b/g, 'c');
    const elsewhere = other.replace(/a/g, 'd');
    for (const from of [[other], [other, second], [other, elsewhere, undefined]])
      await tracer.span('flush', { from }, async () => undefined);
    expect(kept.map(({ parent, links }) => ({ parent, links }))).toEqual([
      { parent: other, links: [] },
      { parent: other, links: [other, second] },
      { parent: undefined, links: [other, elsewhere] },
    ]);
  });

  it('creates no span for work that was not traced, or not sampled', async () => {
    const { kept, tracer } = keepSpans();
    const origins: About[] = [
      {},
      { from: [undefined] },
      { from: [unrecorded], begins: true },
      { from: ['nonsense'] },
    ];
    for (const about of origins) await tracer.span('work', about, async () => undefined);
    expect(kept).toEqual([]);
    await tracer.span('call', { from: ['nonsense'], begins: true }, async () => undefined);
    expect(kept).toHaveLength(1);
  });

  it('samples a ratio of traces, and tells other processes not to sample the rest', async () => {
    const { kept, tracer } = keepSpans(0);
    await tracer.span('call', begins, async (work) => {
      expect(work.traceparent).toBeUndefined();
      expect(work.header()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
      await tracer.span('decide', {}, async () => undefined);
    });
    expect(kept).toEqual([]);
  });

  it('records failures by code, never by message', async () => {
    const { kept, tracer } = keepSpans();
    const quoting = Object.assign(new Error('no mailbox rosa@example.com'), { code: 'EENVELOPE' });
    for (const error of [new Rejection('slot-taken'), quoting, new TypeError('rosa'), 'rosa']) {
      await expect(tracer.span('call', begins, () => Promise.reject(error as Error))).rejects.toBe(error);
    }
    expect(kept.map(({ code }) => code)).toEqual(['slot-taken', 'EENVELOPE', 'TypeError', 'unknown']);
  });
});

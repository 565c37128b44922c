import { randomUUID } from 'node:crypto';
import type { MailJob } from '@visita/contracts/jobs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTracer, type Tracer } from '../src/telemetry/tracer.ts';
import type { Jobs } from '../src/jobs/port.ts';

/** Opens jobs for a contract test: few attempts, short pauses. */
export type OpenJobs = (options: { attempts: number; backoff: number; tracer?: Tracer }) => Promise<Jobs>;

const someMail = (): MailJob => ({ template: 'welcome', eventId: randomUUID(), about: randomUUID() });

/** A handler that records its calls, and a promise that resolves after `count` of them. */
const counting = <T>(count: number) => {
  const seen: T[] = [];
  const complete = Promise.withResolvers<void>();
  const push = (value: T): void => {
    seen.push(value);
    if (seen.length === count) complete.resolve();
  };
  return { seen, push, complete: complete.promise };
};

/** Contract of every kind of jobs. `open` returns empty queues after `reset`. */
export const describeJobs = (name: string, open: OpenJobs, reset: () => Promise<void>): void => {
  const all: Jobs[] = [];
  const opened = async (options = { attempts: 3, backoff: 10 }, tracer?: Tracer): Promise<Jobs> => {
    const jobs = await open({ ...options, ...(tracer ? { tracer } : {}) });
    all.push(jobs);
    return jobs;
  };

  describe(`jobs: ${name}`, () => {
    afterEach(async () => {
      await Promise.all(all.splice(0).map((jobs) => jobs.close()));
      await reset();
    });

    it('run jobs that another process added, with their payload', async () => {
      const [asking, working] = [await opened(), await opened()];
      const done = counting<unknown>(1);
      const mail = someMail();
      await asking.add('mail', 'welcome', mail, { id: 'job-1' });
      await working.work('mail', async (payload, job) => done.push({ payload, ...job }), { concurrency: 1 });
      await done.complete;
      expect(done.seen).toEqual([{ payload: mail, id: 'job-1', name: 'welcome', attempt: 1 }]);
    });

    it('run urgent jobs first', async () => {
      const jobs = await opened();
      const done = counting<string>(4);
      for (const id of ['a', 'b', 'c']) await jobs.add('mail', 'welcome', someMail(), { id, priority: 1 });
      await jobs.add('mail', 'welcome', someMail(), { id: 'urgent' });
      await jobs.work('mail', async (_payload, { id }) => done.push(id), { concurrency: 1 });
      await done.complete;
      expect(done.seen).toEqual(['urgent', 'a', 'b', 'c']);
    });

    it('run a job once, however often and whenever it is added', async () => {
      const jobs = await opened();
      const [first, last] = [counting<string>(1), counting<string>(2)];
      const handler = async (_payload: MailJob, { id }: { id: string }) => {
        first.push(id);
        last.push(id);
      };
      const mail = someMail();
      await Promise.all(Array.from({ length: 5 }, () => jobs.add('mail', 'welcome', mail, { id: 'same' })));
      await jobs.work('mail', handler, { concurrency: 1 });
      await first.complete;
      await jobs.add('mail', 'welcome', mail, { id: 'same' });
      await jobs.add('mail', 'welcome', mail, { id: 'other' });
      await last.complete;
      expect(last.seen).toEqual(['same', 'other']);
    });

    it('are retried with growing pauses until they succeed', async () => {
      const jobs = await opened({ attempts: 4, backoff: 60 });
      const tries = counting<number>(3);
      const handler = async (_payload: MailJob, { attempt }: { attempt: number }) => {
        tries.push(performance.now());
        if (attempt < 3) throw new Error('not now');
      };
      await jobs.add('mail', 'welcome', someMail(), { id: 'again' });
      await jobs.work('mail', handler, { concurrency: 1 });
      await tries.complete;
      const [first = 0, second = 0, third = 0] = tries.seen;
      expect(second - first).toBeGreaterThanOrEqual(50);
      expect(third - second).toBeGreaterThanOrEqual(110);
      expect(await jobs.parked('mail')).toEqual([]);
    });

    it("are parked after too many failures, without the error's text, and can be retried", async () => {
      const jobs = await opened({ attempts: 2, backoff: 5 });
      const outcomes = counting<'failed' | 'done'>(3);
      let broken = true;
      const refusal = Object.assign(new Error('no mailbox rosa@example.com'), { code: 'EENVELOPE' });
      const handler = async () => {
        outcomes.push(broken ? 'failed' : 'done');
        if (broken) throw refusal;
      };
      const payload = someMail();
      await jobs.add('mail', 'welcome', payload, { id: 'bad' });
      await jobs.work('mail', handler, { concurrency: 1 });
      await expect
        .poll(() => jobs.parked('mail'), { timeout: 5000 })
        .toEqual([
          {
            id: 'bad',
            name: 'welcome',
            attempts: 2,
            failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
            reason: 'Error EENVELOPE',
            payload,
          },
        ]);
      broken = false;
      expect(await jobs.retry('mail', 'unknown')).toBe(false);
      expect(await jobs.retry('mail', 'bad')).toBe(true);
      await outcomes.complete;
      expect(outcomes.seen).toEqual(['failed', 'failed', 'done']);
    });

    it('can be removed while waiting or parked, but not while running', async () => {
      const jobs = await opened();
      const outcomes = counting<string>(2);
      const held = Promise.withResolvers<void>();
      await jobs.work(
        'mail',
        async (_payload, { id }) => {
          outcomes.push(id);
          if (id === 'in-hand') await held.promise;
          else throw new Error('refused');
        },
        { concurrency: 2 },
      );
      await jobs.add('mail', 'welcome', someMail(), { id: 'in-hand' });
      await jobs.add('mail', 'welcome', someMail(), { id: 'refused' });
      await jobs.add('mail', 'welcome', someMail(), { id: 'later', delay: 60_000 });
      await outcomes.complete;
      for (const id of ['in-hand', 'later', 'unknown']) await jobs.remove('mail', id);
      held.resolve();
      // A job with a kept id is not queued again; a job with a removed id is.
      await jobs.add('mail', 'welcome', someMail(), { id: 'in-hand' });
      await jobs.add('mail', 'welcome', someMail(), { id: 'later' });
      await vi.waitFor(async () => expect(outcomes.seen).toContain('later'), 10_000);
      await vi.waitFor(
        async () => expect((await jobs.parked('mail')).map(({ id }) => id)).toContain('refused'),
        10_000,
      );
      await jobs.remove('mail', 'refused');
      expect((await jobs.parked('mail')).map(({ id }) => id)).not.toContain('refused');
      expect(outcomes.seen.filter((id) => id === 'in-hand')).toHaveLength(1);
    });

    it('are counted by state, with the time of the oldest waiting job', async () => {
      const jobs = await opened();
      const nobody = { waiting: 0, delayed: 0, active: 0, parked: 0, oldest: null };
      expect(await jobs.counts('mail')).toEqual(nobody);
      const before = new Date().toISOString();
      for (const id of ['one', 'two']) await jobs.add('mail', 'welcome', someMail(), { id });
      await jobs.add('mail', 'welcome', someMail(), { id: 'three', priority: 1 });
      await jobs.add('mail', 'welcome', someMail(), { id: 'later', delay: 60_000 });
      const counted = await jobs.counts('mail');
      expect(counted).toEqual({ ...nobody, waiting: 3, delayed: 1, oldest: expect.any(String) });
      expect(counted.oldest! >= before).toBe(true);
      expect(await jobs.counts('calendar')).toEqual(nobody);
    });

    it('wait for the given delay', async () => {
      const jobs = await opened();
      const order = counting<string>(2);
      await jobs.work('mail', async (_payload, { id }) => order.push(id), { concurrency: 1 });
      await jobs.add('mail', 'welcome', someMail(), { id: 'later', delay: 1_500 });
      await jobs.add('mail', 'welcome', someMail(), { id: 'now' });
      await order.complete;
      expect(order.seen).toEqual(['now', 'later']);
    });

    it('belong to the trace that added them', async () => {
      const tracer = createTracer(() => null);
      const [asking, working] = [await opened(), await opened({ attempts: 3, backoff: 10 }, tracer)];
      const traced = await opened({ attempts: 3, backoff: 10 }, tracer);
      const done = counting<unknown>(2);
      await working.work(
        'mail',
        async (_payload, { id }) => done.push([id, tracer.fields()['correlationId']]),
        {
          concurrency: 1,
        },
      );
      await tracer.span('call', { ids: { correlationId: 'the-call' } }, () =>
        traced.add('mail', 'welcome', someMail(), { id: 'asked' }),
      );
      await asking.add('mail', 'welcome', someMail(), { id: 'timed' });
      await done.complete;
      // Scheduled jobs begin a trace of their own.
      expect(done.seen).toEqual([
        ['asked', 'the-call'],
        ['timed', 'timed'],
      ]);
    });

    it('run with the given concurrency', async () => {
      const jobs = await opened();
      const started = counting<string>(3);
      await jobs.work(
        'mail',
        async (_payload, { id }) => {
          started.push(id);
          // This completes only if all three jobs run concurrently.
          await started.complete;
        },
        { concurrency: 3 },
      );
      for (const id of ['a', 'b', 'c']) await jobs.add('mail', 'welcome', someMail(), { id });
      await started.complete;
    });

    it('refuse an invalid payload, and an id that cannot be stored', async () => {
      const jobs = await opened();
      const personal = { ...someMail(), email: 'rosa@example.com' };
      await expect(jobs.add('mail', 'welcome', personal, { id: 'x' })).rejects.toThrow('email');
      await expect(jobs.add('mail', 'welcome', someMail(), { id: 'a:b' })).rejects.toThrow('colon');
    });
  });
};

import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const logging = () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: 'info', name: 'test', destination });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
};

describe('logger', () => {
  it('writes one JSON object per line, with the fields of its child', () => {
    const { log, lines, last } = logging();
    log.child({ requestId: 'r1' }).info({ status: 200 }, 'answered');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.indexOf('\n')).toBe((lines[0]?.length ?? 0) - 1);
    expect(last()).toMatchObject({
      level: 'info',
      name: 'test',
      requestId: 'r1',
      status: 200,
      msg: 'answered',
    });
    expect(last()['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it("has the process’s name once, whatever the line's own `name`", () => {
    const { log, lines, last } = logging();
    log.info({ name: 'projector' }, 'leads');
    expect(lines[0]?.match(/"name":/g)).toHaveLength(1);
    expect(last()).toMatchObject({ name: 'test', part: 'projector' });
  });

  it('hides credentials, cookies, bodies and addresses at any usual depth', () => {
    const { log, lines } = logging();
    log.info({
      body: { name: 'Rosa' },
      authorization: 'Bearer abc',
      request: {
        headers: { authorization: 'Bearer abc', cookie: 'c=abc', 'set-cookie': 'abc' },
        body: 'Rosa',
      },
      pro: { email: 'rosa@example.com', password: 'abc' },
      pros: [{ name: 'shown', email: 'rosa@example.com' }],
    });
    log.child({ requestId: 'r1' }).info({ a: { b: { c: { d: { e: 'Rosa' } } } } });
    expect(lines).toHaveLength(2);
    expect(lines.join('')).toContain('shown');
    expect(lines.join('')).not.toMatch(/Rosa|abc|rosa@/);
  });

  it('writes the ids of the current work in each line, also of children', () => {
    const lines: string[] = [];
    let fields: object = { correlationId: 'c1' };
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ level: 'info', name: 'test', destination, fields: () => fields });
    log.info({ correlationId: 'told' }, 'one');
    log.child({ requestId: 'r1' }).info('two');
    fields = { email: 'rosa@example.com' };
    log.info('three');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { correlationId: 'told' },
      { correlationId: 'c1', requestId: 'r1' },
      { email: '[hidden]' },
    ]);
  });

  it('shows errors with their cause, without values quoted by the database', () => {
    const { log, lines, last } = logging();
    const refusal = Object.assign(new Error('duplicate (rosa@example.com)'), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(rosa@example.com) already exists.',
      constraint: 'unique_email',
    });
    log.error({ err: new Error('cannot project', { cause: refusal }) }, 'failed');
    expect(lines.join('')).not.toContain('rosa@');
    expect(last()).toMatchObject({
      err: { message: 'cannot project', cause: { code: '23505', constraint: 'unique_email' } },
    });
  });
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePort } from './free-port.ts';

describe('a free port', () => {
  it('can be listened at', async () => {
    const server = createServer();
    await once(server.listen(await freePort(), '127.0.0.1'), 'listening');
    server.close();
  });

  it('is not one that the system uses for outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
    expect(ports.filter((port) => port >= 32_768 || port < 1_024)).toEqual([]);
    expect(new Set(ports).size).toBeGreaterThan(15);
  });
});

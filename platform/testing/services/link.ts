import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a server, of which the network can be taken away. */
export type Link = {
  readonly port: number;
  /**
   * Connections that are open carry nothing any more, and neither side is told; those opened later work. As where
   * something on the way forgot them.
   */
  silence(): void;
  /** No connection carries anything, new ones neither, until `restore`. What was sent meanwhile is lost. */
  block(): void;
  /** Breaks the connections that are open, and both sides are told. */
  cut(): void;
  /** The same, and new ones are broken, too, until `restore`. */
  refuse(): void;
  /** New connections work again; those that lost something stay dead. */
  restore(): void;
  close(): Promise<void>;
};

type Pair = { readonly near: Socket; readonly far: Socket; silent: boolean };

/** Passes connections to a port of 127.0.0.1, a free one by default, on to another port of this machine. */
export const openLink = async (target: number, port = 0): Promise<Link> => {
  const pairs = new Set<Pair>();
  let [blocked, refused] = [false, false];

  const pass = (pair: Pair, from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (!pair.silent) to.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      pairs.delete(pair);
      // A server could not tell either, but would go on holding what is dead; here it is told, to leave nothing behind.
      to.end();
    });
  };

  const server = createServer((near) => {
    if (refused) return void near.on('error', () => undefined).destroy();
    const far = connect(target, '127.0.0.1');
    const pair: Pair = { near, far, silent: blocked };
    pairs.add(pair);
    for (const socket of [near, far]) socket.setNoDelay(true);
    pass(pair, near, far);
    pass(pair, far, near);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');

  const silence = (): void => {
    for (const pair of pairs) pair.silent = true;
  };
  const cut = (): void => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence,
    block: () => {
      blocked = true;
      silence();
    },
    cut,
    refuse: () => {
      refused = true;
      cut();
    },
    restore: () => {
      [blocked, refused] = [false, false];
    },
    close: async () => {
      server.close();
      cut();
    },
  };
};

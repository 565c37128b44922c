import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can interrupt the network. */
export type Link = {
  readonly port: number;
  /** Silently drops the data of open connections, as a router that lost their state; later connections work. */
  silence(): void;
  /** Drops the data of all connections, also new ones, until `restore`. */
  block(): void;
  /** Closes open connections on both sides. */
  cut(): void;
  /** Closes open connections and refuses new ones until `restore`. */
  refuse(): void;
  /** Lets new connections work again. Connections that lost data stay dead. */
  restore(): void;
  close(): Promise<void>;
};

type Pair = { readonly near: Socket; readonly far: Socket; silent: boolean };

/** Forwards a port of 127.0.0.1 (a free one by default) to another local port. */
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
      // A real server would keep the dead connection. Here it is closed, to leave nothing behind.
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

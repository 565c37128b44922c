import type { ClientToServer, ServerToClient } from '@visita/contracts/live';
import { io, type Socket } from 'socket.io-client';
import { readToken } from '../session/session.ts';

export type LiveSocket = Socket<ServerToClient, ClientToServer>;

/** Creates a socket for live messages, not yet connected. It reads the session's token at each connection. */
export const openLive = (): LiveSocket =>
  io({
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    autoConnect: false,
    auth: (send) => send({ token: readToken() }),
  });

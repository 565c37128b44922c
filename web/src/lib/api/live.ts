import type { ClientToServer, ServerToClient } from '@visita/contracts/live';
import { io, type Socket } from 'socket.io-client';
import { readToken } from '../session/session.ts';

export type LiveSocket = Socket<ServerToClient, ClientToServer>;

/** A socket to the live updates, with the session's token read anew on each connection. Not yet connected. */
export const openLive = (): LiveSocket =>
  io({
    path: '/socket.io/',
    transports: ['websocket', 'polling'],
    autoConnect: false,
    auth: (send) => send({ token: readToken() }),
  });

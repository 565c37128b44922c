import { convertToCommandError, NotLeaderError } from '@eventstore/db-client';

type Status = {
  readonly code: number;
  readonly details: string;
  readonly metadata: { clone(): Status['metadata']; remove(key: string): void };
};
type Listener = { onReceiveStatus?(status: Status): void };
type Call = { start(metadata: unknown, listener: Listener): void };

/** gRPC's UNAVAILABLE. */
const unavailable = 14;

/**
 * A gRPC interceptor. The client converts refusals to errors in callbacks, where an exception is not caught: a
 * follower that names no leader, or one without an address, would crash the process. Refusals that cannot be
 * converted become UNAVAILABLE, so that the client selects another node.
 */
export const guardRefusals = <Options>(options: Options, next: (options: Options) => Call): Call => {
  const call = next(options);
  const start = call.start.bind(call);
  call.start = (metadata, listener) => {
    const forward = listener.onReceiveStatus?.bind(listener);
    listener.onReceiveStatus = (status) => forward?.(status.code === 0 ? status : readable(status));
    start(metadata, listener);
  };
  return call;
};

const readable = (status: Status): Status => {
  if (isReadable(status)) return status;
  const metadata = status.metadata.clone();
  metadata.remove('exception');
  return { ...status, code: unavailable, metadata };
};

const isReadable = (status: Status): boolean => {
  try {
    const error = convertToCommandError(Object.assign(new Error(status.details), status));
    if (!(error instanceof NotLeaderError)) return true;
    const { address, port } = error.leader;
    return address !== '' && Number.isInteger(port);
  } catch {
    return false;
  }
};

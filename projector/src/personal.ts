import { isErased, type Erased } from '@visita/contracts/event';

/** A personal value as rows hold it: null once erased. */
export const readable = <T>(value: T): Exclude<T, Erased> | null =>
  isErased(value) ? null : (value as Exclude<T, Erased>);

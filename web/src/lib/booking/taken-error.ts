import { ApiError } from '../api/api.ts';

/** Conflicting entry and its interval on its own clock; `hidden` is one that the caller's calendar does not show. */
export type Clash = {
  kind: 'booking' | 'erased' | 'block' | 'held' | 'offered' | 'hidden';
  /** `HH:mm–HH:mm`; of a hidden entry the wanted interval. */
  time: string;
  /** City of the clock, if it differs from the new entry's. */
  town: string | null;
  name: string;
  /** `HH:mm` at which an offer ends. */
  until?: string;
};

/** Refusal of a taken time, with the conflicting entries. */
export class TakenError extends ApiError {
  readonly clashes: readonly Clash[];

  constructor({ message, status }: ApiError, clashes: readonly Clash[]) {
    super('slot-taken', message, status);
    this.clashes = clashes;
  }
}

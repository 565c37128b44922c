import { ApiError } from '../api/api.ts';

/** Conflicting entry and its time on its own clock. */
export type Clash = {
  kind: 'booking' | 'erased' | 'block' | 'held';
  time: string;
  /** City of the clock, if it differs from the new entry's. */
  town: string | null;
  name: string;
};

/** Refusal of a taken time, with the conflicting entry if the calendar has it. */
export class TakenError extends ApiError {
  readonly clash: Clash | undefined;

  constructor({ message, status }: ApiError, clash: Clash | undefined) {
    super('slot-taken', message, status);
    this.clash = clash;
  }
}

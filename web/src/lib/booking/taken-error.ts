import { ApiError } from '../api/api.ts';

/** What stands where something is to be placed, and when, on its own clock. */
export type Clash = {
  kind: 'booking' | 'erased' | 'block' | 'held';
  time: string;
  /** The town whose clock that is, where it isn't the clock of what is to be placed. */
  town: string | null;
  /** The patient's. */
  name: string;
};

/** The refusal of a time that is taken: by what, or by something that the calendar doesn't tell. */
export class TakenError extends ApiError {
  readonly clash: Clash | undefined;

  constructor({ message, status }: ApiError, clash: Clash | undefined) {
    super('slot-taken', message, status);
    this.clash = clash;
  }
}

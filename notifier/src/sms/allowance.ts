import type { inTransaction } from '@visita/platform/postgres/transaction';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { Gateways } from '@visita/platform/messages/description';
import type { Used } from '@visita/platform/messages/ledger';
import type { Messaging } from '@visita/platform/messages/messaging';
import type { TextReads } from './reads.ts';

/** Maximum number of texts to one number, from all professionals together. */
export const perNumber = { day: 6, month: 40 } as const;

/** A client within a transaction. */
type Client = Parameters<Parameters<typeof inTransaction>[1]>[0];

/** A planned message that may become a text. `number` is E.164. */
export type Wanted = {
  readonly id: string;
  readonly proId: string;
  readonly clinicId: string;
  readonly patientId: string;
  readonly purpose: string;
  readonly number: string;
  readonly notAfter: Date;
};

/** `used-up`: the professional's maximum of the month is reached, and nothing else stops the text. */
export type Allowance = 'allowed' | 'refused' | 'used-up';

/** Decides whether a text may be sent, and hands it over, within the transaction that decides the message. */
export type TextSending = {
  /** Also tells the professional about used up texts. */
  allows(client: Client, text: Wanted, now: Date): Promise<Allowance>;
  send(client: Client, text: Wanted, now: Date): Promise<void>;
};

type Budgets = { readonly textsPerMonth: number | null; readonly textsPerDay: number };

/** Decides whether one more text is within the budgets of its number, its professional and the product. */
export const allowanceOf = (used: Used, { textsPerMonth, textsPerDay }: Budgets): Allowance => {
  const isWithin =
    !used.refused &&
    !used.known &&
    used.numberDay < perNumber.day &&
    used.numberMonth < perNumber.month &&
    used.day < textsPerDay;
  if (!isWithin) return 'refused';
  return textsPerMonth === null || used.proMonth < textsPerMonth ? 'allowed' : 'used-up';
};

type Deps = {
  messaging: Messaging;
  reads: TextReads;
  /** Purposes for which texts can be written. */
  purposes: ReadonlySet<string>;
  /** Tells a professional, once a month, that the maximum of texts is used up. */
  tellUsedUp(proId: string, maximum: number): Promise<void>;
  log: Pick<Log, 'warn'>;
};

export const createTextSending = ({ messaging, reads, purposes, tellUsedUp, log }: Deps): TextSending => {
  const { gateways, credentials, ledger, numbers } = messaging;

  const read = async (): Promise<Gateways | null> => {
    try {
      return await gateways.current();
    } catch (error) {
      // Mails go on while the operator repairs the file.
      log.warn({ code: codeOf(error) }, 'the file of SMS_GATEWAYS cannot be read: no texts are sent');
      return null;
    }
  };

  /** Returns the pro's provider if it can be used now. */
  const usable = async (proId: string): Promise<(Budgets & { provider: string }) | null> => {
    const { provider, textsPerMonth } = await reads.settings(proId);
    const known = provider === null ? null : await read();
    const described = known?.providers[provider ?? ''];
    if (!known || !described || known.stopped || provider === null) return null;
    const ready = described.credentials.length === 0 || (await credentials.has({ proId, provider }));
    return ready ? { provider, textsPerMonth, textsPerDay: known.textsPerDay } : null;
  };

  return {
    allows: async (client, { id, proId, purpose, number }, now) => {
      const found = purposes.has(purpose) ? await usable(proId) : null;
      if (!found) return 'refused';
      const used = await ledger.used(client, { id, number: numbers.of(number), proId }, now);
      const allowance = allowanceOf(used, found);
      // A maximum of 0 is a choice, which needs no notice.
      if (allowance === 'used-up' && found.textsPerMonth) await tellUsedUp(proId, found.textsPerMonth);
      return allowance;
    },
    send: async (client, wanted, now) => {
      const found = await usable(wanted.proId);
      if (!found) throw new Error('the provider is no longer usable');
      const text = { ...wanted, provider: found.provider, number: numbers.of(wanted.number) };
      await ledger.reserve(client, text, now);
    },
  };
};

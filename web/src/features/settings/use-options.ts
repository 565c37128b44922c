import type { optionsBody } from '@visita/contracts/api/account';
import type { Options, Pro } from '@visita/contracts/pro/views';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiError } from '../../lib/api/api.ts';
import { type Named, saveOver } from '../../lib/booking/clash.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { changePro } from '../../lib/data/session.api.ts';

type OptionChanges = z.input<typeof optionsBody>;

/** Only the changed options are taken over, because other changes may be in flight. */
const takeOver = (pro: Pro, changes: OptionChanges, from: Options): Promise<void> => {
  const changed = Object.keys(changes).map((key) => [key, from[key as keyof Options]] as const);
  return changePro(pro.id, (now) => ({
    ...now,
    options: { ...now.options, ...Object.fromEntries(changed) },
  }));
};

/** Options with more than two values, by field label. Two-valued options cannot conflict. */
const useNamed = (): Readonly<Record<string, Named>> => {
  const { t, i18n } = useTranslation('settings');
  const languages = (codes: unknown) => {
    const names = new Intl.DisplayNames(currentLanguage(i18n), { type: 'language' });
    return [codes]
      .flat()
      .map((code) => names.of(String(code)))
      .join(', ');
  };
  const years = (value: unknown) => t(($) => $.records.years, { count: Number(value) });
  return {
    calendarPageUrl: { label: t(($) => $.slug.field), show: String },
    thankYouPageUrl: { label: t(($) => $.thankYou.title), show: String },
    languagesSpoken: { label: t(($) => $.spoken.field), show: languages },
    patientRetentionYears: { label: t(($) => $.records.field), show: years },
    comunicationsLanguage: { label: t(($) => $.general.communicationLanguage), show: languages },
    ...Object.fromEntries(
      (['calendarAvailabilityLimit', 'manageNoticeHours', 'bookingNoticeHours'] as const).map((option) => [
        option,
        { label: t(($) => $.numbers[option].field), show: String },
      ]),
    ),
  };
};

/** Saves options over the shown ones and returns the result. */
const useSend = () => {
  const named = useNamed();
  return async (pro: Pro, changes: OptionChanges): Promise<Options> => {
    const { options: record, optionsVersion: version } = pro;
    const input = { params: { id: record.id }, body: changes };
    const { answer, body } = await saveOver('updateOptions', input, { basis: { version, record }, named });
    return answer?.data ?? { ...pro.options, ...body };
  };
};

/** Saves options and returns the server's result. Throws the call's errors. */
export const useSaveOptions = () => {
  const send = useSend();
  return async (pro: Pro, changes: OptionChanges): Promise<void> =>
    takeOver(pro, changes, await send(pro, changes));
};

/**
 * Changes options optimistically and reverts failures. Changes are sent in order, and the result of one never
 * overwrites a later choice.
 */
export const useOptions = (pro: Pro) => {
  const toast = useToast();
  const send = useSend();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const saved = useRef<Options | null>(null);
  const change = async (changes: Partial<Options> & OptionChanges): Promise<void> => {
    saved.current ??= pro.options;
    const sent = last.current.then(() => send(pro, changes));
    const done = sent.then(
      (options) => void (saved.current = options),
      () => undefined,
    );
    last.current = done;
    await takeOver(pro, changes, { ...pro.options, ...changes });
    await sent.catch((error: unknown) => {
      // Other failures need no toast: the control reverts.
      if (error instanceof ApiError && error.code === 'network') toast('optionsUnreachable', error);
    });
    await done;
    if (last.current !== done) return;
    const shown = saved.current;
    saved.current = null;
    await takeOver(pro, changes, shown);
  };
  return { options: pro.options, change };
};

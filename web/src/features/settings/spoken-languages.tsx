import { spokenLanguages, spokenMaximum } from '@visita/contracts/language';
import { spokenBy } from '@visita/contracts/pro/spoken';
import type { Pro } from '@visita/contracts/pro/views';
import { MultiSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { byWords } from '../../ui/fields/search-select.tsx';
import { useOptions } from './use-options.ts';

/** Returns the language codes with their names, sorted by name. */
const named = (language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return spokenLanguages
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
};

/** Languages the professional speaks, shown on the booking page. */
export const SpokenLanguages = ({ pro }: { pro: Pro }) => {
  const { t, i18n } = useTranslation('settings');
  const { options, change } = useOptions(pro);
  const languagesSpoken = spokenBy(options);
  return (
    <MultiSelect
      label={t(($) => $.spoken.field)}
      description={t(($) => $.spoken.hint)}
      placeholder={languagesSpoken.length < spokenMaximum ? t(($) => $.spoken.add) : ''}
      nothingFoundMessage={t(($) => $.spoken.none)}
      data={named(currentLanguage(i18n))}
      value={languagesSpoken}
      onChange={(chosen) => void change({ languagesSpoken: chosen })}
      maxValues={spokenMaximum}
      searchable
      selectFirstOptionOnChange
      filter={byWords}
      hidePickedOptions
      // The list itself scrolls: Mantine's inner scroll area is not keyboard-accessible.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
    />
  );
};

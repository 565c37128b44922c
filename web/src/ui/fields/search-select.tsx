import { Select, type ComboboxItem, type ComboboxParsedItem, type SelectProps } from '@mantine/core';
import { fold } from '@visita/contracts/folding';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

const beginsWord = (text: string, wanted: string): boolean => ` ${text}`.includes(` ${wanted}`);

type Asked<Option> = { readonly options: readonly Option[]; readonly search: string };

/** Finds options by a part of their names, those first in which a word begins with it. */
export const byWords = <Option extends ComboboxParsedItem>({ options, search }: Asked<Option>): Option[] => {
  const wanted = fold(search);
  const nameOf = (option: Option) => fold('label' in option ? option.label : '');
  const found = options.filter((option) => nameOf(option).includes(wanted));
  const first = found.filter((option) => beginsWord(nameOf(option), wanted));
  return [...first, ...found.filter((option) => !first.includes(option))];
};

/** Returns what was put into a text, wherever the caret was; undefined where more was changed than that. */
const insertedInto = (text: string, changed: string): string | undefined => {
  const length = changed.length - text.length;
  if (length <= 0) return undefined;
  const at = [...Array(text.length + 1).keys()].find(
    (index) => changed.startsWith(text.slice(0, index)) && changed.endsWith(text.slice(index)),
  );
  return at === undefined ? undefined : changed.slice(at, at + length);
};

/** Takes the first option where none is marked yet, as where they came after the last letter. */
const takeFirst = ({ key, currentTarget }: KeyboardEvent) => {
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '');
  if (key !== 'Enter' || !list || list.querySelector('[data-combobox-selected]')) return;
  list.querySelector<HTMLElement>('[data-combobox-option]')?.click();
};

type Props = Omit<SelectProps, 'data' | 'value' | 'searchable' | 'searchValue'> & {
  data: readonly ComboboxItem[];
  value: string | null;
};

/** A choice that is searched by typing: what is typed takes the place of what was chosen, and Enter takes the first found. */
export const SearchSelect = ({ data, value, onSearchChange, ...field }: Props) => {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState('');
  const chosen = data.find((option) => option.value === value)?.label;
  const change = (typed: string) => {
    const wanted = search === chosen ? (insertedInto(chosen, typed) ?? typed) : typed;
    setSearch(wanted);
    onSearchChange?.(wanted);
  };
  return (
    <Select
      nothingFoundMessage={t(($) => $.states.noMatch)}
      allowDeselect={false}
      filter={byWords}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={(event) => {
        if (search !== chosen && search !== '') takeFirst(event);
      }}
      {...field}
      data={data}
      value={value}
      searchable
      selectFirstOptionOnChange
      searchValue={search}
      onSearchChange={change}
    />
  );
};

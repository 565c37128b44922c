import { Select, type ComboboxItem, type ComboboxParsedItem, type SelectProps } from '@mantine/core';
import { fold } from '@visita/contracts/folding';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnceSettled } from '../../lib/hooks/use-once-settled.ts';

const beginsWord = (text: string, wanted: string): boolean => ` ${text}`.includes(` ${wanted}`);

const entryOf = (option: ComboboxParsedItem): string =>
  'entry' in option && typeof option.entry === 'string'
    ? option.entry
    : 'label' in option
      ? option.label
      : '';

type Search<Option> = { readonly options: readonly Option[]; readonly search: string };

/** Option whose list entry may be longer than the closed field's text. */
export type SearchOption = ComboboxItem & { readonly entry?: string };

/** Filters options by a part of their names, those with a word that starts with it first. */
export const byWords = <Option extends ComboboxParsedItem>({ options, search }: Search<Option>): Option[] => {
  const wanted = fold(search);
  const nameOf = (option: Option) => fold(entryOf(option));
  const found = options.filter((option) => nameOf(option).includes(wanted));
  const first = found.filter((option) => beginsWord(nameOf(option), wanted));
  return [...first, ...found.filter((option) => !first.includes(option))];
};

/** Returns the text inserted into another at any position; undefined for other changes. */
const insertedInto = (text: string, changed: string): string | undefined => {
  const length = changed.length - text.length;
  if (length <= 0) return undefined;
  const at = [...Array(text.length + 1).keys()].find(
    (index) => changed.startsWith(text.slice(0, index)) && changed.endsWith(text.slice(index)),
  );
  return at === undefined ? undefined : changed.slice(at, at + length);
};

const listOf = (input: HTMLElement | null) =>
  document.getElementById(input?.getAttribute('aria-controls') ?? '');

const isMarked = (input: HTMLElement | null): boolean =>
  listOf(input)?.querySelector('[data-combobox-selected]') !== null;

type Props = Omit<SelectProps, 'data' | 'value' | 'searchable' | 'searchValue'> & {
  data: readonly SearchOption[];
  value: string | null;
  /** True if the options match the typed text. */
  settled?: boolean;
};

/** Select with search: typed text replaces the selection, and Enter picks the first result. */
export const SearchSelect = ({ data, value, settled = true, onSearchChange, ...field }: Props) => {
  const { t } = useTranslation('common');
  const [search, setSearch] = useState('');
  const chosen = data.find((option) => option.value === value)?.label;
  const input = useRef<HTMLInputElement>(null);
  const enter = useOnceSettled(settled, () =>
    listOf(input.current)?.querySelector<HTMLElement>('[data-combobox-option]')?.click(),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || search === chosen || search === '' || isMarked(input.current)) return;
    event.preventDefault();
    enter.request();
  };
  const change = (typed: string) => {
    const wanted = search === chosen ? (insertedInto(chosen, typed) ?? typed) : typed;
    setSearch(wanted);
    enter.drop();
    onSearchChange?.(wanted);
  };
  return (
    <Select
      nothingFoundMessage={t(($) => $.states.noMatch)}
      allowDeselect={false}
      filter={byWords}
      renderOption={({ option }) => entryOf(option)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={onKeyDown}
      {...field}
      ref={input}
      data={data}
      value={value}
      searchable
      selectFirstOptionOnChange
      searchValue={search}
      onSearchChange={change}
    />
  );
};

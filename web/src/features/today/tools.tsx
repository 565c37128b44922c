import { Button, Group } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { AllOrOne } from '../../ui/fields/all-or-one.tsx';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { IconButton } from '../../ui/icons/icon-button.tsx';
import type { Sheet } from './sheet.ts';
import classes from './today.module.css';
import type { SheetAddress } from './use-sheet-address.ts';

/** Buttons to the days before and after, and back to today. */
export const DayButtons = ({ address }: { address: SheetAddress }) => {
  const { t } = useTranslation('today');
  return (
    <Group gap={8}>
      <IconButton
        icon="back"
        variant="default"
        size={36}
        label={t(($) => $.day.before)}
        onClick={() => address.turn(-1)}
      />
      <IconButton
        icon="forward"
        variant="default"
        size={36}
        label={t(($) => $.day.after)}
        onClick={() => address.turn(1)}
      />
      {address.date && (
        <Button variant="default" onClick={address.toToday}>
          {t(($) => $.title)}
        </Button>
      )}
    </Group>
  );
};

type Props = {
  sheet: Sheet;
  address: SheetAddress;
  search: string;
  setSearch: (text: string) => void;
  field: Ref<HTMLInputElement>;
};

/** Search, filters and layout of the sheet; choices with one option are not shown. */
export const SheetTools = ({ sheet, address, search, setSearch, field }: Props) => {
  const { t } = useTranslation('today');
  const { clinics, professionals } = sheet;
  const optionsOf = (choices: typeof clinics) => choices.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Group gap="8px 12px" className={classes['tools'] ?? ''}>
      <SearchField
        ref={field}
        aria-label={t(($) => $.search)}
        placeholder={t(($) => $.search)}
        value={search}
        onChange={setSearch}
      />
      {clinics.length > 1 && (
        <AllOrOne
          label={t(($) => $.clinic)}
          everything={t(($) => $.allClinics)}
          data={optionsOf(clinics)}
          value={address.clinic}
          onChange={(id) => address.choose('clinic', id)}
        />
      )}
      {professionals.length > 1 && (
        <>
          <AllOrOne
            label={t(($) => $.professional)}
            everything={t(($) => $.allProfessionals)}
            data={optionsOf(professionals)}
            value={address.pro}
            onChange={(id) => address.choose('pro', id)}
          />
          <Button
            variant={address.byProfessional ? 'light' : 'default'}
            aria-pressed={address.byProfessional}
            onClick={() => address.setByProfessional(!address.byProfessional)}
          >
            {t(($) => $.byProfessional)}
          </Button>
        </>
      )}
    </Group>
  );
};

import type { PatientView } from '@visita/contracts/booking/views';
import { Button, Select } from '@mantine/core';
import type { PatientList as Answer, PatientOrder } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useSetAtom } from 'jotai';
import { useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { useClinicsOfPatients, usePatientPage, type Listing } from '../../lib/data/patients.api.ts';
import { useDuplicates } from '../../lib/data/duplicates.api.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { useAddressText } from '../../lib/text/use-address-text.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { useSearchFocus } from '../../lib/hooks/use-search-focus.ts';
import { ClinicPatients } from './clinic-patients.tsx';
import { SuggestedDuplicates } from './duplicates.tsx';
import { EditPatientPanel } from './edit-patient.panel.tsx';
import { LeavingRecords } from './leaving.tsx';
import { PatientList } from './patient-list.tsx';
import classes from './patient-list.module.css';

const orders = ['name', 'last_visit', 'next_visit'] as const satisfies readonly PatientOrder[];

/** Query of the list, kept in the address. */
const useListing = () => {
  const [search, setSearch] = useAddressText('q');
  const [tag, setTag] = useAddressText('tag');
  const [sorted, setSorted] = useAddressText('sort');
  const [only, setOnly] = useAddressText('only');
  const sort = orders.find((order) => order === sorted) ?? 'name';
  const listing: Listing = { search, tag, sort, leaving: only === 'leaving' };
  return {
    listing,
    setSearch,
    setTag,
    setLeaving: (leaving: boolean) => setOnly(leaving ? 'leaving' : ''),
    setSort: (order: string | null) => setSorted(order === null || order === 'name' ? '' : order),
  };
};

type FiltersProps = ReturnType<typeof useListing> & {
  tags: Answer['tags'];
  field: Ref<HTMLInputElement>;
};

type OnlyProps = {
  pro: Pro;
  search: string;
  setSearch: (search: string) => void;
  field: Ref<HTMLInputElement>;
};

const Filters = ({ listing, setSearch, setTag, setSort, tags, field }: FiltersProps) => {
  const { t } = useTranslation('patients');
  const offered = tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }));
  const chosen = listing.tag !== '' && !tags.some(({ tag }) => tag === listing.tag);
  return (
    <div className={classes['filters']}>
      <SearchField
        ref={field}
        label={t(($) => $.search)}
        placeholder={t(($) => $.searchPlaceholder)}
        maxLength={254}
        value={listing.search}
        onChange={setSearch}
      />
      {(offered.length > 0 || chosen) && (
        <Select
          label={t(($) => $.list.tag)}
          placeholder={t(($) => $.list.everyTag)}
          data={chosen ? [listing.tag, ...offered] : offered}
          value={listing.tag || null}
          onChange={(tag) => setTag(tag ?? '')}
          clearable
          w={200}
        />
      )}
      <Select
        label={t(($) => $.list.sort)}
        data={orders.map((value) => ({ value, label: t(($) => $.list.by[value]) }))}
        value={listing.sort}
        onChange={setSort}
        allowDeselect={false}
        w={170}
      />
    </div>
  );
};

/** Patients of colleagues, for an account that has none of its own. */
const OnlyClinicPatients = ({ pro, search, setSearch, field }: OnlyProps) => {
  const { t } = useTranslation('patients');
  return (
    <>
      <SearchField
        ref={field}
        label={t(($) => $.clinic.search)}
        placeholder={t(($) => $.searchPlaceholder)}
        maxLength={254}
        value={search}
        onChange={setSearch}
      />
      <ClinicPatients pro={pro} search={search} />
    </>
  );
};

const NoPatients = () => {
  const { t } = useTranslation('patients');
  const openNewBooking = useSetAtom(newBookingAtom);
  return (
    <Empty
      icon="people"
      title={t(($) => $.empty.title)}
      text={t(($) => $.empty.text)}
      action={
        <Button
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => openNewBooking({ day: null, time: '' })}
        >
          {t(($) => $.empty.action)}
        </Button>
      }
    />
  );
};

export const PatientsScreen = () => {
  // The panel's texts are loaded with the screen: waiting for them later would lose the focus.
  const { t } = useTranslation(['patients', 'appointment']);
  const pro = usePro();
  const listed = useListing();
  const { listing } = listed;
  const patients = usePatientPage(pro, listing);
  const duplicates = useDuplicates(pro);
  const [edited, setEdited] = useState<PatientView | null>(null);
  const search = useSearchFocus();
  const seesColleagues = useClinicsOfPatients(pro).length > 0;

  return (
    <Page title={t(($) => $.title)}>
      {patients.data?.all !== 0 && <Filters {...listed} tags={patients.data?.tags ?? []} field={search} />}
      <Loaded
        loads={{ patients }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={8} height={52} />}
      >
        {({ patients: first }) =>
          first.all === 0 ? (
            seesColleagues ? (
              <OnlyClinicPatients
                pro={pro}
                search={listing.search}
                setSearch={listed.setSearch}
                field={search}
              />
            ) : (
              <NoPatients />
            )
          ) : !duplicates.settled ? (
            // A notice above the list would move it.
            <Loading rows={8} height={52} />
          ) : (
            <>
              <SuggestedDuplicates duplicates={duplicates.pairs} />
              <LeavingRecords count={first.leaving} only={listing.leaving} onChange={listed.setLeaving} />
              <PatientList key={JSON.stringify(listing)} {...{ pro, listing, first }} onEdit={setEdited} />
              <ClinicPatients pro={pro} search={listing.search} />
            </>
          )
        }
      </Loaded>
      {edited && (
        <EditPatientPanel key={edited.id} pro={pro} patient={edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
};

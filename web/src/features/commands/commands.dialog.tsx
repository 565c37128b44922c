import type { Pro } from '@visita/contracts/pro/views';
import { Modal } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { usePatientSearch } from '../../lib/data/patients.api.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { patientPath } from '../../lib/page/paths.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { useCalendarAt } from '../../lib/hooks/use-calendar-at.ts';
import { useOnceSettled } from '../../lib/hooks/use-once-settled.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { dayOf, longDay, wallNow, wallTimeOf } from '../../lib/time/wall-clock.ts';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import { useTypedAhead } from '../../ui/fields/typed-ahead.tsx';
import { useFocusBack } from '../../ui/panels/use-focus-back.ts';
import classes from './commands.module.css';
import { findAll, type Action, type Found, type FoundPatient } from './found.ts';

const icons = {
  day: 'calendar',
  patient: 'person',
  booking: 'clock',
  action: 'forward',
} as const satisfies Record<Found['kind'], IconName>;

const useFound = (pro: Pro, query: string, actions: readonly Action[]) => {
  const navigate = useNavigate();
  const calendarAt = useCalendarAt();
  const now = wallNow(undefined);
  const bookings = useCalendar(pro, useAtomValue(visibleAtom)).data?.bookings ?? [];
  const { found: patients, settled } = usePatientSearch(pro, query);
  const run = (found: Found) => {
    if (found.kind === 'action') return found.action.run();
    if (found.kind === 'day') return void navigate(calendarAt(found.day));
    if (found.kind === 'patient') {
      const { id, pro_id: proId } = found.patient;
      return void navigate(patientPath(id, proId === pro.id ? undefined : proId));
    }
    return void navigate(calendarAt(dayOf(found.booking.date), found.booking.id));
  };
  return { found: findAll(query, { patients, bookings, actions, now }), settled, run };
};

/** Returns a patient's phone, with the professional if the patient is a colleague's. */
const detailOf = ({ prefix, phone, pro_id: proId, professional }: FoundPatient, pro: Pro): string =>
  [`${prefix}\u00a0${phone}`.trim(), proId === pro.id ? '' : professional].filter(Boolean).join(' · ');

const useTexts = (pro: Pro) => {
  const { t, i18n } = useTranslation('common');
  const clinics = useClinics(pro).data ?? [];
  const language = currentLanguage(i18n);
  return (found: Found): { name: string; detail: string } => {
    if (found.kind === 'action') return { name: found.action.name, detail: '' };
    if (found.kind === 'day') return { name: longDay(found.day, language), detail: '' };
    if (found.kind === 'patient') return { name: found.patient.name, detail: detailOf(found.patient, pro) };
    const { patient_name: name, date, service, clinic_city: city, timezone } = found.booking;
    const { pro_id: proId, doctor_name: doctor, status } = found.booking;
    const colleague = proId === pro.id || status === 'orfan' ? '' : doctor;
    const town = townAmong(clinics, { city, timezone }, dayOf(date));
    const clock = town ? ` (${t(($) => $.clockOf, { town })})` : '';
    const time = `${longDay(dayOf(date), language)}, ${wallTimeOf(date)}${clock}`;
    return { name, detail: [time, service, colleague].filter(Boolean).join(' · ') };
  };
};

type Props = { pro: Pro; actions: readonly Action[]; onClose: () => void };

/** State of the dialog: query, results, selection and key handler. */
const useCommands = ({ pro, actions, onClose }: Props) => {
  const [query, setQuery] = useState(useTypedAhead());
  const [chosen, setChosen] = useState(0);
  const { found, settled, run } = useFound(pro, query, actions);
  const at = Math.min(chosen, found.length - 1);
  const choose = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    run(item);
  };
  const enter = useOnceSettled(settled, () => choose(found[at]));
  const hear = (event: KeyboardEvent) => {
    // During composition the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const by = steps[event.key];
    if (by) setChosen((at + by + found.length) % Math.max(found.length, 1));
    else if (event.key === 'Enter') enter.request();
    else return;
    event.preventDefault();
  };
  const write = (written: string) => {
    setQuery(written);
    setChosen(0);
    enter.drop();
  };
  return { query, write, found, at, point: setChosen, choose, hear };
};

type Commands = ReturnType<typeof useCommands>;

/** Search field; it keeps the focus while the arrow keys move through the results. */
const Query = ({ list, commands }: { list: string; commands: Commands }) => {
  const { t } = useTranslation('shortcuts');
  const { query, write, found, at, hear } = commands;
  const field = useRef<HTMLInputElement>(null);
  // The dialog moves the focus a moment later; a letter typed in between would be lost.
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className={classes['query']}
      role="combobox"
      aria-label={t(($) => $.commands.title)}
      aria-expanded={found.length > 0}
      aria-controls={list}
      aria-activedescendant={found.length > 0 ? `${list}-${at}` : undefined}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      placeholder={t(($) => $.commands.placeholder)}
      maxLength={120}
      data-autofocus
      value={query}
      onKeyDown={hear}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
};

const FoundList = ({ pro, list, commands }: { pro: Pro; list: string; commands: Commands }) => {
  const { t } = useTranslation('shortcuts');
  const textsOf = useTexts(pro);
  const { found, at, point, choose } = commands;
  return (
    <ul id={list} className={classes['list']} role="listbox" aria-label={t(($) => $.commands.found)}>
      {found.map((item, index) => {
        const { name, detail } = textsOf(item);
        return (
          <li
            key={`${item.kind} ${name} ${detail}`}
            id={`${list}-${index}`}
            ref={(element) => void (index === at && element?.scrollIntoView({ block: 'nearest' }))}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => point(index)}
            onClick={() => choose(item)}
          >
            <Icon name={icons[item.kind]} size={18} />
            <span>{name}</span>
            <small className="tabular">{detail}</small>
          </li>
        );
      })}
    </ul>
  );
};

/** Dialog that finds patients, bookings, days and actions; arrow keys select, Enter opens. */
export const CommandsDialog = (props: Props) => {
  const { t } = useTranslation(['shortcuts', 'common']);
  const list = useId();
  useFocusBack(true);
  const commands = useCommands(props);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t(($) => $.commands.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.common.actions.close) }}
      size="lg"
      yOffset="10vh"
    >
      <Query list={list} commands={commands} />
      <FoundList pro={props.pro} list={list} commands={commands} />
      {commands.found.length === 0 && (
        <p className={classes['none']} role="status">
          {t(($) => $.common.states.noMatch)}
        </p>
      )}
    </Modal>
  );
};

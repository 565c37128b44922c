import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePatientSearch } from '../../lib/data/patients.api.ts';
import { useOnceSettled } from '../../lib/hooks/use-once-settled.ts';
import { Missing } from '../../ui/feedback/states.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { useTypedAhead } from '../../ui/fields/typed-ahead.tsx';
import classes from './new-booking.module.css';
import { reachedBy } from './patient-contacts.ts';

type Props = {
  pro: Pro;
  query: string;
  again: boolean;
  onQuery: (query: string) => void;
  onChoose: (patient: PatientView) => void;
  /** Adds a new patient with the text of the search. */
  onNew: () => void;
};

/** Search of the professional's patients, whose text can become a new patient. */
export const PatientSearch = ({ pro, query, again, onQuery, onChoose, onNew }: Props) => {
  const { t } = useTranslation('appointment');
  const ahead = useTypedAhead();
  const takeAhead = useEffectEvent(() => ahead && onQuery(ahead));
  useEffect(() => void takeAhead(), []);
  const { found, settled, ...loaded } = usePatientSearch(pro, query);
  const isTyped = query.trim() !== '';
  const isAlone = isTyped && settled && loaded.data !== undefined && found.length === 0;
  const enter = useOnceSettled(settled, () => {
    if (found[0]) onChoose(found[0]);
    else if (isAlone) onNew();
  });
  return (
    <>
      <Missing load={loaded} text={t(($) => $.patient.listFailed)} />
      <SearchField
        label={t(($) => $.patient.search)}
        placeholder={t(($) => $.patient.searchPlaceholder)}
        value={query}
        onChange={(typed) => {
          onQuery(typed);
          enter.drop();
        }}
        onKeyDown={onEnter(enter.request)}
        autoFocus={again}
        data-autofocus
      />
      {found.length > 0 && (
        <ul className={classes['results']} aria-label={t(($) => $.patient.results)}>
          {found.map((patient) => (
            <li key={patient.id}>
              <button type="button" onClick={() => onChoose(patient)}>
                {patient.name}
                <small>
                  {[reachedBy(patient, patient.responsible), patient.professional]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isAlone && (
        <Text c="dimmed" size="sm" role="status">
          {t(($) => $.patient.noneFound)}
        </Text>
      )}
      {isTyped && settled && (
        <Button variant="light" className={classes['typed'] ?? ''} onClick={onNew}>
          {t(($) => $.patient.addTyped, { typed: query.trim() })}
        </Button>
      )}
    </>
  );
};

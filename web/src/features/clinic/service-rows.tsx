import { clinicServiceRow } from '@visita/contracts/api/clinic';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../lib/compat/new-id.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { RemoveButton } from '../../ui/icons/icon-button.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import { Missing } from '../../ui/feedback/states.tsx';
import { useSpecializations, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { emptyService, ServiceFields, type ServiceDraft } from './service-fields.tsx';
import { ServiceLine } from './service-line.tsx';
import classes from './clinic.module.css';
import { Why } from '../../ui/forms/why.tsx';

const row = clinicServiceRow.omit({ clinicId: true });
type Specializations = NonNullable<ReturnType<typeof useSpecializations>['data']>['data'];

type RowsProps = { rows: readonly ServiceRow[]; onChange: (rows: ServiceRow[]) => void };

type Props = RowsProps & {
  /** Values of the row that is not added yet. */
  adding: ServiceDraft;
  onAdding: (adding: ServiceDraft) => void;
};

const AddedServices = ({ rows, onChange }: RowsProps) => {
  const { t } = useTranslation('clinic');
  return (
    <ul aria-label={t(($) => $.services.added)}>
      {rows.map((service) => (
        <ServiceLine
          key={service.selectorId}
          {...service}
          specializationName={service.specializationName ?? ''}
        >
          <RemoveButton
            label={t(($) => $.services.remove, { service: service.serviceName })}
            onClick={() => onChange(rows.filter((other) => other !== service))}
          />
        </ServiceLine>
      ))}
    </ul>
  );
};

/** Returns the row of the draft; null while it is incomplete. */
const useRow = (draft: ServiceDraft, specializations: Specializations) => {
  const language = currentLanguage(useTranslation().i18n);
  const chosen = specializations.find(({ id }) => id === draft.specializationId);
  const { data } = row.safeParse({
    ...draft,
    specializationName: chosen?.[language] ?? '',
    selectorId: newId(),
  });
  return data ?? null;
};

/** Service rows of the new-clinic and add-services panels. */
export const ServiceRows = ({ rows, onChange, adding, onAdding }: Props) => {
  const { t } = useTranslation(['clinic', 'common']);
  const loaded = useSpecializations();
  const specializations = loaded.data?.data ?? [];
  const complete = useRow(adding, specializations);
  const box = useRef<HTMLDivElement>(null);
  /** Focuses the next row's fields, because the pressed button is gone or disabled. */
  const change = (changed: ServiceRow[]) => {
    onChange(changed);
    box.current?.focus();
  };
  const add = () => {
    if (!complete) return;
    const { activated: _, ...added } = complete;
    change([...rows, added]);
    onAdding(emptyService);
  };
  return (
    <Fieldset title={t(($) => $.services.title)}>
      <Missing load={loaded} text={t(($) => $.services.specializationsFailed)} />
      {rows.length > 0 && <AddedServices rows={rows} onChange={change} />}
      <div ref={box} tabIndex={-1} className={classes['box']} onKeyDown={onEnter(add)}>
        <ServiceFields
          draft={adding}
          set={(changed) => onAdding({ ...adding, ...changed })}
          specializations={specializations}
        />
        <Button
          variant="light"
          leftSection={<Icon name="plus" size={18} />}
          disabled={!complete}
          onClick={add}
        >
          {t(($) => $.services.add)}
        </Button>
        {!complete && <Why>{t(($) => $.common.fillIn)}</Why>}
      </div>
    </Fieldset>
  );
};

import { Button, Group, Input, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClashingField, useClash } from '../../lib/booking/clash.ts';
import classes from './clash.module.css';
import { Fieldset } from '../fields/fieldset.tsx';
import { Form } from '../forms/form.tsx';
import { useFocusBack } from '../panels/use-focus-back.ts';

type Clash = NonNullable<ReturnType<typeof useClash>>;

const useShown = () => {
  const { t } = useTranslation('common');
  return ({ show }: ClashingField, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t(($) => $.clash.empty);
    return show?.(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
  };
};

const Shown = ({ label, text }: { label: string; text: string }) => (
  <Input.Wrapper label={label} labelElement="div">
    <Text className={classes['shown'] ?? ''}>{text}</Text>
  </Input.Wrapper>
);

type FieldProps = { field: ClashingField; text: string | undefined; onEdit: (text: string) => void };

/** Both values of a field; the user's own text can be edited. */
const Field = ({ field, text, onEdit }: FieldProps) => {
  const { t } = useTranslation('common');
  const shown = useShown();
  return (
    <Fieldset title={field.label}>
      <div className="two">
        {text === undefined ? (
          <Shown label={t(($) => $.clash.mine)} text={shown(field, field.mine)} />
        ) : (
          <Textarea
            label={t(($) => $.clash.mine)}
            rows={String(field.mine).length > 60 ? 6 : 2}
            value={text}
            onChange={(event) => onEdit(event.currentTarget.value)}
          />
        )}
        <Shown label={t(($) => $.clash.theirs)} text={shown(field, field.theirs)} />
      </div>
    </Fieldset>
  );
};

const isText = ({ mine, show }: ClashingField): boolean => typeof mine === 'string' && !show;

/** Dialog to choose between two concurrent changes, or to edit the user's own. */
export const ClashDialog = ({ clash: { fields, end } }: { clash: Clash }) => {
  const { t } = useTranslation('common');
  useFocusBack(true);
  const [edited, setEdited] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.filter(isText).map(({ key, mine }) => [key, String(mine)])),
  );
  return (
    <Modal
      opened
      onClose={() => end({ keep: 'neither' })}
      title={t(($) => $.clash.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.actions.close) }}
      size="lg"
      zIndex={390}
      centered
    >
      <Form onSubmit={() => end({ keep: 'mine', edited })}>
        <Stack>
          <Text>{t(($) => $.clash.text)}</Text>
          {fields.map((field) => (
            <Field
              key={field.key}
              field={field}
              text={edited[field.key]}
              onEdit={(text) => setEdited((before) => ({ ...before, [field.key]: text }))}
            />
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => end({ keep: 'neither' })}>
              {t(($) => $.clash.back)}
            </Button>
            <Button variant="default" onClick={() => end({ keep: 'theirs' })}>
              {t(($) => $.clash.takeTheirs)}
            </Button>
            <Button type="submit">{t(($) => $.clash.keepMine)}</Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
};

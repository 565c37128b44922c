import { Button, type TextInputProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { FieldWithButton } from './field-with-button.tsx';

/** Read-only field with a copy button. */
export const CopyField = ({ value, ...field }: TextInputProps & { value: string }) => {
  const { t } = useTranslation('common');
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <FieldWithButton
      value={value}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      button={
        <Button variant="default" onClick={() => clipboard.copy(value)}>
          <span aria-live="polite">{t(($) => $.actions[clipboard.copied ? 'copied' : 'copy'])}</span>
        </Button>
      }
      {...field}
    />
  );
};

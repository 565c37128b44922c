import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Draft } from './use-draft-form.ts';

/** Notice that a form continues a draft, with a button to discard it. */
export const KeptDraft = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation('common');
  if (!draft.kept) return null;
  return (
    <Group justify="space-between" mb="md">
      <Text c="dimmed">{t(($) => $.draft.kept)}</Text>
      <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
        {t(($) => $.draft.discard)}
      </Button>
    </Group>
  );
};

import { Button } from '@mantine/core';
import type { MessageName } from '../../lib/text/messages.ts';
import { saveJson } from '../../lib/page/save-file.ts';
import { Icon } from '../icons/icons.tsx';
import { useSubmit } from './use-submit.ts';

type Props = {
  label: string;
  filename: string;
  failed: MessageName<'failed'>;
  load: () => Promise<unknown>;
};

export const ExportButton = ({ label, filename, failed, load }: Props) => {
  const { sending, submit } = useSubmit({ failed });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={18} />}
      loading={sending}
      onClick={() => void submit(async () => saveJson(filename, await load()))}
    >
      {label}
    </Button>
  );
};

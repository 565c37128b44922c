import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/icons.tsx';
import { Dropdown } from '../../../ui/panels/dropdown.tsx';
import { hourHeights, type HourHeight } from '../model/calendar-scale.ts';

type Props = {
  height: number;
  onChange: (height: HourHeight) => void;
};

const Choice = ({ height, onChange }: Props) => {
  const { t } = useTranslation('calendar');
  return (
    <Radio.Group
      label={t(($) => $.heights.title)}
      value={`${height}`}
      onChange={(chosen) => {
        const found = hourHeights.find((one) => one === chosen);
        if (found) onChange(found);
      }}
    >
      <Stack gap={2} mt={4}>
        {hourHeights.map((one) => (
          <Radio key={one} p={6} size="md" value={one} label={t(($) => $.heights[one])} />
        ))}
      </Stack>
    </Radio.Group>
  );
};

/** Choice of the height of an hour, in the collapsed toolbar or behind a button. */
export const HourHeightChoice = ({ folded, ...choice }: Props & { folded: boolean }) => {
  const { t } = useTranslation('calendar');
  if (folded) return <Choice {...choice} />;
  return (
    <Dropdown compact label={t(($) => $.heights.title)} shown={<Icon name="height" size={18} />}>
      <Choice {...choice} />
    </Dropdown>
  );
};

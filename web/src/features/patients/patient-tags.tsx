import { isWarning } from '@visita/contracts/patient/remarks';
import { Badge } from '@mantine/core';
import { Icon } from '../../ui/icons/icons.tsx';

/** A patient's tags. Allergy warnings come first, with an icon and a colour of their own. */
export const PatientTags = ({ tags, className }: { tags: readonly string[]; className?: string }) =>
  [...tags.filter(isWarning), ...tags.filter((tag) => !isWarning(tag))].map((tag) => (
    <Badge
      key={tag}
      component="span"
      className={className ?? ''}
      {...(isWarning(tag)
        ? { variant: 'filled', color: 'red', leftSection: <Icon name="warning" size={16} /> }
        : { variant: 'light' })}
    >
      {tag}
    </Badge>
  ));

import { Notifications, notifications } from '@mantine/notifications';
import { giveToastPlace } from '../../lib/page/toast-place.ts';

giveToastPlace(() => <Notifications position="bottom-left" limit={4} pauseResetOnHover="notification" />);

export { notifications };

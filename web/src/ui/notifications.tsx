import { Notifications, notifications } from '@mantine/notifications';
import { giveToastPlace } from '../lib/toast-place.ts';

giveToastPlace(() => <Notifications position="top-right" limit={4} pauseResetOnHover="notification" />);

export { notifications };

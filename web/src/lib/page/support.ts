import { pageSetting } from './page-setting.ts';

/** Where users of the product write for help, as the operator says. */
export const supportEmail = pageSetting('support') ?? 'support@visita.example';

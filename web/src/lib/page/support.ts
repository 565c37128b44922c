import { pageSetting } from './page-setting.ts';

/** Support address set by the operator. */
export const supportEmail = pageSetting('support') ?? 'support@visita.example';

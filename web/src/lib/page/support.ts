import { told } from './told.ts';

/** Where users of the product write for help, as the operator says. */
export const supportEmail = told('support') ?? 'support@visita.example';

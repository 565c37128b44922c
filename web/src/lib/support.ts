import { told } from './told.ts';

/** Where users of the product write for help, as whoever runs it says. */
export const supportEmail = told('support') ?? 'support@visita.example';

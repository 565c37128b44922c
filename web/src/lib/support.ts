/** Where users of the product write for help. */
export const supportEmail = 'support@visita.example';

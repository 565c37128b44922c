/** Actor of the demo data's events. Its people are fictitious and get no mails. */
export const demonstration = 'operator:seed';

/** Specified calls by method and path; the product may have more. */
export const specified: readonly string[] = `
GET /api/pros/url/{url}
GET /api/options/pro/{proId}
PUT /api/options/{id}
POST /api/clinic_inactivities
DELETE /api/clinic_inactivities/{id}
POST /api/hub_inactivities
DELETE /api/hub_inactivities/{id}
PUT /api/patients
GET /api/patients/{proId}
GET /api/patients/{email}
GET /api/patient_bookings/{patientId}/pros/{proId}
POST /api/patient_form
GET /api/pro_calendar/{proId}
GET /api/booking_availabilities/{clinicId}
PUT /api/booking_confirmation
POST /api/new_pro_booking
DELETE /api/delete_booking/{id}
POST /api/new_booking
PUT /api/edit_booking/{id}
PUT /api/edit_booking_notes/{id}
POST /api/googletoken/{id}
POST /api/googlelogout/{id}
GET /api/pros/{username}
PUT /api/pros/{id}
DELETE /api/pros/{id}
POST /api/add_collaborator
POST /api/hubavailabilities
DELETE /api/hubavailabilities/{id}
PUT /api/hubs/{id}
GET /api/pros/{id}/hubs
GET /api/pros/{id}/clinics
GET /api/specializations
GET /api/services
GET /api/clinics/{id}/clinicservices
POST /api/clinicservices
PUT /api/clinicservices/{id}
POST /api/hubservices
PUT /api/hubservices/{id}
GET /api/provinces
GET /api/clinics
GET /api/clinics/{id}
POST /api/clinics
PUT /api/clinics/{id}
POST /api/pros
POST /api/login
GET /api/authentication
POST /api/reset-email
POST /api/verify-reset-token
PUT /api/new-password
POST /api/new_mail_request
PUT /api/new_email_update
`
  .trim()
  .split('\n');

/** Returns an address without its parameters' names. */
export const anyName = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '*');

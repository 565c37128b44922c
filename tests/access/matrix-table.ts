import { api, type CallName } from '@visita/contracts/api/table';
import { type Role, roles } from './people.ts';

/**
 * Actors of the matrix. Without a valid session: `anyone` has no token, `patient` the link of a booking,
 * `expired` and `ended` a token after expiry and after logout, `misused` a token for another purpose. With a
 * session: `self` owns the object or holds the call's link; the others have a role at the clinic.
 */
export const actors = ['anyone', 'patient', 'expired', 'ended', 'misused', ...roles] as const;
export type Actor = (typeof actors)[number];
export type Column = Actor | 'missing';

/** Row of the matrix: the expected status by actor and for a missing object; null if not tested. */
export type Row = {
  /** The call, or `call/variant`. */
  readonly name: string;
  readonly call: CallName;
  readonly expected: Readonly<Record<Column, number | null>>;
};

/** Expected statuses by call and actor. `.` means that the combination does not exist. */
const table = `
                                  anyone patient expired ended misused | self owner manager guest reception paused invited former other | missing

getProByUrl                       200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | 404
getFormerAddress                  200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | 404
getPro                            200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
getPro/by email                   404 401 401 401 401 | 404 404 404 404 404 404 404 404 404 | .
getOptions                        200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
updateOptions                     401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
updateOptions/old version         401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
getReminderPlan                   401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setReminderPlan                   401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setReminderPlan/old version       401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
getMessageSettings                401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setMessageSettings                401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setMessageSettings/old version    401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
getRecallRules                    401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setRecallRules                    401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setRecallRules/old version        401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
getBookingAvailabilities          200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | 404
getBookingAvailabilities/closed   404 404 404 404 404 | 404 404 404 404 404 404 404 404 404 | .
getBookingPreview                 401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
getPreviewAvailabilities          401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
getProHubs                        200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
getProClinics                     200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404

getClinics                        401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
getServices                       401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
getClinic                         200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
getClinic/closed                  404 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
getClinic/deleted                 404 401 401 401 401 | 404 200 404 404 404 404 404 404 404 | 404
getClinicServices                 200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
getClinicServices/closed          404 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
getSpecializations                200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
getProvinces                      200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
getCountry                        200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .

openClinic                        401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
openClinic/of another             401 401 401 401 401 | 200 403 403 403 403 403 403 403 403 | 403
updateClinic/details              401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateClinic/as opened            401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateClinic/for another owner    401 401 401 401 401 | 403 403 403 403 403 403 404 404 404 | 404
updateClinic/old version          401 401 401 401 401 | 403 409 403 403 403 403 404 404 404 | 404
updateClinic/online booking       401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateClinic/second factor        401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateClinic/shared patients      401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateClinic/delete               401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
addClinicServices                 401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
changeClinicService               401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
changeClinicService/old version   401 401 401 401 401 | 403 409 403 403 403 403 404 404 404 | 404
archiveClinicService              401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404

addHubService                     401 401 401 401 401 | 200 200 403 403 403 403 404 404 404 | 404
addHubService/own hub             401 401 401 401 401 | 200 200 200 200 409 200 409 404 200 | .
removeHubService                  401 401 401 401 401 | 200 200 403 403 403 403 404 404 404 | 404
setHubServiceTerms                401 401 401 401 401 | 200 200 403 403 403 403 404 404 404 | 404
setHubServiceTerms/old version    401 401 401 401 401 | 409 409 403 403 403 403 404 404 404 | 404
addHubAvailabilities              401 401 401 401 401 | 200 200 403 403 403 403 404 404 404 | 404
addHubAvailabilities/own hub      401 401 401 401 401 | 200 200 200 200 409 200 409 404 200 | .
setDayHours                       401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
setDayHours/old version           401 401 401 401 401 | 409 409 409 403 409 403 404 404 404 | 404
removeHubAvailability             401 401 401 401 401 | 200 200 403 403 403 403 404 404 404 | 404

updateHub/accept                  401 401 401 401 401 | 404 403 404 404 404 404 200 404 404 | 404
updateHub/reject                  401 401 401 401 401 | 404 403 404 404 404 404 200 404 404 | 404
updateHub/pause                   401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateHub/switch on               401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateHub/archive                 401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateHub/role                    401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
updateHub/role of a reception     401 401 401 401 401 | 403 409 403 403 403 403 404 404 404 | 404
updateHub/bring back the archived 401 401 401 401 401 | 404 409 404 404 404 404 404 404 404 | 404
addCollaborator                   401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
addCollaborator/as reception      401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404

planClosing                       401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
getAffected                       401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
getAffected/of a hub              401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
getAffected/of another province   401 401 401 401 401 | 403 200 403 403 403 403 404 404 404 | 404
getAffected/of public holidays    401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
getVisitsInTheWay                 401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
getVisitsInTheWay/of a vacation   401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
getVisitsInTheWay/of a day        401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
cancelClosing                     401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
getHolidays                       401 401 401 401 401 | 404 200 200 404 200 404 404 404 404 | 404
setHolidays                       401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
setHolidays/old version           401 401 401 401 401 | 403 409 409 403 409 403 404 404 404 | 404
setHoliday                        401 401 401 401 401 | 403 404 404 403 404 403 404 404 404 | 404
planVacation                      401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
planVacation/own, without a plan  401 401 401 401 401 | .   .   403 403 403 403 409 404 403 | .
cancelVacation                    401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404

getPatients                       401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getPatients/by email              401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getPatientList                    401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
registerPatient                   401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
registerPatient/for a colleague   401 401 401 401 401 | 200 404 404 404 200 404 404 404 404 | .
registerPatient/shared            401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | .
setPatientTexts                   401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setPatientRemarks                 401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setPatientRemarks/old version     401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
getDuplicates                     401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
mergePatients                     401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
separatePatients                  401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
tellPatientsApart                 401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
updatePatient/shared              401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
updatePatient/taken email         401 401 401 401 401 | 409 409 409 404 409 404 404 404 404 | 404
updatePatient                     401 401 401 401 401 | 200 404 404 404 200 404 404 404 404 | 404
updatePatient/old version         401 401 401 401 401 | 409 404 404 404 409 404 404 404 404 | 404
erasePatient                      401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setLegalHold                      401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
suspendOnlineBooking              401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
restrictPatient                   401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getPatientViews                   401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
addDependant                      401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
placePatientUnder                 401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
setPatientOnTheirOwn              401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
exportPatient                     401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
exportPro                         401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getPatientAnswers                 401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getPatientBookings                401 401 401 401 401 | 200 404 404 404 200 404 404 404 404 | 404
getPatientBookings/shared         401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
getClinicPatients                 401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
getClinicPatients/shared          401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
submitSurvey                      200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
submitSurvey/with a token         .   200 .   .   401 | .   .   .   .   .   .   .   .   .   | .
submitSurvey/before the visit     .   409 .   .   401 | .   .   .   .   .   .   .   .   .   | .

getSlotReasons                    401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
getFreeTimes                      401 401 401 401 401 | 200 200 200 200 200 404 404 404 404 | 404
getFreeTimes/of a colleague       401 401 401 401 401 | 200 200 200 200 200 404 404 404 404 | 404
getBookingHistory                 401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
getBookingHistory/own             401 401 401 401 401 | 200 200 200 200 .   200 .   404 200 | .
getProCalendar                    401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getProOverview                    401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
getNotices                        401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
readNotices                       401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
readNotices/beyond the log        401 401 401 401 401 | 400 400 400 400 400 400 400 400 400 | .
placeBooking                      401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
placeBooking/own hub              401 401 401 401 401 | 200 200 200 200 .   409 409 404 200 | .
placeBooking/several services     401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
planSeries                        401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
planSeries/preview                401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
planSeries/own hub                401 401 401 401 401 | 200 200 200 200 .   409 409 404 200 | .
getSeries                         401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
moveSeries                        401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
cancelSeries                      401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
blockTime                         401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
editBlock                         401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
editBlock/to the owner            401 401 401 401 401 | 403 200 200 403 200 403 404 404 404 | 404
unblockTime                       401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
editBlock/without its hub         401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
unblockTime/without its hub       401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
editBookingNotes                  401 401 401 401 401 | 200 403 403 404 403 404 404 404 404 | 404
editBookingNotes/old version      401 401 401 401 401 | 409 403 403 404 403 404 404 404 404 | 404
editBookingNotes/own              401 401 401 401 401 | 200 200 200 200 .   200 .   404 200 | .
markPatientArrived                401 401 401 401 401 | 409 409 409 404 409 404 404 404 404 | 404
markPatientArrived/own            401 401 401 401 401 | 409 409 409 409 .   409 .   404 409 | .
markBookingAttended               401 401 401 401 401 | 409 409 409 404 409 404 404 404 404 | 404
markBookingAttended/own           401 401 401 401 401 | 409 409 409 409 .   409 .   404 409 | .
correctAttendance                 401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
correctAttendance/own             401 401 401 401 401 | 200 200 200 200 .   200 .   404 200 | .
markBookingMissed                 401 401 401 401 401 | 409 409 409 404 409 404 404 404 404 | 404
markBookingMissed/own             401 401 401 401 401 | 409 409 409 409 .   409 .   404 409 | .
deleteBooking                     401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
deleteBooking/own                 401 401 401 401 401 | 200 200 200 200 .   200 .   404 200 | .
editBooking                       401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
requestBooking                    200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | 404
confirmBooking                    401 401 409 409 401 | 200 401 401 401 401 401 401 401 401 | .
getManagedBooking                 401 401 200 200 401 | 200 401 401 401 401 401 401 401 401 | .
getVisitAnswer                    401 401 200 200 401 | 200 401 401 401 401 401 401 401 401 | .
answerVisit                       401 401 409 409 401 | 200 401 401 401 401 401 401 401 401 | .
moveManagedBooking                401 401 409 409 401 | 200 401 401 401 401 401 401 401 401 | .
receiveMessage                    401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | .
receiveMessageByGet               401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | .
getMyMessages                     401 401 404 404 401 | 200 401 401 401 401 401 401 401 401 | .
setMyMessages                     401 401 404 404 401 | 200 401 401 401 401 401 401 401 401 | .
cancelManagedBooking              401 401 409 200 401 | 200 401 401 401 401 401 401 401 401 | .

joinWaitingList                   401 401 401 401 401 | 200 200 200 403 200 403 404 404 404 | 404
joinWaitingList/as a visitor      200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | 404
joinWaitingList/by a link         200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
confirmWaiting                    401 401 401 401 401 | 200 401 401 401 401 401 401 401 401 | .
editWaitingEntry                  401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
editWaitingEntry/as called        401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
leaveWaitingList                  401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
leaveWaitingList/by its link      .   .   .   .   .   | 200 .   .   .   .   .   .   .   .   | .
leaveWaitingList/by another link  .   .   .   .   .   | 404 .   .   .   .   .   .   .   .   | .
getWaitingList                    401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
getWaitingList/for a time         401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
offerTime                         401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
withdrawOffer                     401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
withdrawOffer/of own time         401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404
getOffer                          401 401 401 401 401 | 200 401 401 401 401 401 401 401 401 | .
answerOffer                       401 401 401 401 401 | 200 401 401 401 401 401 401 401 401 | .

getRecalls                        401 401 401 401 401 | 200 200 200 200 200 200 404 404 404 | 404
sendRecalls                       401 401 401 401 401 | 200 200 200 404 200 404 404 404 404 | 404

authorizeCalendar                 401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
authorizeCalendar/without a plan  401 401 401 401 401 | .   .   403 403 403 403 403 403 403 | .
connectCalendar                   401 401 401 401 401 | 409 404 404 404 404 404 404 404 404 | 404
disconnectCalendar                401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
createCalendarFeed                401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
removeCalendarFeed                401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404

signUp                            200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
updatePro                         401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
deletePro                         401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
logIn                             200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
logOut                            401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
authenticate                      401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
requestPasswordReset              200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | 200
verifyResetToken                  .   401 401 401 401 | 200 .   .   .   .   .   .   .   .   | .
setPassword                       401 401 401 401 401 | 200 401 401 401 401 401 401 401 401 | .
requestEmailChange                401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
requestEmailChange/of another     401 401 401 401 401 | 200 400 400 400 400 400 400 400 400 | .
confirmEmailChange                401 401 401 401 401 | 200 401 401 401 401 401 401 401 401 | .
confirmEmail                      401 401 401 200 401 | 200 401 401 401 401 401 401 401 401 | .
requestEmailConfirmation          401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
getSessions                       401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
endSession                        401 401 401 401 401 | 200 404 404 404 404 404 404 404 404 | 404
endOtherSessions                  401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
reviewAccount                     401 401 401 401 401 | 409 409 409 409 409 409 409 409 409 | .
proveSession                      401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
getFactors                        401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
beginFactor                       401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
confirmFactor/by another code     401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | 401
removeFactor                      401 401 401 401 401 | 404 404 404 404 404 404 404 404 404 | 404
beginPasskey                      401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
addPasskey                        401 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
addPasskey/of another             401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | .
renamePasskey                     401 401 401 401 401 | 404 404 404 404 404 404 404 404 404 | 404
askForPasskey                     200 401 401 401 401 | 200 200 200 200 200 200 200 200 200 | .
logInWithPasskey                  200 200 200 200 200 | 200 200 200 200 200 200 200 200 200 | .
logInWithPasskey/for a session    401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | .
renewRecoveryCodes                401 401 401 401 401 | 409 409 409 409 409 409 409 409 409 | .
proveSession/by another password  401 401 401 401 401 | 401 401 401 401 401 401 401 401 401 | .
`;

const readRow = (line: string): Row => {
  const [name, cells] = [line.slice(0, 34).trim(), line.slice(34)];
  const values = cells.split(/[\s|]+/).map((cell) => (cell === '.' ? null : Number(cell)));
  const columns = [...actors, 'missing'] as const;
  if (values.length !== columns.length || values.some(Number.isNaN)) throw new Error(`cannot read: ${line}`);
  const call = name.split('/')[0] as CallName;
  if (!Object.hasOwn(api, call)) throw new Error(`there is no call ${call}`);
  const expected = Object.fromEntries(columns.map((column, index) => [column, values[index]]));
  return { name, call, expected: expected as Row['expected'] };
};

/** Rows in the order of the table. */
export const rows: readonly Row[] = table
  .split('\n')
  .filter((line) => /^\w/.test(line))
  .map(readRow);

export const isRole = (actor: Actor): actor is Role => (roles as readonly string[]).includes(actor);

/** Fair shares of scarce resources, and minimum speeds of clients. */
export { Admission, type AdmissionCounts, type AdmissionLimits, OverloadError } from './admission';
export { CallerTurns, type TurnCaller, type TurnWait } from './caller-turns';
export { isTooSlow, type PaceLimits, PaceWatch, type Progress } from './pace';
export { type Caller, type ShareLimits, Shares, sharesOf } from './shares';

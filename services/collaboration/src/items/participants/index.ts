/** Public interface of participants. */
export { participantIds } from './participants';

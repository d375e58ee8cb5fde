/** Public interface of dead letters. */
export { WAIT_TIMEOUT_MS } from './dead-letter-client-of';

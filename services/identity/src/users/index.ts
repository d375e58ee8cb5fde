/** Public interface of users. */
export { assertTermsAccepted, termsOf } from './required-terms';

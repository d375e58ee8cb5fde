/** Public interface of the sign-in by password. */
export type { PasswordSignIn } from './password-sign-in';
export type { SignInFailureDocument } from './sign-in-failure.model';
export { clearFailures, countAttempt, sweepSignInFailures } from './sign-in-failures';

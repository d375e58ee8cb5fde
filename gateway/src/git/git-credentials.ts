/** Credentials of git clients. */
import { bearerOf, type Credentials } from '../auth/authenticate';
import { headerOf, type HttpExchange } from '../server/exchange';

/** Maximum length of a user name or email. */
const MAX_LOGIN = 512;

/**
 * Returns the credentials of a git client: the password of Basic authentication, which may be a
 * token with any user name, or a token in one of the API's headers.
 */
export function gitCredentialsOf(exchange: HttpExchange): Pick<Credentials, 'token' | 'login'> {
  const basic = /^Basic +(\S+)/i.exec(headerOf(exchange, 'authorization') ?? '')?.[1];
  if (basic !== undefined) {
    const pair = Buffer.from(basic, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    return { token: pair.slice(colon + 1) || undefined, login: pair.slice(0, Math.max(colon, 0)).slice(0, MAX_LOGIN) };
  }
  return { token: headerOf(exchange, 'private-token') ?? bearerOf(exchange) };
}

import type { ForgeError } from '@forgemesh/errors';
import type { HttpExchange } from '../../server/exchange';
import { send } from '../../response/send';
import { gitTextOf } from '../git-access';

/** Sends a refusal. */
export type SendRefusal = (
  exchange: HttpExchange,
  status: number,
  error: ForgeError,
  headers: Record<string, string>,
) => void;

/** Sends a refusal in the form that clients of large files show to their users. */
export const sendLfsRefusal: SendRefusal = (exchange, status, error, headers) => {
  const message = status === 401 ? 'Sign in with a password or token.' : gitTextOf(error).trim();
  const body = JSON.stringify({ message, request_id: exchange.id });
  send(
    exchange,
    status,
    {
      ...headers,
      ...(headers['WWW-Authenticate'] !== undefined && { 'LFS-Authenticate': headers['WWW-Authenticate'] }),
      'Content-Type': 'application/vnd.git-lfs+json',
    },
    Buffer.from(body),
  );
};

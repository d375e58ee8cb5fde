/** Gets one of the caller's secondary emails. */
import { operation, type Call } from '@forgemesh/rpc';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { requireUser } from '#users/accounts';
import { presentEmail } from '../email.entity';
import { findEmail } from '../find-email';
import type { EmailsDeps } from '../deps';

export const getEmail = operation(
  EmailServiceDefinition.getEmail,
  async (request, { deps, principal }: Call<EmailsDeps>) =>
    presentEmail(findEmail(await requireUser(deps, principal.id), request.email_id)),
);
